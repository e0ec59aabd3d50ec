import { t } from '../../i18n/intl.ts'
import type { HistoryFacts } from '../../record/history.ts'
import { saySwarm } from './say-swarm.ts'

/** Say if a method is archived. */
export const sayArchived = (archived: unknown) =>
  t(archived === 1 ? 'methods.archived' : 'methods.active')

/** Make the fields that the history of every method has: its state and its swarm. */
export const methodFields = (swarms: ReadonlyMap<string, string>): HistoryFacts['fields'] => ({
  archived: { label: t('methods.state'), show: sayArchived },
  swarm_uuid: {
    label: t('methods.swarm'),
    show: (value) => saySwarm(value as string | null, swarms),
  },
})
