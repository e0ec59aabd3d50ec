import type { FaultDetail } from '../../../../domain/fault.ts'
import { faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import type { Draft } from '../../../state/draft.ts'
import type { Plan } from './plan.ts'

/** One line of the list before a launch. */
export interface Check {
  id: 'method' | 'device' | 'layout' | 'name' | 'swarm'
  ok: boolean
  /** What is settled, or what is missing. */
  text: string
}

/** What must be settled before a launch, in the order of the page; the rules themselves are the domain's. */
export function listChecks(state: {
  draft: Draft
  plan: Plan
  problems: readonly FaultDetail[]
  refusal: FaultDetail | null
}): Check[] {
  const { draft, plan, problems, refusal } = state
  const layout = draft.layout.present
  const wells = layout.reduce((sum, { coordinates }) => sum + coordinates.length, 0)
  const [first] = problems
  const checks: Check[] = [
    plan.method && draft.cartridge_type
      ? { id: 'method', ok: true, text: plan.methodName }
      : { id: 'method', ok: false, text: t('wizard.check.method') },
    refusal || !plan.device
      ? { id: 'device', ok: false, text: refusal ? faultText(refusal) : t('wizard.check.device') }
      : { id: 'device', ok: true, text: plan.device.name },
    first || !draft.cartridge_type
      ? {
          id: 'layout',
          ok: false,
          text: first
            ? problems.length > 1
              ? t('wizard.check.more', { first: faultText(first), count: problems.length - 1 })
              : faultText(first)
            : t('wizard.check.layout'),
        }
      : {
          id: 'layout',
          ok: true,
          text: t('wizard.check.samples', { samples: layout.length, wells }),
        },
    draft.name.trim() === ''
      ? { id: 'name', ok: false, text: t('wizard.check.name') }
      : { id: 'name', ok: true, text: draft.name },
  ]
  if (!draft.swarm_uuid) checks.push({ id: 'swarm', ok: false, text: t('wizard.check.swarm') })
  return checks
}
