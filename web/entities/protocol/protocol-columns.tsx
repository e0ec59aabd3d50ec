import type { Protocol } from '../../../domain/entities/protocol.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { sayPlate } from '../../parts/plate/say-plate.ts'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { localTime } from '../../state/local-time.ts'
import { ArchivedBadge } from '../method/ArchivedBadge.tsx'
import { saySwarm } from '../method/say-swarm.ts'

/** Names that a list of protocols shows in place of ids. */
export interface ProtocolNames {
  recipes: ReadonlyMap<string, string>
  applications: ReadonlyMap<string, string>
  swarms: ReadonlyMap<string, string>
}

/** Make the columns of a list of protocols. */
export function makeProtocolColumns(names: ProtocolNames): Column<Protocol>[] {
  return [
    {
      id: 'name',
      header: t('methods.name'),
      value: ({ name }) => name,
      cell: ({ name, archived }) => (
        <>
          <strong>{name}</strong> {archived === 1 && <ArchivedBadge />}
        </>
      ),
      fixed: true,
      width: 240,
    },
    {
      id: 'version',
      header: t('methods.version'),
      kind: 'number',
      value: ({ version }) => version,
      cell: ({ version }) => formatNumber(version),
      width: 90,
    },
    {
      id: 'recipe',
      header: t('methods.recipe.title'),
      value: ({ recipe_uuid }) => names.recipes.get(recipe_uuid) ?? '–',
      width: 220,
    },
    {
      id: 'applications',
      header: t('nav.applications'),
      value: (row) => sayApplications(row, names),
      width: 200,
    },
    {
      id: 'aliases',
      header: t('methods.aliases'),
      value: ({ aliases }) => aliases.map(({ alias }) => alias).join(', '),
      width: 150,
    },
    { id: 'plates', header: t('methods.plates'), value: sayDevicePlates, width: 130 },
    {
      id: 'swarm',
      header: t('methods.swarm'),
      value: ({ swarm_uuid: swarm }) => saySwarm(swarm, names.swarms),
      width: 150,
    },
    {
      id: 'updated_at',
      header: t('methods.changed'),
      kind: 'date',
      value: ({ updated_at }) => updated_at,
      cell: ({ updated_at }) => localTime(updated_at, 'date'),
      text: ({ updated_at }) => localTime(updated_at, 'date') ?? updated_at,
      width: 120,
    },
  ]
}

/** Write the applications of a protocol; those that the account does not see are left out. */
export const sayApplications = (
  { application_uuids: linked }: Pick<Protocol, 'application_uuids'>,
  { applications }: ProtocolNames,
): string => linked.flatMap((uuid) => applications.get(uuid) ?? []).join(', ')

/** Write the plates that a protocol runs on. */
export const sayDevicePlates = ({ cartridge_types }: Pick<Protocol, 'cartridge_types'>): string =>
  cartridge_types.map(sayPlate).join(', ')

/** Make what a list of protocols can be narrowed down to. */
export function makeProtocolFacets(): Facet<Protocol>[] {
  return [
    {
      id: 'state',
      label: t('methods.state'),
      valueOf: ({ archived }) => (archived === 1 ? 'archived' : 'active'),
      choices: [
        { value: 'active', label: t('methods.active') },
        { value: 'archived', label: t('methods.archived'), badge: <ArchivedBadge /> },
      ],
    },
  ]
}
