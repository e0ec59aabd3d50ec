import { expect, test } from 'vitest'
import { Fault, type FaultCode } from '../../domain/fault.ts'
import { withPatience } from '../../web/live/token-patience.ts'

test('faults notes: after a time-out a token is waited for longer, so that a slow service is asked less often', async () => {
  const waited: number[] = []
  let failing: FaultCode | null = 'timeout'
  const ask = withPatience(async (timeoutMs) => {
    waited.push(timeoutMs)
    if (failing) throw new Fault(failing, 'x')
    return 'token'
  })
  for (let time = 0; time < 4; time++) await expect(ask()).rejects.toThrow('x')
  expect(waited.splice(0)).toEqual([10_000, 30_000, 60_000, 60_000])
  // Refuse or cut the line, which says nothing of how long the service takes.
  failing = 'network'
  await expect(ask()).rejects.toThrow('x')
  failing = null
  await expect(ask()).resolves.toBe('token')
  await ask()
  expect(waited).toEqual([60_000, 60_000, 10_000])
})

test('faults notes: a thousand pages are served by a service that works off 20 tokens a second, and asked for at most 4 each', () => {
  const pages = 1000
  const perSecond = 20
  /** Requests of pages in the order they came; each is worked off whether or not somebody still waits. */
  const simulate = (limits: readonly number[]) => {
    const queue: { page: number; until: number }[] = []
    const tries = Array.from({ length: pages }, () => 0)
    const askAt = Array.from({ length: pages }, () => 0)
    let served = 0
    let asked = 0
    for (let second = 0; second < 300 && served < pages; second++) {
      for (const [page, at] of askAt.entries()) {
        if (at !== second) continue
        const limit = limits[Math.min(tries[page] ?? 0, limits.length - 1)] ?? 0
        tries[page] = (tries[page] ?? 0) + 1
        askAt[page] = second + limit + 1
        queue.push({ page, until: second + limit })
        asked += 1
      }
      for (const { page, until } of queue.splice(0, perSecond)) {
        if (askAt[page] === Infinity || until < second) continue
        askAt[page] = Infinity
        served += 1
      }
    }
    return { served, asked }
  }
  expect(simulate([10]).served).toBeLessThan(pages)
  const patient = simulate([10, 30, 60])
  expect(patient.served).toBe(pages)
  expect(patient.asked).toBeLessThanOrEqual(4 * pages)
})
