import type { SampleResult, TraceEntry, WellResult } from '../results.ts'

/** Rules that compare the replicates of a sample. */
export const replicateRules: readonly TraceEntry['rule'][] = [
  'replicates_disagree',
  'replicate_spread',
  'tt_spread',
]

/**
 * List the wells because of which a sample is in doubt or invalid, in their order: those that are so themselves, or all
 * of it where the replicates do not agree. None for a sample that is neither.
 */
export function findObjectors(sample: SampleResult, wells: readonly WellResult[]): WellResult[] {
  if (sample.call !== 'review' && sample.call !== 'invalid') return []
  const own = wells.filter(
    ({ well, target }) => target === sample.target && sample.wells.includes(well),
  )
  const objecting = own.filter(({ call }) => call === sample.call)
  return isOfReplicates(sample) || objecting.length === 0 ? own : objecting
}

/** Tell if a sample is in doubt because its replicates do not agree. What makes it invalid is graver and comes after that. */
export function isOfReplicates({ call, trace }: Pick<SampleResult, 'call' | 'trace'>): boolean {
  return (
    call === 'review' && trace.some(({ rule, decided }) => decided && replicateRules.includes(rule))
  )
}
