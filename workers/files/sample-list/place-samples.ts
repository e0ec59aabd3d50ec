import type { CartridgeType } from '../../../domain/catalog/cartridges.ts'
import type { Sample } from '../../../domain/entities/analysis.ts'
import { wellIndex } from '../../../domain/rules/well.ts'
import type { LeftOut, Problem } from './left-out.ts'
import type { ListSettings } from './list-settings.ts'
import type { ListRow } from './read-list.ts'
import { type ListedSample, readListedSample, readSampleName } from './read-sample.ts'
import { readWell } from './read-well.ts'

/**
 * How a list is taken (spec §4 "CSV import types"): `create` makes new samples and puts each where the list says; `names` takes
 * of a layout that is there already the samples that the list names.
 */
export const listTypes = ['create', 'names'] as const
export type ListType = (typeof listTypes)[number]

export interface ListTarget {
  shape: Pick<CartridgeType, 'rows' | 'columns'>
  /** What lies on the cartridge now. */
  present: readonly Sample[]
  /** The layout whose samples are named, of a protocol or what lies there. */
  predefined: readonly (Omit<Sample, 'uuid'> & { uuid?: string })[]
  /** Names of the applications that the plan is for; null where it has none: then the column says nothing. */
  applications: readonly string[] | null
  newId: () => string
}

export interface PlacedList {
  /** The cartridge as it would be. */
  samples: Sample[]
  /** Rows that are taken, with the wells their sample gets. */
  taken: { row: number; name: string; wells: readonly string[] }[]
  left: LeftOut[]
}

/** Puts a list onto the cartridge; each row is either taken or left out with its reason. Changes nothing that it is given. */
export function placeSamples(
  rows: readonly ListRow[],
  type: ListType,
  settings: ListSettings,
  target: ListTarget,
): PlacedList {
  const wanted: ListRow[] = []
  const left: LeftOut[] = []
  for (const one of rows) {
    // An empty well of a plate file is no mistake.
    if (one.name === '' && !one.sample_type) continue
    const problem = refuseApplication(one, target)
    if (problem) left.push({ row: one.row, name: one.name, ...problem })
    else wanted.push(one)
  }
  const place = type === 'create' ? createSamples : useNames
  const placed = place(wanted, settings, target)
  const all = [...left, ...placed.left].sort((a, b) => a.row - b.row)
  return { ...placed, left: all }
}

function refuseApplication(list: ListRow, { applications }: ListTarget): Problem | null {
  if (!applications || !list.application) return null
  const isOurs = applications.some((name) => sameName(name, list.application ?? ''))
  if (isOurs) return null
  return { reason: 'csv_other_application', params: { application: list.application.slice(0, 40) } }
}

function createSamples(
  rows: readonly ListRow[],
  settings: ListSettings,
  target: ListTarget,
): PlacedList {
  const left: LeftOut[] = []
  const taken: PlacedList['taken'] = []
  const owners = new Map<string, string>()
  const made = new Map<string, Sample>()
  for (const list of rows) {
    const sample = readListedSample(list, settings)
    const well = 'reason' in sample ? null : readOwnWell(list, target, owners)
    const problem = 'reason' in sample ? sample : typeof well === 'string' ? null : well
    if (problem || 'reason' in sample || typeof well !== 'string') {
      if (problem) left.push({ row: list.row, name: list.name, ...problem })
      continue
    }
    owners.set(well, sample.name)
    const known = made.get(keyOf(sample))
    if (known) known.coordinates.push(well)
    else made.set(keyOf(sample), { ...sample, uuid: target.newId(), coordinates: [well] })
    taken.push({ row: list.row, name: sample.name, wells: [well] })
  }
  const kept = settings.clean_cartridge ? [] : freeWells(target.present, [...owners.keys()])
  return { samples: [...kept, ...made.values()], taken, left }
}

/** Replicates are rows that say the same of their sample. */
function keyOf({ name, sample_type, well_type, quantity }: ListedSample): string {
  return JSON.stringify([name, sample_type, well_type, quantity])
}

function readOwnWell(
  list: ListRow,
  { shape }: ListTarget,
  owners: ReadonlyMap<string, string>,
): string | Problem {
  const well = readWell(list, shape)
  if (well === null) return { reason: 'csv_well_missing', params: {} }
  if (typeof well !== 'string') return well
  const owner = owners.get(well)
  return owner === undefined ? well : { reason: 'csv_well_taken', params: { well, owner } }
}

function useNames(
  rows: readonly ListRow[],
  settings: ListSettings,
  target: ListTarget,
): PlacedList {
  const { shape, predefined } = target
  const left: LeftOut[] = []
  const taken: PlacedList['taken'] = []
  const chosen = new Set<number>()
  for (const list of rows) {
    const name = readSampleName(list.name, settings)
    if (typeof name !== 'string') {
      left.push({ row: list.row, name: list.name, ...name })
      continue
    }
    const found = matching(name, target)
    const wells = found.flatMap((at) => wellsOn(shape, predefined[at]?.coordinates ?? []))
    const problem = refuseMatch(list, name, wells, shape)
    if (problem) {
      left.push({ row: list.row, name: list.name, ...problem })
      continue
    }
    for (const at of found) chosen.add(at)
    taken.push({ row: list.row, name, wells })
  }
  const matched = [...chosen]
    .sort((a, b) => a - b)
    .flatMap((at) => predefined[at] ?? [])
    .map((one) => ({
      ...one,
      uuid: one.uuid ?? target.newId(),
      coordinates: wellsOn(shape, one.coordinates),
    }))
  const wells = matched.flatMap(({ coordinates }) => coordinates)
  const kept = settings.clean_cartridge ? [] : freeWells(target.present, wells)
  return { samples: [...kept, ...matched], taken, left }
}

/** Positions in the layout that is there of the samples of a name. */
function matching(name: string, { predefined }: ListTarget): number[] {
  return predefined.flatMap((one, at) => (sameName(one.name, name) ? [at] : []))
}

/** Where the list says a well too, it must be the sample's own. */
function refuseMatch(
  list: ListRow,
  name: string,
  wells: readonly string[],
  shape: ListTarget['shape'],
): Problem | null {
  if (wells.length === 0) return { reason: 'csv_no_match', params: { name: name.slice(0, 40) } }
  const well = readWell(list, shape)
  if (well === null || (typeof well === 'string' && wells.includes(well))) return null
  if (typeof well !== 'string') return well
  return { reason: 'csv_well_differs', params: { well, wells: wells.slice(0, 6).join(', ') } }
}

/** The samples without these wells; one that lay only in them goes. */
function freeWells(samples: readonly Sample[], wells: readonly string[]): Sample[] {
  return samples.flatMap((one) => {
    if (!one.coordinates.some((well) => wells.includes(well))) return [one]
    const coordinates = one.coordinates.filter((well) => !wells.includes(well))
    return coordinates.length > 0 ? [{ ...one, coordinates }] : []
  })
}

function wellsOn(shape: ListTarget['shape'], wells: readonly string[]): string[] {
  return wells.filter((well) => wellIndex(shape, well) >= 0)
}

function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
