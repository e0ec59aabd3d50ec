import type { CallName, TraceEntry } from '../../../../../domain/results.ts'
import { evidenceRules, isBorderline } from './borderline.ts'

/**
 * Outcome of one rule in the trace: `held` it was checked and did not decide; `near` neither did it, but narrowly; `below` it is
 * evidence against growth and did not decide by itself; `noted` it is only a remark; `for` it made the call "detected";
 * `settled` it made it "not detected"; `against` it put the result in doubt or made it invalid; `overruled` it had
 * decided, and a later rule decided otherwise (a failed control, an exclusion).
 */
export type Verdict =
  | 'held'
  | 'near'
  | 'below'
  | 'noted'
  | 'for'
  | 'settled'
  | 'against'
  | 'overruled'

const byCall = {
  detected: 'for',
  not_detected: 'settled',
  review: 'against',
  invalid: 'against',
} as const satisfies Record<CallName, Verdict>

/** Rules of the run's controls, which come last and overrule those of the well's own curve. */
const ofControls: readonly TraceEntry['rule'][] = [
  'ntc_detected',
  'positive_not_detected',
  'positive_cq_outside',
  'internal_control_missing',
  'tt_ntc_detected',
  'tt_positive_not_detected',
  'tt_positive_outside',
  'tt_internal_control_missing',
]

/** Judge each link of the chain of rules that led to `call`. */
export function judgeTrace(trace: readonly TraceEntry[], call: CallName): Verdict[] {
  const control = trace.findIndex(({ rule, decided }) => decided && ofControls.includes(rule))
  return trace.map((entry, at) => {
    const { rule, decided } = entry
    if (!decided) return judgeUndecided(entry)
    if (ofControls.includes(rule)) return 'against'
    return control > at ? 'overruled' : byCall[call]
  })
}

function judgeUndecided(entry: TraceEntry): Verdict {
  const { rule, value, limit } = entry
  if (rule === 'hook') return 'noted'
  if (isBorderline(entry)) return 'near'
  const isBelow = value !== null && limit !== null && value < limit
  return isBelow && evidenceRules.includes(rule) ? 'below' : 'held'
}
