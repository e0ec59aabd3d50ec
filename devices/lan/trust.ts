import { forgetCalibrations } from '../calibrated-optics.ts'
import { forgetShell } from '../remote-shell.ts'
import { forgetOldRuns } from '../run-store.ts'
import { forgetSambaConfigs } from '../samba.ts'
import { forgetSettings } from '../settings.ts'
import { readSetting, type Store, transact, writeSetting } from '../store.ts'

/** To whom the device belongs, as the service has told it; kept, so that it holds without the service. */
export interface Trust {
  company: string
  /** Raw Ed25519 key of the company's passes and commands, base64url. */
  key: string
  /** People who have lost their account while a pass of theirs may still go about. */
  leavers: readonly string[]
  /** Second from which the passes of people count whose rights have changed. */
  passesFrom: Readonly<Record<string, number>>
}

const names = {
  company: 'lan.company',
  key: 'lan.key',
  floor: 'lan.floor',
  leavers: 'lan.leavers',
  passesFrom: 'lan.passes_from',
} as const

export function readTrust(store: Store): Trust | null {
  const company = readSetting(store, names.company)
  const key = readSetting(store, names.key)
  const leavers = JSON.parse(readSetting(store, names.leavers) ?? '[]') as string[]
  const passesFrom = JSON.parse(readSetting(store, names.passesFrom) ?? '{}') as Record<
    string,
    number
  >
  return company && key ? { company, key, leavers, passesFrom } : null
}

/**
 * Keep the company, key and time that the service reported. A service without a key for passes leaves the known one. A device that
 * goes to another company forgets the shell, the shared folders, the settings, the calibrations and the delivered runs of the one before.
 * @returns true when it has gone to another one.
 */
export function keepTrust(
  store: Store,
  heard: {
    company_uuid: string
    lan_key?: string | undefined
    leavers?: readonly string[] | undefined
    passes_from?: Readonly<Record<string, number>> | undefined
    server_time: string
  },
): boolean {
  return transact(store, () => {
    const before = readSetting(store, names.company)
    const hasMoved = before !== null && before !== heard.company_uuid
    if (hasMoved) {
      forgetShell(store)
      forgetSambaConfigs(store)
      forgetSettings(store)
      forgetCalibrations(store)
      forgetOldRuns(store, 0)
    }
    writeSetting(store, names.company, heard.company_uuid)
    if (heard.lan_key) writeSetting(store, names.key, heard.lan_key)
    if (heard.leavers) writeSetting(store, names.leavers, JSON.stringify(heard.leavers))
    if (heard.passes_from) {
      writeSetting(store, names.passesFrom, JSON.stringify(heard.passes_from))
    }
    hearTime(store, Date.parse(heard.server_time))
    return hasMoved
  })
}

/**
 * Return the latest time (ms) that the service is known to have reached: its own word, and the times at which it signed
 * passes. A clock that runs behind it, as after an empty battery, is wrong.
 */
export function timeFloor(store: Store): number {
  return Number(readSetting(store, names.floor) ?? 0)
}

/** The service's clock is held to have been set back by so much at most (ms): further, and it was ahead before. */
const longestHold = 60_000

/**
 * Take the service's word for the time. It holds against what was heard before when it is far behind that: a clock that was
 * ahead once must not make the device refuse commands and passes until that time comes.
 */
function hearTime(store: Store, ms: number): void {
  if (timeFloor(store) > ms + longestHold) writeSetting(store, names.floor, String(ms))
  else raiseFloor(store, ms)
}

export function raiseFloor(store: Store, ms: number): void {
  if (ms > timeFloor(store)) writeSetting(store, names.floor, String(ms))
}
