import type { LotAction } from '../../../domain/actions/lot.ts'
import { lotCalls } from '../../../domain/calls/lots.ts'
import type { BkitLot } from '../../../domain/entities/bkit-lot.ts'
import { lotStateOf } from '../../../domain/rules/kit.ts'
import { refuseProducedLot } from '../../../domain/rules/produced-lot.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { Act } from '../../record/act.ts'
import { actorOf } from '../../record/actor.ts'
import { whyNotSecond, whyNotSigned } from '../../record/rights.ts'
import { account } from '../../state/session.ts'

/** Make what may be done about a produced lot, with what each means or why it is not possible now. */
export function makeLotActs(
  lot: BkitLot,
  open: { edit: () => void; release: () => void; withdraw: () => void },
): Act[] {
  const act = (id: Exclude<LotAction, 'attach' | 'label'>, icon: Act['icon']) => ({
    id,
    icon,
    label: t(`material.lot.act.${id}`),
    hint: t(`material.lot.hint.${id}`),
    why: whyNotLot(id, lot),
  })
  return [
    { ...act('release', 'lock'), open: open.release },
    {
      ...act('hold', 'warning'),
      ask: {
        title: t('material.lot.ask.hold', { lot: lot.lot_number }),
        text: t('material.lot.consequence.hold'),
        submit: t('material.lot.act.hold'),
        danger: true,
        reason: 'due',
      },
      send: async (opId, reason) => {
        await call(lotCalls.hold, { params: { id: lot.uuid }, body: { reason } }, { opId })
        return t('material.lot.done.hold', { lot: lot.lot_number })
      },
    },
    { ...act('withdraw', 'error'), open: open.withdraw },
    { ...act('edit', 'edit'), open: open.edit },
  ]
}

/** Return the reason that an action on a lot is not possible now, in words; or null. */
export function whyNotLot(action: LotAction, lot: BkitLot): string | null {
  const who = account.value
  if (!who) return t('fault.permission_missing')
  const refusal = refuseProducedLot(action, lot, actorOf(who))
  switch (refusal?.reason) {
    case undefined:
      return action === 'release' || action === 'withdraw' ? whyNotSigned(lotCalls[action]) : null
    case 'wrong_state':
      return t('material.lot.why', { state: t(`material.lot.${lotStateOf(lot)}`) })
    case 'four_eyes':
      return t('material.lot.whyAuthor')
    case 'counts_as_you':
      return whyNotSecond(refusal.name)
    default:
      return t('fault.permission_missing')
  }
}
