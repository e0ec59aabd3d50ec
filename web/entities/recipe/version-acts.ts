import type { VersionAction } from '../../../domain/actions/recipe-version.ts'
import { recipeCalls } from '../../../domain/calls/recipes.ts'
import type { Recipe } from '../../../domain/entities/recipe.ts'
import { openVersion, refuseVersion, versionState } from '../../../domain/rules/recipe-version.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { IconName } from '../../parts/icon/icon-paths.ts'
import type { Act } from '../../record/act.ts'
import { actorOf } from '../../record/actor.ts'
import { whyNotAway, whyNotSecond, whyNotSigned } from '../../record/rights.ts'
import { account } from '../../state/session.ts'

type Step = Exclude<VersionAction, 'write' | 'compare'>

const icons = {
  send: 'next',
  approve: 'certificate',
  ask_changes: 'edit',
  withdraw: 'back',
  discard: 'trash',
  retire: 'stop',
} as const satisfies Record<Step, IconName>

type Sent = { params: { id: string }; body: { reason?: string } }
const rows = {
  withdraw: (parts: Sent, opId: string) => call(recipeCalls.withdrawVersion, parts, { opId }),
  ask_changes: (parts: Sent, opId: string) =>
    call(recipeCalls.askVersionChanges, withReason(parts), { opId }),
  discard: (parts: Sent, opId: string) =>
    call(recipeCalls.discardVersion, withReason(parts), { opId }),
  retire: (parts: Sent, opId: string) => call(recipeCalls.retire, withReason(parts), { opId }),
}
const withReason = ({ params, body: { reason = '' } }: Sent) => ({ params, body: { reason } })

/** Steps that are shown in each state of the version that people work on. */
const shown = {
  draft: ['send', 'discard', 'retire'],
  review: ['approve', 'ask_changes', 'withdraw', 'retire'],
  approved: ['withdraw', 'retire'],
  effective: ['retire'],
  retired: [],
} as const satisfies Record<ReturnType<typeof versionState>, readonly Step[]>

/**
 * Make what may be done about the version of a recipe that people work on (decision 34); where not, with the reason of the
 * table of actions. An archived recipe has none: it is taken out of the archive first.
 */
export function makeVersionActs(
  recipe: Recipe,
  given: { onSend: () => void; onApprove: () => void },
): Act[] {
  if (recipe.archived === 1) return []
  const at = new Date().toISOString()
  return shown[versionState(recipe, at)]
    .filter((step) => step !== 'discard' || recipe.next)
    .map((step) => makeAct(step, recipe, at, given))
}

function makeAct(
  step: Step,
  recipe: Recipe,
  at: string,
  given: { onSend: () => void; onApprove: () => void },
): Act {
  const facts = {
    id: `version_${step}`,
    label: t(`versions.act.${step}`),
    icon: icons[step],
    hint: t(`versions.hint.${step}`),
    why: whyNotVersion(step, recipe, at),
    isNext: step === 'send' || step === 'approve' || step === 'ask_changes',
  }
  if (step === 'send') return { ...facts, open: given.onSend }
  if (step === 'approve') return { ...facts, open: given.onApprove }
  const { uuid: id, name } = recipe
  const version = openVersion(recipe, at)?.version ?? recipe.version
  const isDue = step !== 'withdraw'
  return {
    ...facts,
    ask: {
      title: t(`versions.ask.${step}`, { name, version }),
      text: t(`versions.ask.${step}Text`),
      submit: t(`versions.act.${step}`),
      danger: isDue && step !== 'ask_changes',
      reason: isDue ? 'due' : 'may',
    },
    send: async (opId, reason) => {
      await rows[step]({ params: { id }, body: { ...(reason && { reason }) } }, opId)
      return t(`versions.done.${step}`, { name })
    },
  }
}

function whyNotVersion(step: Step, recipe: Recipe, at: string): string | null {
  const who = account.value
  if (!who) return t('fault.permission_missing')
  const refusal = refuseVersion(step, recipe, actorOf(who), at)
  if (!refusal && step === 'approve') return whyNotSigned(recipeCalls.approveVersion)
  if (!refusal && step === 'ask_changes') return whyNotAway(recipeCalls.askVersionChanges)
  if (!refusal) return null
  if (refusal.reason === 'wrong_state') return t('methods.why.state')
  if (refusal.reason === 'counts_as_you') return whyNotSecond(refusal.name)
  return t(`fault.${refusal.reason}`)
}
