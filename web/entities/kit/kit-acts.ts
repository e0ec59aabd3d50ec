import { bkitCalls } from '../../../domain/calls/bkits.ts'
import type { Bkit } from '../../../domain/entities/bkit.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { Act } from '../../record/act.ts'
import { whyNotCall } from '../../record/rights.ts'

/** Make what may be done about a kit. Kits are the provider's: other companies read them. */
export function makeKitActs(kit: Bkit, open: { edit: () => void; link: () => void }): Act[] {
  return [
    {
      id: 'edit',
      label: t('material.act.edit'),
      icon: 'edit',
      hint: t('material.hint.edit'),
      why: whyNotCall(bkitCalls.edit),
      open: open.edit,
    },
    {
      id: 'link',
      label: t('material.act.link'),
      icon: 'link',
      hint: t('material.hint.link'),
      why: whyNotCall(bkitCalls.link),
      open: open.link,
    },
    {
      id: 'delete',
      label: t('material.act.delete'),
      icon: 'trash',
      hint: t('material.hint.delete'),
      why: whyNotCall(bkitCalls.delete),
      ask: {
        title: t('material.ask.delete', { name: kit.name, lot: kit.lot }),
        text: t('material.consequence.delete'),
        submit: t('material.act.delete'),
        danger: true,
        reason: 'may',
      },
      send: async (opId, reason) => {
        const body = reason ? { reason } : {}
        await call(bkitCalls.delete, { params: { id: kit.uuid }, body }, { opId })
        return t('material.done.delete', { name: kit.name, lot: kit.lot })
      },
    },
  ]
}
