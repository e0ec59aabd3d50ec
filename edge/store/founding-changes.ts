import {
  type Founding,
  type foundingFields,
  type FoundingStep,
  isStepDone,
} from '../../domain/entities/founding.ts'
import { mustSee } from './by.ts'
import { doerOf } from './operations.ts'
import type { Planners } from './planner.ts'
import { checkOpen } from './rules/founding.ts'

/** Changes of a founding that are more than an edit of what was written for its steps. */
export type FoundingChange =
  /**
   * A step was carried out with these fields, which may have been edited meanwhile; of devices those that the company has by now,
   * and those that wait.
   */
  | {
      type: 'founding.step'
      uuid: string
      step: FoundingStep
      fields: Partial<Pick<Founding, keyof typeof foundingFields>>
      devices?: Pick<Founding, 'claimed' | 'waiting'> | undefined
    }
  | { type: 'founding.end'; uuid: string; reason: string }

export const foundingPlanners: Planners<FoundingChange> = {
  'founding.step': (_sql, { uuid, step, fields, devices }, by, at) => ({
    kind: 'founding',
    uuid,
    action: 'founding.step',
    change: (found) => {
      const founding = mustSee('founding', found, by.sight)
      checkOpen(founding)
      const next = { ...founding, ...devices }
      // Finish the step only when no device is waited for; another person may have done it meanwhile.
      if (isStepDone(founding, step) || (devices?.waiting.length ?? 0) > 0) return next
      // Leave the step open for a device that was scanned meanwhile, which nobody has looked for.
      const isMissing = (id: string) => !fields.devices?.includes(id)
      if (step === 'devices' && founding.devices.some(isMissing)) return next
      const done = { step, ...doerOf(by.actor), at }
      return { ...next, ...fields, done: [...founding.done, done] }
    },
  }),
  'founding.end': (_sql, { uuid, reason }, by) => ({
    kind: 'founding',
    uuid,
    action: 'founding.end',
    reason,
    change: (found) => {
      const founding = mustSee('founding', found, by.sight)
      if (founding.status !== 'open') return founding
      return { ...founding, status: isStepDone(founding, 'company') ? 'finished' : 'dropped' }
    },
  }),
}
