import type { Protocol } from '../../../domain/entities/protocol.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { PanelFacts } from '../../record/RecordPanel.tsx'
import { localTime } from '../../state/local-time.ts'
import { FilesPart } from '../attachment/FilesPart.tsx'
import { ArchivedBadge } from '../method/ArchivedBadge.tsx'
import { methodFields } from '../method/method-fields.ts'
import { saySwarm } from '../method/say-swarm.ts'
import { AliasList } from './AliasList.tsx'
import { type ProtocolNames, sayApplications, sayDevicePlates } from './protocol-columns.tsx'

/** Make what is shown of one protocol: facts, the names that swarms know it by, and its history. */
export function protocolPanel(
  protocol: Protocol,
  all: readonly Protocol[],
  swarms: readonly Swarm[],
  names: ProtocolNames,
): PanelFacts {
  return {
    state: protocol.archived === 1 && <ArchivedBadge />,
    facts: [
      [t('methods.version'), formatNumber(protocol.version)],
      [t('methods.recipe.title'), names.recipes.get(protocol.recipe_uuid)],
      [t('nav.applications'), sayApplications(protocol, names)],
      [t('methods.plates'), sayDevicePlates(protocol)],
      [t('methods.bkernel'), protocol.minimum_bkernel],
      [t('methods.layoutSamples'), formatNumber(protocol.layout.length)],
      [t('methods.minimumSamples'), sayMinimum(protocol)],
      [t('methods.swarm'), saySwarm(protocol.swarm_uuid, names.swarms)],
      [t('methods.changed'), localTime(protocol.updated_at)],
    ],
    more: <AliasList key={protocol.updated_at} protocol={protocol} all={all} swarms={swarms} />,
    later: <FilesPart kind="protocol" uuid={protocol.uuid} />,
    history: {
      kind: 'protocol',
      id: protocol.uuid,
      updatedAt: protocol.updated_at,
      fields: {
        name: { label: t('methods.name') },
        version: { label: t('methods.version') },
        minimum_bkernel: { label: t('methods.bkernel') },
        recipe_uuid: {
          label: t('methods.recipe.title'),
          show: (value) => names.recipes.get(String(value)) ?? '–',
        },
        aliases: {
          label: t('methods.aliases'),
          show: (value) => (value as Protocol['aliases']).map(({ alias }) => alias).join(', '),
        },
        ...methodFields(names.swarms),
      },
    },
  }
}

const sayMinimum = ({ minimum_samples: minimum }: Protocol) =>
  minimum
    .map(({ sample_type, count }) => `${t(`sample.type.${sample_type}`)}: ${formatNumber(count)}`)
    .join(', ')
