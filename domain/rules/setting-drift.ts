import type { DeviceSettings } from '../live/device-setup.ts'

export type DriftState = 'same' | 'differs' | 'only_stored' | 'only_device' | 'unread'

export interface DriftRow {
  key: string
  stored: DeviceSettings[string] | null
  /** Value that the device reports; null where it has no such setting, or has not been read. */
  reported: DeviceSettings[string] | null
  state: DriftState
}

/**
 * Compare the stored configuration of a device with the settings that it reports, key by key, differences first. Shared folders have commands
 * of their own, and the time of the calibration is no setting.
 * @param reported null where the device has not been read: then nothing is called the same.
 */
export function compareSettings(
  stored: DeviceSettings,
  reported: DeviceSettings | null,
): DriftRow[] {
  const keys = [...new Set([...Object.keys(stored), ...Object.keys(reported ?? {})])]
  const rows = keys.filter(isSetting).map((key): DriftRow => {
    const mine = stored[key] ?? null
    const its = reported?.[key] ?? null
    return { key, stored: mine, reported: its, state: stateOf(mine, its, reported !== null) }
  })
  return rows.toSorted(
    (one, other) => Number(isDrift(other)) - Number(isDrift(one)) || (one.key < other.key ? -1 : 1),
  )
}

/** Return true for a setting that the stored configuration has with another value than the device. */
export function isDrift({ state }: Pick<DriftRow, 'state'>): boolean {
  return state === 'differs' || state === 'only_stored'
}

function stateOf(
  stored: DriftRow['stored'],
  reported: DriftRow['reported'],
  isRead: boolean,
): DriftState {
  if (!isRead) return 'unread'
  if (stored === null) return 'only_device'
  if (reported === null) return 'only_stored'
  return stored === reported ? 'same' : 'differs'
}

/** Return true for a key that is a setting of the device. */
function isSetting(key: string): boolean {
  return !key.startsWith('calibration.') && !key.startsWith('samba.')
}

/** List the settings that would change on a device that is made the same as another: those of the other, where they differ. */
export function settingsToCopy(from: DeviceSettings, to: DeviceSettings): DeviceSettings {
  return Object.fromEntries(
    Object.entries(from).filter(([key, value]) => isSetting(key) && to[key] !== value),
  )
}
