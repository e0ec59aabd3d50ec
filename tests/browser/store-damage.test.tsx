// Replace the service: check the requests of the home page and what it shows of the answer.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { StoreDamage } from '../../web/screens/home/StoreDamage.tsx'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
afterEach(() => asked.mockReset())

const state = (damaged: object | null) => ({ size: 1, checkpoint: null, rewound: null, damaged })

test('attack H1: the home page says that the store is damaged, since when and in how many places', async () => {
  const places = [{ reason: 'record_missing' }, { reason: 'record_altered' }]
  asked.mockResolvedValue(state({ found_at: '2026-11-22T10:00:00.000Z', places }))
  mount(<StoreDamage />)
  const notice = page.getByRole('alert')
  await expect
    .element(notice.getByText('The database does not match its audit trail'))
    .toBeVisible()
  await expect.element(notice.getByText(/2 found since/)).toBeVisible()
})

test('of a sound store it says nothing', async () => {
  asked.mockResolvedValue(state(null))
  const container = mount(<StoreDamage />)
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  expect(container.textContent).toBe('')
})
