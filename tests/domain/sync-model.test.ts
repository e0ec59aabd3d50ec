import { expect, it } from 'vitest'
import { pinned } from '../batteries/sync-model/pinned.ts'
import { playSteps } from '../batteries/sync-model/play.ts'
import { runSeed } from '../batteries/sync-model/run-seed.ts'

const seeds = 1500

it(`loses nothing in ${seeds} histories over a bad network, and everybody ends with the same`, () => {
  const failures = Array.from({ length: seeds }, (_, seed) => runSeed(seed)).filter(Boolean)
  expect(failures).toEqual([])
}, 60_000)

it.each(pinned.map((one) => [one.title, one] as const))(
  'does not go wrong again: %s',
  (_, { steps, machines }) => {
    expect(playSteps(steps, machines)).toBeNull()
  },
)
