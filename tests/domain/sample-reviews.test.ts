import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Analysis } from '../../domain/entities/analysis.ts'
import {
  type SampleDecision,
  type SampleReview,
  sampleVerdicts,
} from '../../domain/entities/sample-review.ts'
import {
  countReviews,
  heldBack,
  refuseDecision,
  reviewsOn,
  staleReviews,
} from '../../domain/rules/sample-review.ts'
import { refuseAnalysis } from '../../domain/rules/analysis.ts'
import { mergeSampleReviews } from '../../domain/sync/merge-sample-reviews.ts'
import { createRandom } from '../support/seeded-random.ts'

const review = (sample_uuid: string, more: Partial<SampleReview> = {}): SampleReview => ({
  sample_uuid,
  verdict: 'held',
  reason: 'repeat it',
  user_uuid: 'u',
  user_name: 'U',
  at: 't0',
  result_hash: 'r1',
  ...more,
})
const run = (sample_reviews: SampleReview[], results = ['r1']) =>
  ({
    status: 'COMPLETE',
    user_uuid: 'operator',
    samples: ['a', 'b', 'c', 'd'].map((uuid) => ({ uuid })),
    sample_reviews,
    results: results.map((hash) => ({ hash })),
  }) as unknown as Analysis
const reviewer = (at: string, user = 'u') => ({
  user_uuid: user,
  user_name: user,
  at,
  result_hash: 'r1',
})
const decide = (sample_uuid: string, more: Partial<SampleDecision> = {}): SampleDecision => ({
  sample_uuid,
  verdict: 'held',
  reason: 'repeat it',
  seen: null,
  ...more,
})

describe('the reviews of a run’s samples', () => {
  it('an acceptance and silence release; what is held or rejected is not, also after a recalculation', () => {
    const record = run([review('a', { verdict: 'accepted' }), review('b')], ['r1', 'r2'])
    expect(heldBack(record, 'a')).toBeNull()
    expect(heldBack(record, 'c')).toBeNull()
    expect(heldBack(record, 'b')).toMatchObject({ verdict: 'held' })
    expect(staleReviews(record)).toHaveLength(2)
  })

  it('is counted over all samples', () => {
    const words = [
      review('a', { verdict: 'accepted' }),
      review('b', { result_hash: 'r0' }),
      review('c', { verdict: 'rejected' }),
    ]
    expect(countReviews(run(words))).toEqual({
      accepted: 1,
      held: 1,
      rejected: 1,
      open: 1,
      stale: 1,
    })
  })

  it('a decision needs a sample of the plate, and a reason unless it accepts', () => {
    const record = run([])
    expect(refuseDecision(record, decide('x'))).toBe('sample_unknown')
    expect(refuseDecision(record, decide('a', { reason: ' a ' }))).toBe('reason_needed')
    expect(refuseDecision(record, decide('a', { verdict: 'rejected', reason: '' }))).toBe(
      'reason_needed',
    )
    expect(refuseDecision(record, decide('a', { verdict: 'accepted', reason: '' }))).toBeNull()
    expect(refuseDecision(record, decide('a', { verdict: null, reason: '' }))).toBeNull()
  })

  it('goes with the sample', () => {
    const [a, z] = ['a', 'z'].map((uuid, at) => ({ uuid, coordinates: [`A${at + 1}`] }))
    if (!a || !z) throw new Error('two samples')
    expect(reviewsOn([review('a'), review('z')], [a, z], [a])).toEqual([review('a')])
  })

  it('earlier reviews block signing, and nothing else', () => {
    const who = {
      user_uuid: 'reviewer',
      counted_with: undefined,
      unconfirmed: false,
      permissions: ['analysis.validate', 'analysis.recalculate'],
      fourEyes: true,
    }
    const late = run([review('a')], ['r1', 'r2'])
    expect(refuseAnalysis('validate', late, who)).toEqual({ reason: 'reviews_stale', count: 1 })
    expect(refuseAnalysis('reviewSamples', late, who)).toBeNull()
    expect(refuseAnalysis('recalculate', late, who)).toBeNull()
    expect(refuseAnalysis('validate', run([review('a')]), who)).toBeNull()
    const own = { ...who, user_uuid: 'operator' }
    expect(refuseAnalysis('reviewSamples', late, own)).toEqual({ reason: 'four_eyes' })
    expect(refuseAnalysis('reviewSamples', run([], []), who)).toEqual({ reason: 'no_results' })
  })
})

describe('the words of two reviewers', () => {
  it('on different samples both are kept, in either order', () => {
    const sample = fc.constantFrom('a', 'b', 'c', 'd')
    const verdict = fc.constantFrom(...sampleVerdicts)
    const decisions = fc.uniqueArray(
      fc.record({
        sample_uuid: sample,
        verdict,
        reason: fc.constant('why'),
        seen: fc.constant(null),
      }),
      { selector: ({ sample_uuid }) => sample_uuid },
    )
    const together = fc.property(decisions, fc.nat(4), (all, cut) => {
      const [mine, theirs] = [all.slice(0, cut), all.slice(cut)]
      const put = (first: SampleDecision[], second: SampleDecision[], names: [string, string]) => {
        const one = mergeSampleReviews([], first, reviewer('t1', names[0]))
        const both = one.clash
          ? one
          : mergeSampleReviews(one.reviews, second, reviewer('t1', names[1]))
        return both.clash ? null : both.reviews
      }
      const forth = put(mine, theirs, ['me', 'you'])
      expect(forth).toEqual(put(theirs, mine, ['you', 'me']))
      expect(forth).toHaveLength(all.length)
    })
    fc.assert(together)
  })

  it('on one sample clash unless they say the same, and then nothing of either is written', () => {
    const current = [review('a', { at: 't1' })]
    const other = decide('a', { verdict: 'accepted', reason: '' })
    expect(mergeSampleReviews(current, [decide('b'), other], reviewer('t2'))).toEqual({
      clash: true,
      sample_uuid: 'a',
    })
    const same = mergeSampleReviews(current, [decide('a')], reviewer('t2', 'second'))
    expect(same).toEqual({ clash: false, reviews: current })
    const back = decide('a', { verdict: null, seen: 't1' })
    expect(mergeSampleReviews(current, [back], reviewer('t2'))).toEqual({
      clash: false,
      reviews: [],
    })
    expect(mergeSampleReviews([], [back], reviewer('t2'))).toEqual({ clash: false, reviews: [] })
  })

  it('said again of newer results is a new word', () => {
    const newer = { ...reviewer('t2'), result_hash: 'r2' }
    const merged = mergeSampleReviews([review('a')], [decide('a', { seen: 't0' })], newer)
    expect(merged).toMatchObject({ reviews: [{ result_hash: 'r2', at: 't2' }] })
  })
})

/** Seeds that are always played: the first ones, and what once went wrong. */
const seeds = Array.from({ length: 400 }, (_, seed) => seed)

describe('reviewers who look at pictures of different age', () => {
  it('never take the place of a word that they did not see, and lose none of their own', () => {
    for (const seed of seeds) expect(playReview(seed), `seed ${seed}`).toEqual([])
  })
})

/** List the problems in a history of three reviewers: each sees the record as it was at their last look. */
function playReview(seed: number): string[] {
  const { below, pick } = createRandom(seed)
  const problems: string[] = []
  let record: SampleReview[] = []
  const seen: SampleReview[][] = [[], [], []]
  for (let step = 0; step < 60; step++) {
    const who = below(3)
    if (below(3) === 0) {
      seen[who] = record
      continue
    }
    const samples = ['a', 'b', 'c', 'd', 'e'].filter(() => below(3) === 0)
    const decisions = samples.map((sample_uuid): SampleDecision => {
      const stood = seen[who]?.find((one) => one.sample_uuid === sample_uuid)
      const verdict = pick([...sampleVerdicts, null])
      return { sample_uuid, verdict, reason: `w${step}`, seen: stood?.at ?? null }
    })
    const merged = mergeSampleReviews(record, decisions, reviewer(`t${step}`, `u${who}`))
    if (merged.clash) continue
    problems.push(...lostIn(record, merged.reviews, decisions, seen[who] ?? []))
    record = merged.reviews
    seen[who] = record
  }
  return problems
}

function lostIn(
  before: readonly SampleReview[],
  after: readonly SampleReview[],
  decisions: readonly SampleDecision[],
  seen: readonly SampleReview[],
): string[] {
  const of = (reviews: readonly SampleReview[], sample: string) =>
    reviews.find(({ sample_uuid }) => sample_uuid === sample)
  const replaced = before
    .filter((one) => of(after, one.sample_uuid) !== one && !seen.includes(one))
    .map(({ sample_uuid }) => `replaced unseen: ${sample_uuid}`)
  const untold = decisions
    .filter(({ sample_uuid, verdict }) => (of(after, sample_uuid)?.verdict ?? null) !== verdict)
    .map(({ sample_uuid }) => `not written: ${sample_uuid}`)
  return [...replaced, ...untold]
}
