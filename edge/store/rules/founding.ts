import { canonicalJson } from '../../../domain/canonical.ts'
import {
  fieldsOfStep,
  type Founding,
  foundingSteps,
  isStepDone,
} from '../../../domain/entities/founding.ts'
import { Fault } from '../../../domain/fault.ts'
import type { RecordRules } from '../record-rule.ts'

/** @throws Fault `refused` for a founding that has ended. */
export function checkOpen({ status }: Founding): void {
  if (status === 'open') return
  throw new Fault('refused', 'This founding has ended', { reason: 'founding_ended' })
}

/** Keep what a step was carried out with: the company has it by now, and is changed there. */
export const foundingRules: RecordRules<'founding'> = {
  check: (_sql, next, known) => {
    if (!known) return
    checkOpen(known)
    const isOther = (field: keyof Founding) =>
      canonicalJson(next[field]) !== canonicalJson(known[field])
    for (const step of foundingSteps) {
      const field = isStepDone(known, step) ? fieldsOfStep[step].find(isOther) : undefined
      if (field === undefined) continue
      throw new Fault('refused', 'This step is done: change it in the company', {
        field,
        reason: 'founding_step_done',
      })
    }
  },
}
