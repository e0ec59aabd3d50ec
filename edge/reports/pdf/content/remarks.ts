import type { Flag, SampleResult, TraceEntry, WellResult } from '../../../../domain/results.ts'
import { noteQuantity } from '../../../../domain/rules/quantity-note.ts'
import { heldBack, reviewOf } from '../../../../domain/rules/sample-review.ts'
import { traceUnits } from '../../../../domain/rules/trace-units.ts'
import { isExcluded, type ReportFacts } from './report-facts.ts'
import type { Key, Say } from './say.ts'

/** Decimals of a rule's numbers, by their unit; those of signals depend on their size. */
const decimals = { time: 2, celsius: 1, ratio: 1, count: 0, none: 0 } as const

/** Return the remarks on a result beside its numbers: why it is in doubt or not released, and its flags. */
export function remarksOf(facts: ReportFacts, well: WellResult, reason: string | null): string {
  const { say } = facts
  const out = reason ? `${say.word('trace.excluded')} (${reason})` : say.word('trace.excluded')
  return [
    ...(isExcluded(well) ? [out] : []),
    ...whyNot(facts, well),
    ...well.flags.map((flag) => flagText(say, flag)),
  ].join('; ')
}

export function sampleRemarks(facts: ReportFacts, sample: SampleResult): string {
  return [...whyNot(facts, sample), ...quantityRemarks(facts, sample)].join('; ')
}

/** Say of an amount that it is beyond the standards, or why there is none; nothing of a sample that is not released. */
function quantityRemarks({ say, record, results }: ReportFacts, sample: SampleResult): string[] {
  const note = heldBack(record, sample.sample_uuid)
    ? null
    : noteQuantity(sample, results, record.samples)
  if (!note) return []
  if (note.code === 'extrapolated') {
    const [lowest, highest] = [say.signal(note.lowest), say.signal(note.highest)]
    return [say.word('quantity.extrapolated', { lowest, highest })]
  }
  const values = 'targets' in note ? { targets: say.list(note.targets) } : {}
  return [say.word(`quantity.${note.code}`, values)]
}

/** Return the reviewer's reason that the result is not released, or else the reason that it is in doubt. */
function whyNot(
  { say, record }: ReportFacts,
  result: Pick<WellResult, 'sample_uuid' | 'call' | 'trace'>,
): string[] {
  const held = heldBack(record, result.sample_uuid ?? '')
  return held ? [held.reason] : doubts(say, result)
}

/** Describe the review of a sample: verdict, person, time and reason; empty where there is none. */
export function reviewText({ say, record }: ReportFacts, sample: string): string {
  const review = reviewOf(record, sample)
  if (!review) return ''
  const { verdict, reason, user_name, at } = review
  const word = say.word(`call.${verdict}`)
  const said = reason === '' ? word : say.word('pair', { label: word, value: reason })
  return `${said} (${say.list([user_name, say.moment(at)])})`
}

function flagText(say: Say, { name, value, limit }: Flag): string {
  return say.word(`flag.${name}`, {
    value: value === null ? '–' : say.ratio(value, 2),
    limit: limit === null ? '–' : say.ratio(limit, 2),
  })
}

function doubts(say: Say, { call, trace }: Pick<WellResult, 'call' | 'trace'>): string[] {
  if (call !== 'review' && call !== 'invalid') return []
  const deciding = trace.filter(({ decided, rule }) => decided && rule !== 'excluded').at(-1)
  return deciding ? [ruleText(say, deciding)] : []
}

function ruleText(say: Say, { rule, value, limit }: TraceEntry): string {
  const unit = traceUnits[rule]
  const write = (one: number | null) => {
    if (one === null) return '–'
    return unit === 'signal' ? say.signal(one) : say.ratio(one, decimals[unit])
  }
  // Ask for the threshold too: a curve without a Cq may have points above it.
  const isReached = rule === 'no_crossing' && value !== null && limit !== null && value >= limit
  const key: Key = isReached ? 'trace.no_crossing.reached' : `trace.${rule}`
  return say.word(key, { value: write(value), limit: write(limit) })
}
