import { expect, it } from 'vitest'
import { nameOfPair, pairs } from '../batteries/skew/versions.ts'
import { type Lived, liveJobs } from '../batteries/sync-sim/jobs.ts'

it('a life for each pair of versions of page and edge: nothing lost, divergent, doubled or stalled', async () => {
  const all: Lived[] = []
  await liveJobs([{ kind: 'skew', from: 1, to: 1, step: 1 }], (lived) => all.push(lived))
  const wrong = all.flatMap(({ seed, pair, problems }) =>
    problems.map((problem) => `${seed} (${pair}): ${problem}`),
  )
  expect(wrong).toEqual([])
  const lives = Map.groupBy(all, ({ pair }) => pair)
  expect(pairs.map((pair) => lives.get(nameOfPair(pair))?.length)).toEqual(pairs.map(() => 1))
  expect(all.reduce((sum, { counts }) => sum + counts.edits, 0)).toBeGreaterThan(30)
}, 300_000)
