import type { SampleResult, WellResult } from '../../../../domain/results.ts'
import { findObjectors, isOfReplicates } from '../../../../domain/rules/objections.ts'
import { t } from '../../../i18n/intl.ts'
import { decidingText } from './trace-text.ts'

/** So many reasons are said with their wells; of more wells only how many. */
const named = 3

/**
 * Why a sample is what it is, in words: the rule that decided, and of a sample in doubt or invalid each reason with the
 * wells that objected by it. Empty when none is marked.
 */
export function sampleReasons(sample: SampleResult, wells: readonly WellResult[]): string {
  if (isOfReplicates(sample)) {
    const between = sample.trace.filter(
      ({ rule }) => rule === 'replicates_disagree' || rule === 'replicate_spread',
    )
    return decidingText(between)
  }
  const byReason = new Map<string, string[]>()
  for (const { well, trace } of findObjectors(sample, wells)) {
    const reason = decidingText(trace)
    if (reason !== '') byReason.set(reason, [...(byReason.get(reason) ?? []), well])
  }
  if (byReason.size === 0) return decidingText(sample.trace)
  const said = [...byReason].map(([reason, of]) =>
    t('explain.ofWell', { well: of.join(', '), reason }),
  )
  const more = [...byReason.values()].slice(named).flat().length
  return [
    ...said.slice(0, named),
    ...(more > 0 ? [t('explain.moreWells', { count: more })] : []),
  ].join(' · ')
}

/** "Review, because A3: …" of a sample in doubt or invalid; null of any other. */
export function sampleBecause(sample: SampleResult, wells: readonly WellResult[]): string | null {
  if (sample.call !== 'review' && sample.call !== 'invalid') return null
  const reasons = sampleReasons(sample, wells)
  return reasons && t('explain.because', { call: t(`call.${sample.call}`), reasons })
}
