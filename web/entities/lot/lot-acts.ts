import type { LotAction } from '../../../domain/actions/lot.ts'
import { refuse } from '../../../domain/actions/refuse.ts'
import { lotCalls } from '../../../domain/calls/lots.ts'
import type { BkitLot } from '../../../domain/entities/bkit-lot.ts'
import { lotStateOf } from '../../../domain/rules/kit.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { Act } from '../../record/act.ts'
import { account } from '../../state/session.ts'

/** Make what may be done about a produced lot, with what each means or why it is not possible now. */
export function makeLotActs(
  lot: BkitLot,
  open: { edit: () => void; release: () => void; withdraw: () => void },
): Act[] {
  const act = (id: Exclude<LotAction, 'attach'>, icon: Act['icon']) => ({
    id,
    icon,
    label: t(`material.lot.act.${id}`),
    hint: t(`material.lot.hint.${id}`),
    why: whyNot(id, lot),
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

function whyNot(action: LotAction, lot: BkitLot): string | null {
  const state = lotStateOf(lot)
  const permissions = account.value?.permissions ?? []
  const refusal = refuse('bkit_lot', action, { state, permissions })
  if (!refusal) return null
  return refusal.reason === 'permission_missing'
    ? t('fault.permission_missing')
    : t('material.lot.why', { state: t(`material.lot.${state}`) })
}
