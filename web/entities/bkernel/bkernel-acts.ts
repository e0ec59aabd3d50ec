import {
  bkernelCalls,
  type CompanyUse,
  type OfferedBkernel,
} from '../../../domain/calls/bkernels.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { Act } from '../../record/act.ts'
import { whyNotCall } from '../../record/rights.ts'
import { countAll, whoRuns } from './count-use.ts'

/** Make what may be done about a version. */
export function makeBkernelActs(
  version: OfferedBkernel,
  uses: readonly CompanyUse[] | null,
  open: { edit: () => void; link: () => void; rollout: () => void },
): Act[] {
  const { uuid: id, name, company_uuids, device_uuids, updated_at: base } = version
  const isLinked = company_uuids.length + device_uuids.length > 0
  const devices = uses && countAll(whoRuns(version, uses))
  return [
    {
      id: 'edit',
      label: t('bkernels.act.edit'),
      icon: 'edit',
      hint: t('bkernels.hint.edit'),
      why: whyNotCall(bkernelCalls.edit),
      open: open.edit,
    },
    {
      id: 'link',
      label: t('bkernels.act.link'),
      icon: 'link',
      hint: t('bkernels.hint.link'),
      why: whyNotCall(bkernelCalls.link),
      open: open.link,
    },
    {
      id: 'rollout',
      label: t('bkernels.rollout.act.open'),
      icon: 'run',
      hint: t('bkernels.rollout.hint.open'),
      why: whyNotCall(bkernelCalls.gates),
      open: open.rollout,
    },
    {
      id: 'delete',
      label: t('bkernels.act.delete'),
      icon: 'trash',
      hint: t('bkernels.hint.delete'),
      why: whyNotCall(bkernelCalls.delete) ?? (isLinked ? t('bkernels.why.linked') : null),
      ask: {
        title: t('bkernels.ask.delete', { name }),
        text: devices
          ? t('bkernels.consequence.deleteUsed', { devices })
          : t('bkernels.consequence.delete'),
        submit: t('bkernels.act.delete'),
        danger: true,
        reason: 'may',
      },
      send: async (opId, reason) => {
        const body = { base, ...(reason && { reason }) }
        await call(bkernelCalls.delete, { params: { id }, body }, { opId })
        return t('bkernels.done.delete', { name })
      },
    },
  ]
}
