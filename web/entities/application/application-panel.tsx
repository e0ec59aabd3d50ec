import type { Application } from '../../../domain/entities/application.ts'
import type { Variable } from '../../../domain/entities/evaluation-recipe.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { PanelFacts } from '../../record/RecordPanel.tsx'
import { localTime } from '../../state/local-time.ts'
import { FilesPart } from '../attachment/FilesPart.tsx'
import { ArchivedBadge } from '../method/ArchivedBadge.tsx'
import { methodFields } from '../method/method-fields.ts'
import { nameSwarms, saySwarm } from '../method/say-swarm.ts'
import { saySampleTypes } from './application-columns.tsx'

/** Make what is shown of one application: facts, variables and history. */
export function applicationPanel(record: Application, swarms: readonly Swarm[]): PanelFacts {
  const names = nameSwarms(swarms)
  return {
    state: record.archived === 1 && <ArchivedBadge />,
    facts: [
      [t('methods.version'), formatNumber(record.version)],
      [t('methods.sampleTypes'), saySampleTypes(record)],
      [t('methods.variables'), sayVariables(record.variables)],
      [t('methods.orderCodes'), (record.order_codes ?? []).join(', ')],
      [t('methods.swarm'), saySwarm(record.swarm_uuid, names)],
      [t('methods.changed'), localTime(record.updated_at)],
    ],
    later: <FilesPart kind="application" uuid={record.uuid} />,
    history: {
      kind: 'application',
      id: record.uuid,
      updatedAt: record.updated_at,
      fields: {
        name: { label: t('methods.name') },
        version: { label: t('methods.version') },
        sample_types: {
          label: t('methods.sampleTypes'),
          show: (value) =>
            saySampleTypes({ ...record, sample_types: value as Application['sample_types'] }),
        },
        variables: {
          label: t('methods.variables'),
          show: (value) => sayVariables(value as readonly Variable[]),
        },
        order_codes: {
          label: t('methods.orderCodes'),
          show: (value) => (value as readonly string[]).join(', '),
        },
        ...methodFields(names),
      },
    },
  }
}

const sayVariables = (variables: readonly Variable[]) =>
  variables.map(({ name, value }) => `${name} = ${String(value)}`).join('; ')
