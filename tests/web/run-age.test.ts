import { expect, test } from 'vitest'
import { judgeAge } from '../../web/screens/analyses/detail/running/judge-age.ts'
import type { Connection } from '../../web/state/judge-connection.ts'

const now = 1_800_000_000_000

test.each([
  ['online', 0, false, 'live'],
  ['online', 10_000, false, 'live'],
  ['online', 10_001, false, 'old'],
  ['paused', 25_000, false, 'old'],
  ['lost', 1000, false, 'service'],
  ['failing', 1000, false, 'service'],
  ['offline', 1000, false, 'service'],
  ['online', 25_000, true, 'away'],
  [null, 2000, false, 'live'],
  [null, 2000, true, 'away'],
] as const)(
  'first-use W9: connection %s, heard %i ms ago, device away %s: %s',
  (connection: Connection | null, ms, away, kind) => {
    const said = judgeAge({ heardAt: now - ms, connection, away, now })
    expect(said).toEqual({ kind, seconds: Math.floor(ms / 1000) })
  },
)

test('first-use W9: a run of which nothing was heard is not called old while the service answers', () => {
  const seen = { heardAt: null, away: false, now }
  expect(judgeAge({ ...seen, connection: 'online' })).toEqual({ kind: 'live', seconds: null })
  expect(judgeAge({ ...seen, connection: 'lost' })).toEqual({ kind: 'service', seconds: null })
})
