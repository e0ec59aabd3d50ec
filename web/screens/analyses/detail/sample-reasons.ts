import type { SampleResult, WellResult } from '../../../../domain/results.ts'
import { findObjectors } from '../../../../domain/rules/objections.ts'
import { t } from '../../../i18n/intl.ts'
import { decidingText } from './trace-text.ts'

/** So many wells are named with their reasons; of more only how many. */
const named = 3

/**
 * Why a sample is what it is, in words: the rule that decided, and of a sample in doubt or invalid each well that objected
 * with its own rule. Empty when none is marked.
 */
export function sampleReasons(sample: SampleResult, wells: readonly WellResult[]): string {
  const between = sample.trace.filter(
    ({ rule }) => rule === 'replicates_disagree' || rule === 'replicate_spread',
  )
  const ofReplicates = decidingText(between)
  if (ofReplicates !== '') return ofReplicates
  const objectors = findObjectors(sample, wells)
  if (objectors.length === 0) return decidingText(sample.trace)
  const reasons = objectors
    .slice(0, named)
    .map(({ well, trace }) => t('explain.ofWell', { well, reason: decidingText(trace) }))
  const more = objectors.length - named
  return [...reasons, ...(more > 0 ? [t('explain.moreWells', { count: more })] : [])].join(' · ')
}

/** "Review, because A3: …" of a sample in doubt or invalid; null of any other. */
export function sampleBecause(sample: SampleResult, wells: readonly WellResult[]): string | null {
  if (sample.call !== 'review' && sample.call !== 'invalid') return null
  const reasons = sampleReasons(sample, wells)
  return reasons && t('explain.because', { call: t(`call.${sample.call}`), reasons })
}
