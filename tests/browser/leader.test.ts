import { afterEach, expect, test, vi } from 'vitest'
import { type Leadership, startLeadership } from '../../web/local/leader.ts'

let open: Leadership[] = []
afterEach(() => {
  for (const one of open) one.stop()
  open = []
})

/** Open a tab that leads or follows, and record the orders that it received while it led. */
function openTab(name: string) {
  const orders: string[] = []
  const leadership = startLeadership({
    name,
    onLead: () => undefined,
    onFollow: () => undefined,
    onOrder: (order) => void orders.push(order),
  })
  open.push(leadership)
  return Object.assign(leadership, { orders })
}

test('first-use H1: a tab that cannot send leaves the lead to another, and takes it again when it can', async () => {
  const name = crypto.randomUUID()
  const forgotten = openTab(name)
  await vi.waitFor(() => expect(forgotten.leads()).toBe(true))
  const seen = openTab(name)
  forgotten.setAble(false)
  await vi.waitFor(() => expect(seen.leads()).toBe(true))
  expect(forgotten.leads()).toBe(false)
  // Expect that an order to the locked tab reaches the one that can send.
  forgotten.tell('retry')
  await vi.waitFor(() => expect(seen.orders).toEqual(['retry']))
  forgotten.setAble(true)
  seen.stop()
  await vi.waitFor(() => expect(forgotten.leads()).toBe(true))
})

test('first-use H1: with no tab that can send nobody leads, and the first that can again does', async () => {
  const name = crypto.randomUUID()
  const [one, other] = [openTab(name), openTab(name)]
  await vi.waitFor(() => expect(one.leads()).toBe(true))
  one.setAble(false)
  other.setAble(false)
  await vi.waitFor(() => expect(one.leads() || other.leads()).toBe(false))
  other.setAble(true)
  await vi.waitFor(() => expect(other.leads()).toBe(true))
  one.setAble(true)
  await Promise.resolve()
  expect(one.leads()).toBe(false)
})
