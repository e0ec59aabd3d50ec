import { describe, expect, test } from 'vitest'
import type { Evaluation, TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import { summarise } from '../../domain/results.ts'
import { countChanges, diffResults } from '../../domain/rules/diff-results.ts'
import { createMethodBench, type HeldRun } from '../../workers/method-bench.ts'
import { analyse, type AnalyseInput } from '../../workers/run/analyse.ts'
import { encodeCurves } from '../../workers/run/blob.ts'
import { recalculate } from '../../workers/run/recalculate.ts'
import { curveLayers } from '../../workers/run/views.ts'
import { createRandom } from '../support/seeded-random.ts'
import { makeSixChannelPlate } from '../support/six-channel-plate.ts'
import { makeRun } from './run.ts'

const curvesOf = ({ amplification, melt }: AnalyseInput) => encodeCurves({ amplification, melt })

function holdable(id: string, input: AnalyseInput): HeldRun {
  const { amplification: _amplification, melt: _melt, evaluation: own, ...rest } = input
  return { id, own, source: undefined, curves: curvesOf(input), ...rest }
}

/** Return a recipe with the first target changed, copied as if it had come from the page. */
function withTarget(evaluation: Evaluation, change: Partial<TargetRule>): Evaluation {
  const [first, ...others] = evaluation.targets
  return structuredClone({ ...evaluation, targets: [{ ...first!, ...change }, ...others] })
}

const fixed = (value: number): Partial<TargetRule> => ({ threshold: { method: 'fixed', value } })

const small = makeRun(
  [18, 22, 26, 30, 34, 38].map((middle) => ({
    type: middle === 18 ? 'positive' : 'unknown',
    wells: [
      [middle, 25],
      [middle + 0.4, 25],
    ],
  })),
)
const plate = makeSixChannelPlate(2, 40)

describe('a draft beside the method in force', () => {
  test.each([
    ['a small run', small],
    ['a plate of 96 wells in six channels', plate],
  ])('changes nothing when both are equal: %s', (_name, input) => {
    const bench = createMethodBench()
    bench.hold(holdable('run', input))
    const pair = { inForce: input.evaluation, draft: structuredClone(input.evaluation) }
    const { detail, summaries } = bench.compare('run', pair, true)
    const { changes, steps } = detail!
    expect(changes).toEqual([])
    expect(steps.draft).toEqual(steps.inForce)
    expect(summaries.draft).toEqual(summaries.inForce)
    // Expect something that could have changed.
    expect(summaries.inForce.detected).toBeGreaterThan(0)
  })

  test('subtracts no baseline from imported curves that have none any more', () => {
    const withBaselines = (method: 'none' | 'sigmoid'): Evaluation => ({
      ...small.evaluation,
      targets: small.evaluation.targets.map((target) => ({ ...target, baseline: { method } })),
    })
    const run = { ...small, evaluation: withBaselines('none') }
    const pair = { inForce: null, draft: withBaselines('sigmoid') }
    const changesOf = (source: HeldRun['source']) => {
      const bench = createMethodBench()
      bench.hold({ ...holdable('run', run), source })
      return bench.compare('run', pair, true).detail?.changes
    }
    expect(changesOf({ curves: 'baseline-subtracted' })).toEqual([])
    expect(changesOf({ curves: 'raw' })).not.toEqual([])
  })

  test('is compared with the method that each run ran with, where none is in force', () => {
    const bench = createMethodBench()
    const draft = withTarget(small.evaluation, fixed(2.5))
    const own = withTarget(small.evaluation, fixed(0.4))
    bench.hold({ ...holdable('one', small), own })
    bench.hold({ ...holdable('other', small), own: draft })
    const byOwn = bench.compare('one', { inForce: null, draft }, true)
    const byGiven = bench.compare('one', { inForce: own, draft }, true)
    expect(byOwn).toEqual(byGiven)
    expect(byOwn.detail?.changes.length).toBeGreaterThan(0)
    expect(bench.compare('other', { inForce: null, draft }, true).detail?.changes).toEqual([])
    expect(bench.readLayers('one', { inForce: null, draft })).toEqual(
      bench.readLayers('one', { inForce: own, draft }),
    )
  })

  test.each([1, 2])('changes what a recalculation of the run changes, seed %i', (seed) => {
    const random = createRandom(seed)
    const bench = createMethodBench()
    bench.hold(holdable('run', small))
    let [inForce, draft] = [small.evaluation, small.evaluation]
    let changed = 0
    for (let step = 0; step < 20; step++) {
      const kinds: Partial<TargetRule>[] = [
        fixed(0.02 + 3 * random.next()),
        { threshold: { method: 'automatic', factor: 3 + random.below(30) } },
        { baseline: { method: 'window', start: 2, end: 6 + random.below(9) } },
        { cq_max: 22 + random.below(16) },
        { cq_method: 'consensus' },
      ]
      draft = withTarget(draft, kinds[random.below(kinds.length)]!)
      // Bring the draft into force now and then.
      if (step % 7 === 6) inForce = draft
      const { counts, detail, summaries } = bench.compare('run', { inForce, draft }, true)
      const { changes } = detail!
      const { evaluation: _evaluation, amplification: _a, melt: _m, ...judgement } = small
      const resultsOf = (evaluation: Evaluation) => {
        const { file } = recalculate(curvesOf(small), { ...judgement, evaluation })
        return JSON.parse(new TextDecoder().decode(file))
      }
      const [before, after] = [resultsOf(inForce), resultsOf(draft)]
      expect(changes).toEqual(diffResults(before, after))
      expect(counts).toEqual(countChanges(changes))
      expect(summaries).toEqual({ inForce: summarise(before), draft: summarise(after) })
      changed += changes.length
    }
    expect(changed).toBeGreaterThan(0)
  })

  test('says of each changed call the rule, the Cq and the threshold on both sides', () => {
    const bench = createMethodBench()
    bench.hold(holdable('run', small))
    const draft = withTarget(small.evaluation, { ...fixed(1), cq_max: 28 })
    const { changes } = bench.compare('run', { inForce: small.evaluation, draft }, true).detail!
    const late = changes.find(({ well, target }) => well === 'B3' && target === 'N1')
    expect(late?.before).toMatchObject({ call: 'detected', threshold: 0.5 })
    expect(late?.after).toMatchObject({ call: 'not_detected', threshold: 1 })
    expect(late?.after?.reason).toMatchObject({ rule: 'cq_above_maximum', limit: 28 })
  })

  test('gives numbers alone of a run that is not on show', () => {
    const bench = createMethodBench()
    bench.hold(holdable('run', small))
    const draft = withTarget(small.evaluation, fixed(1))
    const pair = { inForce: small.evaluation, draft }
    const brief = bench.compare('run', pair, false)
    const whole = bench.compare('run', pair, true)
    expect(brief).toEqual({ ...whole, detail: null })
    expect(brief.counts.moved).toBeGreaterThan(0)
  })

  test('holds many runs apart, and lets go of one', () => {
    const bench = createMethodBench()
    const others = [small, makeSixChannelPlate(3, 40)]
    for (const [index, input] of others.entries()) bench.hold(holdable(String(index), input))
    const draft = withTarget(small.evaluation, fixed(2))
    const pair = { inForce: small.evaluation, draft }
    const { changes } = bench.compare('0', pair, true).detail!
    expect(changes).toEqual(diffResults(analyse(small), analyse({ ...small, evaluation: draft })))
    bench.drop('0')
    expect(() => bench.compare('0', pair, true)).toThrow('not held')
  })

  test('has the curves of both: one set until their baselines differ', () => {
    const bench = createMethodBench()
    bench.hold(holdable('run', small))
    const inForce = small.evaluation
    const moved = { inForce, draft: withTarget(inForce, fixed(0.9)) }
    const known = bench.compare('run', moved, true).detail?.curvesKey
    const layers = bench.readLayers('run', moved)
    expect(layers.inForce).toBe(layers.draft)
    expect(layers.curvesKey).toBe(known)
    const draft = withTarget(inForce, { baseline: { method: 'window', start: 3, end: 9 } })
    expect(bench.compare('run', { inForce, draft }, true).detail?.curvesKey).not.toBe(known)
    const both = bench.readLayers('run', { inForce, draft })
    expect(both.draft).toEqual(curveLayers(small.amplification, draft))
    expect(both.inForce).toEqual(curveLayers(small.amplification, inForce))
    // Read the curves in force, which leaves the draft on the bench.
    expect(bench.compare('run', { inForce, draft }, true).detail?.changes).toEqual(
      diffResults(analyse(small), analyse({ ...small, evaluation: draft })),
    )
  })

  test('hands on the fault of a damaged curve file', () => {
    const bench = createMethodBench()
    bench.hold({ ...holdable('run', small), curves: curvesOf(small).slice(0, 40) })
    const pair = { inForce: small.evaluation, draft: small.evaluation }
    expect(() => bench.compare('run', pair, false)).toThrow('curve file')
  })
})
