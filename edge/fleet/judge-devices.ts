import type { CompanyAudience, CompanyUpdates, VersionDevice } from '../../domain/calls/bkernels.ts'
import type { Bkernel } from '../../domain/entities/bkernel.ts'
import {
  type Audience,
  type Exclusion,
  exclusions,
  findExclusion,
  isReached,
  swarmsOf,
  type Target,
} from '../../domain/rules/rollout.ts'
import { findInstallDays } from '../../domain/rules/self-install.ts'
import { compareVersions } from '../../domain/rules/version.ts'
import { findUpdateState, updateStates } from '../../domain/rules/update-state.ts'
import type { FleetDevice, FleetSwarm } from './report.ts'

/** Most devices of a company that are listed. */
const mostListed = 200

/** Devices and swarms of one company, as the index knows them. */
export interface CompanyFleet {
  company: string
  /** Devices of the models of the version, by name. */
  devices: readonly FleetDevice[]
  swarms: readonly FleetSwarm[]
}

/** Find how far a version is with the devices of a company, those that need a person first. */
export function judgeUpdates(
  version: Bkernel,
  { company, devices }: CompanyFleet,
): Pick<CompanyUpdates, 'devices' | 'counts'> {
  const found = devices.flatMap((device) => {
    const { told, orders } = device
    const order = orders.find((one) => one.version === version.version) ?? null
    const heard_at = told?.heard_at ?? null
    const state = findUpdateState(version, { device, company, order, told, heard_at })
    return state ? { ...choiceOf(device), ...state, ...planOf(version, device, company) } : []
  })
  const some = Map.groupBy(found, ({ state }) => state)
  const inOrder = updateStates.flatMap((state) => some.get(state) ?? [])
  const counts = updateStates.map((state) => [state, some.get(state)?.length ?? 0])
  return { devices: inOrder.slice(0, mostListed), counts: Object.fromEntries(counts) }
}

/**
 * Find which devices of a company a plan chooses, and which rule leaves out the others. Devices of other models than the version has are not
 * among them.
 */
export function judgeAudience(
  version: Bkernel,
  plan: Audience,
  { company, devices, swarms }: CompanyFleet,
): Pick<CompanyAudience, 'devices' | 'chosen' | 'excluded' | 'swarms'> {
  const judged = devices.map((device) => ({
    ...choiceOf(device),
    why: whyLeftOut(version, plan, { ...device, company }),
  }))
  const counted = Map.groupBy(judged, ({ why }) => why ?? '')
  const counts = exclusions.map((why) => [why, counted.get(why)?.length ?? 0] as const)
  return {
    devices: judged
      .toSorted((a, b) => Number(a.why !== null) - Number(b.why !== null))
      .slice(0, mostListed),
    chosen: counted.get('')?.length ?? 0,
    excluded: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    swarms: nameSwarms(devices, swarms),
  }
}

/** Return a device as far as one needs to choose it. */
export function choiceOf(device: VersionDevice): VersionDevice {
  const { uuid, name, serial_no, model, bkernel_version } = device
  return { uuid, name, serial_no, model, bkernel_version }
}

/** Say when a device that has not got a version installs it by itself, and to which day that is postponed (decision 87). */
function planOf(
  version: Bkernel,
  device: FleetDevice,
  company: string,
): Pick<CompanyUpdates['devices'][number], 'install' | 'postponed'> {
  const isOpen = compareVersions(version.version, device.bkernel_version) > 0
  const install =
    isOpen && isReached(version, { ...device, company }) ? findInstallDays(version, device) : null
  const { postponed } = device
  if (!install) return {}
  if (postponed?.version !== version.version) return { install }
  return { install, postponed: { until: postponed.until } }
}

function whyLeftOut(version: Bkernel, plan: Audience, device: Target): Exclusion | null {
  const isNewer = compareVersions(version.version, device.bkernel_version) <= 0
  return isNewer ? 'newer' : findExclusion(plan, device)
}

/** Name the swarms of some devices, and those that were merged into them: a plan may have been made for one of these. */
function nameSwarms(
  devices: readonly FleetDevice[],
  swarms: readonly FleetSwarm[],
): CompanyAudience['swarms'] {
  const merges = devices.flatMap(({ merged_swarms: merged = [] }) => merged)
  const names = new Map(merges.map(({ from, from_name: name }) => [from, name]))
  for (const { uuid, name } of swarms) names.set(uuid, name)
  return [...new Set(devices.flatMap(swarmsOf))].flatMap((uuid) => {
    const name = names.get(uuid)
    return name === undefined ? [] : [{ uuid, name }]
  })
}
