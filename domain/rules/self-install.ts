import type { Bkernel } from '../entities/bkernel.ts'
import type { Device } from '../entities/device.ts'
import { Fault } from '../fault.ts'
import { compareVersions } from './version.ts'
import { phasesOf, placeIn } from './rollout.ts'

/** Days (UTC) of a version that a device installs by itself in its quiet hours (decision 87). */
export interface InstallDays {
  /** Day of the offer, the day from which it is installed, and the latest day to which that may be postponed. */
  offered: string
  due: string
  latest: string
  security: boolean
}

type Version = Pick<Bkernel, 'uuid' | 'version' | 'rollout' | 'device_uuids'>
/** Facts of a device that decide its days: one that joined after the rollout had come to it was offered the version on that day. */
export type Installing = Pick<Device, 'uuid' | 'created_at'> & {
  postponed?: Pick<NonNullable<Device['postponed']>, 'version' | 'until' | 'at'> | undefined
}

/**
 * Return when a device installs a version by itself; null where its plan leaves that to people, or its rollout is not under way. Asks
 * nobody whether the version is offered to the device: that is `isOffered`.
 */
export function findInstallDays(version: Version, device: Installing): InstallDays | null {
  const { rollout } = version
  const install = rollout?.plan?.install
  const from = rollout?.offered_from
  if (!rollout || !install || !from) return null
  if (rollout.state !== 'running' && rollout.state !== 'finished') return null
  const isFirst = version.device_uuids.includes(device.uuid)
  const place = isFirst ? -1 : placeIn(version.uuid, device.uuid)
  const phase = phasesOf(rollout).findIndex(({ share }) => place < share)
  const reached = from[phase]
  if (reached === undefined) return null
  const offered = (reached > device.created_at ? reached : device.created_at).slice(0, 10)
  const latest = addDays(offered, install.at_most)
  const wanted = findWanted(version, device, { reached, planned: addDays(offered, install.days) })
  // Hold to the plan, which is fixed from its start; a record that was damaged delays nothing for ever.
  const due = wanted < latest ? wanted : latest
  return { offered, due, latest, security: install.security }
}

/**
 * Return the day on which a laboratory wants a version. A postponement of a newer version holds for those before it, of which nothing is
 * kept any more; and one from before the days began again, as after a pause, never brings the installation forward.
 */
function findWanted(
  { version }: Version,
  { postponed }: Installing,
  { reached, planned }: { reached: string; planned: string },
): string {
  if (!postponed || compareVersions(postponed.version, version) < 0) return planned
  const isOfThis = postponed.version === version && postponed.at >= reached
  return isOfThis || postponed.until > planned ? postponed.until : planned
}

/** Return the newest of these versions that a device has to install by now; null without one. @param today day in UTC */
export function findDue<Of extends Version>(
  offered: readonly Of[],
  device: Installing,
  today: string,
): Of | null {
  const due = offered.filter((one) => {
    const days = findInstallDays(one, device)
    return days !== null && days.due <= today
  })
  return due.toSorted((a, b) => compareVersions(b.version, a.version))[0] ?? null
}

/**
 * Return a device for which its laboratory has postponed a version.
 * @param until day in UTC, `latest` for the latest that the plan allows, or null to take a postponement back
 * @throws Fault `refused` where the version is not installed by itself, `invalid` for a day that is over or beyond the latest.
 */
export function postponeVersion(
  device: Device,
  version: Version,
  until: string | null,
  signed: Omit<NonNullable<Device['postponed']>, 'version' | 'until'>,
): Device {
  const { postponed: _before, ...rest } = device
  if (until === null) return rest
  const days = findInstallDays(version, device)
  const day = until === 'latest' && days ? days.latest : until
  checkPostponing(days, day, signed.at.slice(0, 10))
  return { ...rest, postponed: { version: version.version, until: day, ...signed } }
}

/**
 * Refuse a day to which a version cannot be postponed.
 * @throws Fault `refused` where the version is not installed by itself, `invalid` for a day that is over or beyond the latest.
 */
function checkPostponing(days: InstallDays | null, until: string, today: string): void {
  if (!days) {
    throw new Fault('refused', 'This version is installed only when somebody orders it', {
      field: 'version',
      reason: 'nothing_to_postpone',
    })
  }
  if (until > today && until <= days.latest) return
  throw new Fault('invalid', 'The version is not postponed to this day', {
    field: 'until',
    reason: 'postponed_too_far',
    params: { day: days.latest },
  })
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
}
