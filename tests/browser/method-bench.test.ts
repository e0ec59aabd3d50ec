import { afterEach, describe, expect, test } from 'vitest'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { countChanges, diffResults } from '../../domain/rules/diff-results.ts'
import type { HeldRun, RunComparison } from '../../workers/method-bench.ts'
import { openMethodBench, type OpenMethodBench } from '../../workers/open-method-bench.ts'
import { analyse, type AnalyseInput } from '../../workers/run/analyse.ts'
import { encodeCurves } from '../../workers/run/blob.ts'
import { makeRun } from '../workers/run.ts'

const runs = Array.from({ length: 6 }, (_, index) =>
  makeRun([
    { type: 'positive', wells: [[20 + index / 7, 25]] },
    { type: 'unknown', wells: [[26 + index, 25]] },
    { type: 'unknown', wells: [[34 + index / 3, 25]] },
  ]),
)
const inForce = runs[0]!.evaluation

function withThreshold(value: number): Evaluation {
  const [first, ...others] = inForce.targets
  return { ...inForce, targets: [{ ...first!, threshold: { method: 'fixed', value } }, ...others] }
}

function holdable(id: string, input: AnalyseInput): HeldRun {
  const { amplification, melt, evaluation: own, ...rest } = input
  return { id, own, source: undefined, curves: encodeCurves({ amplification, melt }), ...rest }
}

interface Seen {
  comparison: RunComparison
  turn: number
}

let bench: OpenMethodBench | undefined
afterEach(() => bench?.close())

/** Open a bench, and wait for answers until one is the wanted. */
function openWatched(size: number) {
  const seen: Seen[] = []
  const failures: { id: string; error: unknown }[] = []
  let look = () => {}
  const opened = openMethodBench({
    size,
    onComparison: (comparison, turn) => {
      seen.push({ comparison, turn })
      look()
    },
    onFailure: (id, error) => {
      failures.push({ id, error })
      look()
    },
  })
  bench = opened
  const until = (isDone: () => boolean) =>
    new Promise<void>((resolve) => {
      look = () => isDone() && resolve()
      look()
    })
  return { opened, seen, failures, until }
}

describe('a test bench of a method in workers', () => {
  test.each([1, 3])(
    'answers every run with the numbers of a recalculation: %i workers',
    async (size) => {
      const { opened, seen, until } = openWatched(size)
      for (const [index, input] of runs.entries()) opened.hold(holdable(`r${index}`, input))
      const draft = withThreshold(2.5)
      const turn = opened.compare({ inForce, draft }, 'r4')
      await until(() => seen.length === runs.length)
      expect(seen.every((one) => one.turn === turn)).toBe(true)
      for (const { comparison } of seen) {
        const input = runs[Number(comparison.id.slice(1))]!
        const fresh = diffResults(analyse(input), analyse({ ...input, evaluation: draft }))
        expect(comparison.counts).toEqual(countChanges(fresh))
        expect(comparison.detail?.changes).toEqual(comparison.id === 'r4' ? fresh : undefined)
      }
      expect(seen.some(({ comparison }) => comparison.counts.moved > 0)).toBe(true)
    },
  )

  test('answers the run on show first, and leaves out drafts that were overtaken', async () => {
    const { opened, seen, until } = openWatched(1)
    for (const [index, input] of runs.entries()) opened.hold(holdable(`r${index}`, input))
    let newest = 0
    for (let step = 0; step < 10; step++) {
      newest = opened.compare({ inForce, draft: withThreshold(0.5 + step / 10) }, 'r5')
    }
    await until(() => seen.filter(({ turn }) => turn === newest).length === runs.length)
    // Expect the run on show with the first draft, which was under way, and then every run with the last.
    expect(seen.map(({ turn }) => turn)).toEqual([0, ...runs.map(() => newest)])
    expect(seen.slice(0, 2).map(({ comparison }) => comparison.id)).toEqual(['r5', 'r5'])
    const { draft } = seen[1]!.comparison.detail!.steps
    expect(new Set(draft.thresholds.slice(0, 3))).toEqual(new Set([1.4]))
  })

  test('compares again after an answer, takes a late run and forgets one that is dropped', async () => {
    const { opened, seen, until } = openWatched(1)
    opened.hold(holdable('r0', runs[0]!))
    opened.compare({ inForce, draft: withThreshold(1) }, 'r0')
    await until(() => seen.length === 1)
    opened.hold(holdable('r1', runs[1]!))
    await until(() => seen.length === 2)
    expect(seen[1]?.comparison.id).toBe('r1')
    const { inForce: curves, draft, curvesKey } = await opened.readLayers('r1')
    expect(draft).toEqual(curves)
    opened.drop('r0')
    const turn = opened.compare({ inForce, draft: withThreshold(2) }, 'r1')
    await until(() => seen.length === 3)
    expect(seen[2]).toMatchObject({ turn, comparison: { id: 'r1' } })
    expect(seen[2]?.comparison.detail?.curvesKey).toBe(curvesKey)
    await expect(opened.readLayers('r0')).rejects.toThrow('r0')
  })

  test('says which run cannot be compared, and compares the others', async () => {
    const { opened, seen, failures, until } = openWatched(1)
    const damaged = holdable('bad', runs[0]!)
    opened.hold({ ...damaged, curves: damaged.curves.slice(0, 100) })
    opened.hold(holdable('good', runs[1]!))
    opened.compare({ inForce, draft: withThreshold(1) }, 'bad')
    await until(() => seen.length === 1 && failures.length === 1)
    expect(seen[0]?.comparison.id).toBe('good')
    expect(failures[0]?.id).toBe('bad')
    expect(failures[0]?.error).toMatchObject({ details: [{ reason: 'curves_damaged' }] })
  })

  test('a worker that cannot start fails its runs at every turn', async () => {
    const failed: number[] = []
    let look = () => {}
    bench = openMethodBench({
      size: 1,
      start: () => new Worker('data:text/javascript,throw new Error("broken")'),
      onComparison: () => {},
      onFailure: (_id, _error, turn) => {
        failed.push(turn)
        look()
      },
    })
    const once = (count: number) =>
      new Promise<void>((resolve) => {
        look = () => failed.length === count && resolve()
        look()
      })
    bench.hold(holdable('r0', runs[0]!))
    bench.compare({ inForce, draft: inForce }, 'r0')
    await once(1)
    bench.compare({ inForce, draft: withThreshold(1) }, 'r0')
    await once(2)
    expect(failed).toEqual([0, 1])
  })
})
