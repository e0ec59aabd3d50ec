import { afterEach, expect, test, vi } from 'vitest'
import { loadLater } from '../../web/load-later.tsx'

afterEach(() => vi.useRealTimers())

const Part = () => <p>it came</p>

test('[CONST-032] a part of the app that has not come after 120 s is given up, and may be fetched again', async () => {
  vi.useFakeTimers()
  const fetched = vi.fn<() => Promise<typeof Part>>(() => new Promise(() => undefined))
  const later = loadLater(fetched)
  const outcome = vi.fn()
  later.load().catch((error: unknown) => outcome(error))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome.mock.calls).toMatchObject([[{ code: 'timeout' }]])
  fetched.mockImplementation(async () => Part)
  await later.load()
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(vi.getTimerCount()).toBe(0)
})
