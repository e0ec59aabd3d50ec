import type { Protocol } from '../../../domain/entities/protocol.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { t } from '../../i18n/intl.ts'
import { sayPlate } from '../../parts/plate/say-plate.ts'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { makeArchivedFacet, makeMethodColumns, makeSwarmFacets } from '../method/method-columns.tsx'

/** Names that a list of protocols shows in place of ids. */
export interface ProtocolNames {
  recipes: ReadonlyMap<string, string>
  applications: ReadonlyMap<string, string>
  swarms: ReadonlyMap<string, string>
}

/** Make the columns of a list of protocols. */
export function makeProtocolColumns(names: ProtocolNames): Column<Protocol>[] {
  return makeMethodColumns<Protocol>({ swarms: names.swarms, nameWidth: 240 }, [
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
  ])
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
export function makeProtocolFacets(swarms: readonly Swarm[]): Facet<Protocol>[] {
  return [makeArchivedFacet(), ...makeSwarmFacets(swarms)]
}
