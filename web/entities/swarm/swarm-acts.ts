import { swarmCalls } from '../../../domain/calls/swarms.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { Act } from '../../record/act.ts'
import { whyNotCall } from '../../record/rights.ts'

export type SwarmDialog = 'rename' | 'people' | 'devices' | 'merge'

/** Make what may be done about a swarm, with what each means or why it is not possible. */
export function makeSwarmActs(swarm: Swarm, open: (dialog: SwarmDialog) => void): Act[] {
  const archived = swarm.archived === 1 ? t('fault.swarm_archived') : null
  const act = (id: SwarmDialog | 'delete') => ({
    id,
    label: t(`swarms.act.${id}`),
    hint: t(`swarms.hint.${id}`),
  })
  return [
    {
      ...act('people'),
      icon: 'people',
      needs: swarmCalls.linkUser.needs,
      why: whyNotCall(swarmCalls.linkUser),
      open: () => open('people'),
    },
    {
      ...act('devices'),
      icon: 'device',
      needs: swarmCalls.linkProduct.needs,
      why: whyNotCall(swarmCalls.linkProduct),
      open: () => open('devices'),
    },
    {
      ...act('rename'),
      id: 'edit',
      icon: 'edit',
      needs: swarmCalls.edit.needs,
      why: whyNotCall(swarmCalls.edit),
      open: () => open('rename'),
    },
    {
      ...act('merge'),
      icon: 'next',
      needs: swarmCalls.merge.needs,
      why: whyNotCall(swarmCalls.merge) ?? archived,
      open: () => open('merge'),
    },
    {
      ...act('delete'),
      icon: 'trash',
      needs: swarmCalls.delete.needs,
      why: whyNotCall(swarmCalls.delete),
      ask: {
        title: t('swarms.ask.delete', { name: swarm.name }),
        text: t('swarms.consequence.delete'),
        submit: t('swarms.act.delete'),
        danger: true,
      },
      send: async (opId) => {
        await call(swarmCalls.delete, { params: { id: swarm.uuid } }, { opId })
        return t('swarms.done.delete', { name: swarm.name })
      },
    },
  ]
}
