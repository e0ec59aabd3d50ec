import {
  dueBands,
  fleetTasks,
  lastRunBands,
  type Presence,
  presences,
} from '../../../../domain/rules/fleet.ts'
import type { Swarm } from '../../../../domain/entities/swarm.ts'
import type { HealthCheckName } from '../../../../domain/rules/device-health.ts'
import { t } from '../../../i18n/intl.ts'
import type { Facet } from '../../../record/facets.ts'
import type { FleetRow } from './fleet-rows.ts'

/** Name in the address of what the devices do; its choices are the figures over the list. */
export const stateFacet = 'now'

/** Groups in which the use of devices is added up, beside the devices themselves. */
export const groupings = ['task', 'swarm', 'version', 'model', 'due', 'last'] as const
export type Grouping = (typeof groupings)[number]

/** Values of a device in a grouping: of swarms there may be several, or none. */
const valuesOf: Readonly<Record<Grouping, (row: FleetRow) => string | readonly string[]>> = {
  task: ({ task }) => task,
  swarm: ({ device }) => (device.swarms.length > 0 ? device.swarms : 'none'),
  version: ({ device }) => device.bkernel_version,
  model: ({ device }) => device.model,
  due: (row) => row.dueBand,
  last: ({ lastBand }) => lastBand,
}

/** Say a value of a grouping. */
export function sayGroup(by: Grouping, value: string, swarms: readonly Swarm[]): string {
  switch (by) {
    case 'task':
      return t(`fleet.task.${value as FleetRow['task']}`)
    case 'swarm':
      return swarms.find(({ uuid }) => uuid === value)?.name ?? t('devices.noSwarm')
    case 'due':
      return t(`fleet.due.${value as FleetRow['dueBand']}`)
    case 'last':
      return t(`fleet.last.${value as FleetRow['lastBand']}`)
    default:
      return value
  }
}

/** Group devices; those of several swarms are in each of them. */
export function groupRows(rows: readonly FleetRow[], by: Grouping): Map<string, FleetRow[]> {
  const found = new Map<string, FleetRow[]>()
  for (const row of rows) {
    for (const value of [valuesOf[by](row)].flat()) {
      const group = found.get(value)
      if (group) group.push(row)
      else found.set(value, [row])
    }
  }
  return found
}

/** Values in a fixed order; null where they come from the devices. */
const ordered: Readonly<Record<Grouping, readonly string[] | null>> = {
  task: fleetTasks,
  swarm: null,
  version: null,
  model: null,
  due: dueBands,
  last: lastRunBands,
}

/** List the values of a grouping that the devices have: in their order, or the newest version and the first name first. */
export function listGroups(
  rows: readonly FleetRow[],
  by: Grouping,
  swarms: readonly Swarm[],
): string[] {
  const known = new Set<string>()
  for (const row of rows) {
    const value = valuesOf[by](row)
    if (typeof value === 'string') known.add(value)
    else for (const one of value) known.add(one)
  }
  const order = ordered[by]
  if (order) return order.filter((value) => known.has(value))
  const compare = new Intl.Collator(undefined, { numeric: true }).compare
  const found = [...known].toSorted((one, other) =>
    compare(sayGroup(by, one, swarms), sayGroup(by, other, swarms)),
  )
  return by === 'version' ? found.toReversed() : found
}

/** Chips of one question; more are a list that nobody reads. */
const mostChips = 12

/** Make the chips of the fleet. The figures over the list are the first one, which is drawn by itself. */
export function makeFleetFacets(
  values: Readonly<Record<Grouping | 'fault', readonly string[]>> & { hasOut: boolean },
  swarms: readonly Swarm[],
): Facet<FleetRow>[] {
  const asked = (['task', 'fault', 'swarm', 'version', 'due', 'last'] as const).map(
    (id): Facet<FleetRow> => {
      if (id === 'fault') return faultFacet(values.fault as HealthCheckName[])
      const found = values[id]
      return {
        id,
        label: t(`fleet.by.${id}`),
        valueOf: valuesOf[id],
        choices: (found.length > 1 ? found.slice(0, mostChips) : []).map((value) => ({
          value,
          label: sayGroup(id, value, swarms),
        })),
      }
    },
  )
  return [stateFacetOf(values.hasOut), ...asked]
}

/** Values of devices that need somebody, by what they do; the lists are made once. */
const needed = {
  runs: ['needs', 'runs'],
  waits: ['needs', 'waits'],
  silent: ['needs', 'silent'],
  out: ['needs', 'out'],
} as const satisfies Record<Presence, readonly string[]>

function stateFacetOf(hasOut: boolean): Facet<FleetRow> {
  const values = ['needs', ...presences.filter((one) => hasOut || one !== 'out')] as const
  return {
    id: stateFacet,
    label: t('fleet.now'),
    valueOf: ({ isNeeded, presence }) => (isNeeded ? needed[presence] : presence),
    choices: values.map((value) => ({ value, label: t(`fleet.now.${value}`) })),
  }
}

const none: readonly string[] = []

/** Check that are not in order. Of a silent device none is known. */
function faultFacet(names: readonly HealthCheckName[]): Facet<FleetRow> {
  return {
    id: 'fault',
    label: t('fleet.by.fault'),
    valueOf: ({ health }) => {
      const isFault = health?.verdict === 'bad' || health?.verdict === 'warning'
      return isFault && health.check ? health.check : none
    },
    choices: names.map((value) => ({ value, label: t(`view.check.${value}`) })),
  }
}
