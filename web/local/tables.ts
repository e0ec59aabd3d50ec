import type { LocalCollection } from '../../domain/entity.ts'
import { localTables } from '../../domain/local-tables.ts'
import type { StreamName } from '../sync/streams.ts'

/** Devices met in the lab's own network: they are on this machine only. */
export const localDeviceKind = 'local_device'
/** Runs that were fetched from them, until the service has them. */
export const localRunKind = 'local_run'

/** Entity tables of the specification (spec §3 "Local cache"), independent of the collections that hold them. */
export const tableNames = [
  'analyses',
  'bCubes',
  'bCubesLocal',
  'instruments',
  'instrumentsType',
  'swarms',
  'recipes',
  'globalRecipes',
  'evaluationRecipes',
  'processRecipes',
  'applications',
  'bkits',
  'users',
  'protocols',
  'companies',
] as const
export type TableName = (typeof tableNames)[number]

interface Place {
  kind: string
  collection: LocalCollection
  stream: StreamName | null
}

const places = new Map<string, Place>()
const byTable = new Map<string, Place>()
for (const { kind, table, collection, home } of localTables) {
  const stream: StreamName = home === 'provider' ? `${collection}@provider` : collection
  const place = { kind, collection, stream }
  places.set(kind, place)
  byTable.set(table, place)
}
const localDevices: Place = { kind: localDeviceKind, collection: 'devices', stream: null }
places.set(localDeviceKind, localDevices)
places.set(localRunKind, localDevices)
byTable.set('bCubesLocal', localDevices)

/** Return the place of a table of the specification. @throws for any other name, which is a bug. */
export function table(name: TableName): Place {
  return found(byTable.get(name), name)
}

export function collectionOfKind(kind: string): LocalCollection {
  return found(places.get(kind), kind).collection
}

export function streamOfKind(kind: string): StreamName {
  const { stream } = found(places.get(kind), kind)
  if (!stream) throw new Error(`${kind} is kept on this machine only`)
  return stream
}

function found(place: Place | undefined, name: string): Place {
  if (!place) throw new Error(`nothing of ${name} is kept in the browser`)
  return place
}
