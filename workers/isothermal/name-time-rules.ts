import type { TraceEntry } from '../../domain/results.ts'

/** Rules that samples and controls share with a PCR, by the name under which they speak of minutes. */
const timeRules: Readonly<Partial<Record<TraceEntry['rule'], TraceEntry['rule']>>> = {
  replicate_spread: 'tt_spread',
  ntc_detected: 'tt_ntc_detected',
  positive_not_detected: 'tt_positive_not_detected',
  positive_cq_outside: 'tt_positive_outside',
  internal_control_missing: 'tt_internal_control_missing',
}

/** Name the rules of a trace so that their texts speak of a time to threshold and not of a Cq. */
export function nameTimeRules(trace: readonly TraceEntry[]): TraceEntry[] {
  return trace.map((entry) => ({ ...entry, rule: timeRules[entry.rule] ?? entry.rule }))
}
