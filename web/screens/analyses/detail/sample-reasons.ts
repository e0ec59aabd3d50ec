import type {
  ControlResult,
  Results,
  SampleResult,
  TraceEntry,
} from '../../../../domain/results.ts'
import {
  findObjectors,
  isOfReplicates,
  replicateRules,
} from '../../../../domain/rules/objections.ts'
import { t } from '../../../i18n/intl.ts'
import { decidingText } from '../../../entities/result/trace-text.ts'

type Judged = Pick<Results, 'wells' | 'controls'>

/** So many reasons are said with their wells; of more wells only how many. */
const named = 3

/** The rule of a control that has failed, by its link in the traces of the samples that it made invalid. */
const controlOf: Readonly<Partial<Record<TraceEntry['rule'], ControlResult['rule']>>> = {
  ntc_detected: 'ntc_clean',
  positive_not_detected: 'positive_detected',
  positive_cq_outside: 'positive_cq',
  tt_ntc_detected: 'ntc_clean',
  tt_positive_not_detected: 'positive_detected',
  tt_positive_outside: 'positive_cq',
}

/**
 * Explain the result of a sample in words: the rule that decided, and for a sample in doubt or invalid each reason with its wells:
 * for a failed control the well of that control, with its value. Empty when no well is marked.
 */
export function sampleReasons(sample: SampleResult, results: Judged): string {
  if (isOfReplicates(sample)) {
    const between = sample.trace.filter(({ rule }) => replicateRules.includes(rule))
    return decidingText(between)
  }
  const { wells } = results
  const byReason = new Map<string, string[]>()
  for (const { well, trace } of findObjectors(sample, wells)) {
    const reason = decidingText(trace)
    if (reason === '') continue
    const of = findControl(trace, sample.target, results) ?? well
    byReason.set(reason, [...new Set([...(byReason.get(reason) ?? []), of])])
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
export function sampleBecause(sample: SampleResult, results: Judged): string | null {
  if (sample.call !== 'review' && sample.call !== 'invalid') return null
  const reasons = sampleReasons(sample, results)
  return reasons && t('explain.because', { call: t(`call.${sample.call}`), reasons })
}

/** Find the well of the control that decided; null if it was a well of the sample itself. */
function findControl(
  trace: readonly TraceEntry[],
  target: string,
  { controls }: Judged,
): string | null {
  const decided = trace.findLast((entry) => entry.decided)
  const rule = decided && controlOf[decided.rule]
  const broken = controls.find((one) => one.rule === rule && one.target === target && !one.ok)
  return broken?.wells[0] ?? null
}
