import { displayName } from '../../../domain/catalog/wavelengths.ts'
import type { ProcessRecipe } from '../../../domain/entities/process-recipe.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { formatDuration } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { makeArchivedFacet, makeMethodColumns, makeSwarmFacets } from '../method/method-columns.tsx'
import { nameSwarms } from '../method/say-swarm.ts'
import { sayPoints, sizeProcess } from './size-process.ts'

/** Write the channels of a recipe; those of technicians are hidden from everybody else (PERM-007). */
export function sayChannels(
  { process: { channels } }: ProcessRecipe,
  isSeen: (name: ProcessRecipe['process']['channels'][number]['wavelength']) => boolean,
): string {
  return channels
    .filter(({ wavelength }) => isSeen(wavelength))
    .map(({ wavelength }) => displayName(wavelength))
    .join(', ')
}

/** Make the columns of a list of process recipes. */
export function makeProcessColumns(
  swarms: readonly Swarm[],
  isSeen: Parameters<typeof sayChannels>[1],
): Column<ProcessRecipe>[] {
  return makeMethodColumns<ProcessRecipe>({ swarms: nameSwarms(swarms) }, [
    {
      id: 'cycles',
      header: t('methods.cycles'),
      kind: 'number',
      value: ({ process }) => sizeProcess(process)?.cycles,
      cell: ({ process }) => sayPoints(sizeProcess(process)?.cycles),
      width: 90,
    },
    {
      id: 'melt',
      header: t('methods.meltPoints'),
      kind: 'number',
      value: ({ process }) => sizeProcess(process)?.meltPoints,
      cell: ({ process }) => sayPoints(sizeProcess(process)?.meltPoints),
      width: 120,
    },
    {
      id: 'time',
      header: t('methods.time'),
      kind: 'number',
      value: ({ process }) => sizeProcess(process)?.seconds,
      cell: ({ process }) => sayTime(process),
      text: ({ process }) => sayTime(process),
      width: 120,
    },
    {
      id: 'channels',
      header: t('methods.channels'),
      value: (row) => sayChannels(row, isSeen),
      width: 160,
    },
  ])
}

/** Write how long a programme takes; a dash for one that cannot be walked through. */
export function sayTime(process: ProcessRecipe['process']): string {
  const size = sizeProcess(process)
  return size ? formatDuration(size.seconds) : '–'
}

/** Make what a list of process recipes can be narrowed down to. */
export function makeProcessFacets(swarms: readonly Swarm[]): Facet<ProcessRecipe>[] {
  return [
    makeArchivedFacet(),
    {
      id: 'reads',
      label: t('methods.reads'),
      valueOf: ({ process }) => {
        const size = sizeProcess(process)
        return [...(size?.cycles ? ['amplification'] : []), ...(size?.meltPoints ? ['melt'] : [])]
      },
      choices: [
        { value: 'amplification', label: t('methods.amplification') },
        { value: 'melt', label: t('methods.melt') },
      ],
    },
    ...makeSwarmFacets(swarms),
  ]
}
