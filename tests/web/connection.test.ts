import { expect, test } from 'vitest'
import { judgeConnection } from '../../web/state/judge-connection.ts'
import type { LiveState } from '../../web/state/live.ts'

const seen = (state: LiveState, failing: number, answeredAt: number) =>
  judgeConnection({
    mode: 'online',
    live: { state, since: 1000 },
    calls: { failing, answeredAt },
  })

test.each([
  ['connected', 0, 0, 'online'],
  ['connected', 1, 900, 'online'],
  ['connected', 2, 900, 'failing'],
  ['connecting', 0, 900, 'connecting'],
  ['connecting', 3, 900, 'failing'],
  ['lost', 0, 999, 'lost'],
  ['lost', 0, 1001, 'paused'],
  ['lost', 1, 1001, 'lost'],
] as const)(
  'a line that is %s with %i failed calls, the last good one at %i: %s',
  (state, failing, at, said) => {
    expect(seen(state, failing, at)).toBe(said)
  },
)

test('offline nothing else is said', () => {
  const live = { state: 'connected', since: 1000 } as const
  const calls = { failing: 0, answeredAt: 2000 }
  expect(judgeConnection({ mode: 'offline', live, calls })).toBe('offline')
})
