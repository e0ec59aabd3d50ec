// The ports are functions of the test: only so does an answer arrive after the sign-in that it was asked before.
import { expect, onTestFinished, test, vi } from 'vitest'
import { keepConnected } from '../../web/live/keep-connected.ts'

/** Keep a connection whose tokens are answered by hand. */
function openPage() {
  const asked: { reject: (error: Error) => void }[] = []
  const onRefused = vi.fn()
  const states: string[] = []
  const keeper = keepConnected({
    fetchToken: () => new Promise<never>((_resolve, reject) => asked.push({ reject })),
    open: () => Promise.reject(new Error('no line')),
    attach: () => {},
    detach: () => {},
    onState: (state) => states.push(state),
    isRefused: (error) => (error as Error).message === '401',
    onRefused,
    onEnded: () => {},
    isVisible: () => true,
  })
  onTestFinished(() => keeper.stop())
  return { asked, states, onRefused, keeper }
}

test('a token that is refused after a new sign-in was asked for before it: the page stays open and asks again', async () => {
  const { asked, onRefused, keeper } = openPage()
  keeper.refreshed()
  asked[0]!.reject(new Error('401'))
  await vi.waitFor(() => expect(asked.length).toBe(2), { timeout: 60_000 })
  expect(onRefused).not.toHaveBeenCalled()
  asked[1]!.reject(new Error('401'))
  await vi.waitFor(() => expect(onRefused).toHaveBeenCalledTimes(1), { timeout: 60_000 })
})

test('a line that is lost is said once, although more tries fail', async () => {
  const { asked, states } = openPage()
  for (const number of [1, 2, 3]) {
    await vi.waitFor(() => expect(asked.length).toBe(number), { timeout: 60_000 })
    asked[number - 1]!.reject(new Error('no answer'))
  }
  await vi.waitFor(() => expect(asked.length).toBe(4), { timeout: 60_000 })
  expect(states).toEqual(['lost'])
})
