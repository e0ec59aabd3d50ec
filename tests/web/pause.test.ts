import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pause } from '../../web/client/pause.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const listeners = ({ signal }: AbortController) => getEventListeners(signal, 'abort').length

it('a pause ends with its time and leaves no listener on the signal', async () => {
  const end = new AbortController()
  for (let at = 0; at < 3; at++) {
    const over = pause(1000, end.signal)
    expect(listeners(end)).toBe(1)
    await vi.advanceTimersByTimeAsync(1000)
    await over
  }
  expect(listeners(end)).toBe(0)
})

it('a pause ends at once when its signal aborts, also before it began, and leaves no timer', async () => {
  const end = new AbortController()
  const over = pause(1000, end.signal)
  end.abort()
  await over
  await pause(1000, end.signal)
  expect([listeners(end), vi.getTimerCount()]).toEqual([0, 0])
})
