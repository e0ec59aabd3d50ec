import type { Bkernel } from '../entities/bkernel.ts'
import type { CommandRecord } from '../entities/command.ts'
import type { Device } from '../entities/device.ts'
import type { DeviceInfo } from '../entities/device-report.ts'
import { isConnected } from './device.ts'
import { isInAudience, isReached, type Target } from './rollout.ts'
import { compareVersions } from './version.ts'

/** States of a device in the rollout of a version, those first that a person has to look at. */
export const updateStates = [
  'rolled_back',
  'refused',
  'unreachable',
  'held',
  'trial',
  'downloading',
  'ordered',
  'offered',
  'waiting',
  'confirmed',
] as const
export type UpdateState = (typeof updateStates)[number]

/** State of a device in a rollout. */
export interface DeviceUpdate {
  state: UpdateState
  /** Moment from which it is so, as far as that is known. */
  since: string | null
  /** `run` or `window` of `held`, the reason of `refused`; empty for others. */
  why: string
  /** Part of the image that it has, in percent, of `downloading`. */
  share: number | null
}

/** Known facts of a device. */
export interface UpdateFacts {
  device: Omit<Target, 'company'> & Pick<Device, 'connected' | 'disconnected_at'>
  company: string
  /** Newest order of this version; null without one. */
  order: Pick<CommandRecord, 'state' | 'reason' | 'created_at' | 'updated_at'> | null
  /** Update that the device last said it is at, and when it said so. */
  told: NonNullable<DeviceInfo['measured']>['update'] | null
  heard_at: string | null
}

/** Return true for a device that a version is for: one of its models and audience that runs it or an older one. */
function isConcerned(version: Bkernel, { device, company }: UpdateFacts): boolean {
  const difference = compareVersions(version.version, device.bkernel_version)
  if (!version.models.includes(device.model) || difference < 0) return false
  // Leave the versions out of the plan: a device that has this one by now may have had another when it was chosen.
  const plan = version.rollout?.plan
  const chosen = plan && difference === 0 ? { ...plan, versions: [] } : plan
  return isInAudience(chosen, { ...device, company })
}

/** Find the state of a device in the rollout of a version; null for one that it is not for. */
export function findUpdateState(version: Bkernel, facts: UpdateFacts): DeviceUpdate | null {
  if (!isConcerned(version, facts)) return null
  const { device, company, order, told, heard_at } = facts
  const found = (
    state: UpdateState,
    since: string | null,
    why = '',
    share: number | null = null,
  ) => ({
    state,
    since,
    why,
    share,
  })
  if (device.bkernel_version === version.version) {
    return found('confirmed', order?.state === 'done' ? order.updated_at : null)
  }
  if (order?.state === 'refused') {
    return order.reason === 'update_rolled_back'
      ? found('rolled_back', order.updated_at)
      : found('refused', order.updated_at, order.reason)
  }
  if (!isConnected(device)) return found('unreachable', device.disconnected_at ?? null)
  if (order?.state === 'accepted' && told?.version === version.version) {
    if (told.stage === 'run' || told.stage === 'window') return found('held', heard_at, told.stage)
    return found(told.stage, heard_at, '', told.stage === 'downloading' ? told.share : null)
  }
  if (order && ['queued', 'sent', 'accepted'].includes(order.state)) {
    return found('ordered', order.created_at)
  }
  return isReached(version, { ...device, company })
    ? found('offered', version.rollout?.since ?? version.released_at)
    : found('waiting', null)
}
