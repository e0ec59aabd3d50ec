import type { Process, ProcessRecipe } from '../../../domain/entities/process-recipe.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { PanelFacts } from '../../record/RecordPanel.tsx'
import { localTime } from '../../state/local-time.ts'
import { ArchivedBadge } from '../method/ArchivedBadge.tsx'
import { methodFields } from '../method/method-fields.ts'
import { nameSwarms, saySwarm } from '../method/say-swarm.ts'
import { sayChannels, sayTime } from './process-recipe-columns.tsx'
import { FittedPicture } from './ProgrammePicture.tsx'
import { sayCelsius, sayStep } from './say-step.ts'
import { sayPoints, sizeProcess } from './size-process.ts'

/** Make what is shown of one process recipe beside its list: its programme as a picture, facts and history. */
export function processPanel(
  recipe: ProcessRecipe,
  swarms: readonly Swarm[],
  isSeen: Parameters<typeof sayChannels>[1],
): PanelFacts {
  const { process } = recipe
  const names = nameSwarms(swarms)
  const size = sizeProcess(process)
  return {
    state: recipe.archived === 1 && <ArchivedBadge />,
    facts: [
      [t('methods.version'), formatNumber(recipe.version)],
      [t('methods.cycles'), sayPoints(size?.cycles)],
      [t('methods.meltPoints'), sayPoints(size?.meltPoints)],
      [t('methods.time'), sayTime(process)],
      [t('methods.channels'), sayChannels(recipe, isSeen)],
      [t('methods.lid'), sayCelsius(process.lid_temperature)],
      [t('methods.swarm'), saySwarm(recipe.swarm_uuid, names)],
      [t('methods.changed'), localTime(recipe.updated_at)],
    ],
    more: <FittedPicture label={t('methods.programme')} steps={process.steps} />,
    history: {
      kind: 'process_recipe',
      id: recipe.uuid,
      updatedAt: recipe.updated_at,
      fields: {
        name: { label: t('methods.name') },
        version: { label: t('methods.version') },
        process: {
          label: t('methods.programme'),
          show: (value) => (value as Process).steps.map(sayStep).join('; '),
        },
        ...methodFields(names),
      },
    },
  }
}
