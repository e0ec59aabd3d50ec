import { statfsSync } from 'node:fs'
import { freemem, networkInterfaces, totalmem } from 'node:os'
import type { DeviceInfo } from '../../domain/entities/device-report.ts'
import type { DeviceStatus } from '../../domain/live/event.ts'
import type { DeviceFacts } from '../facts.ts'
import type { Faults } from '../faults.ts'
import { nextWaiting } from '../outbox.ts'
import { uniform } from '../random.ts'
import { describeUpdate } from '../updates.ts'
import { readSlots } from '../slots.ts'
import { readSetting, type Store, writeSetting } from '../store.ts'
import { lastSelfTest } from './self-test.ts'
import { measureWear } from './wear.ts'

/**
 * Measure disk and memory use of the device's machine, and its own use of a processor, in percent.
 * @param folder folder of the device's own storage.
 */
export function readHealth(folder: string, faults: Faults): DeviceStatus['health'] {
  const percent = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 1000) / 10
  const used = (path: string) => {
    const disk = statfsSync(path)
    return percent(1 - disk.bavail / disk.blocks)
  }
  return {
    system_disk: used('/'),
    data_disk: faults.full_disk ? 100 : (faults.disk ?? used(folder)),
    memory: faults.memory ?? percent(1 - freemem() / totalmem()),
    cpu: percent(ownLoad()),
  }
}

/** Time over which the load is measured (ms). */
const loadMs = 60_000
/** Last measurement; the first one is of the time since the process began. */
let measured: { at: number; used: NodeJS.CpuUsage; share: number | null } = {
  at: 0,
  used: { user: 0, system: 0 },
  share: null,
}

/**
 * Measure the share of one processor that this device has used lately. Several simulated devices share a machine, whose own load is none of
 * theirs.
 */
function ownLoad(): number {
  const at = performance.now()
  if (measured.share !== null && at - measured.at < loadMs) return measured.share
  const { user, system } = process.cpuUsage(measured.used)
  const share = (user + system) / 1000 / (at - measured.at)
  measured = { at, used: process.cpuUsage(), share }
  return share
}

interface InfoSources {
  facts: DeviceFacts
  store: Store
  faults: Faults
  status: DeviceStatus
  /** Its own clock, before it was corrected (ms since 1970). */
  ownClock: number
}

/** Describe the device for the service (ENT-031). A simulated device does not know its place. */
export function describeInfo({ facts, store, faults, status, ownClock }: InfoSources): DeviceInfo {
  const { uptime, health, pending, busy } = status
  const { version, slot, other } = readSlots(store, facts.bkernelVersion)
  const ssid = readSetting(store, 'radio.wifi.peer') ?? ''
  const { heating, lid, fan, optics } = measureWear(facts, store, faults)
  const selfTest = lastSelfTest(store)
  const update = describeUpdate(store, { isRunning: busy === 'Y', now: ownClock })
  return {
    ip: ownAddress(),
    ssid,
    latitude: null,
    longitude: null,
    accuracy: null,
    versions: { bkernel: version, slot, ...(other !== null && { other_slot: other }) },
    uptime,
    // Warm the housing with the work of block and processor.
    temperature:
      Math.round(10 * (27 + 0.04 * health.cpu + (busy === 'Y' ? 6 : 0) + faults.hot)) / 10,
    health,
    measured: {
      clock: new Date(ownClock).toISOString(),
      wifi: faults.wifi_dbm ?? (ssid === '' ? null : signalOf(facts.uuid, ssid)),
      fan,
      heating,
      lid,
      optics,
      uploads: { waiting: pending, oldest: waitingSince(store, ownClock) },
      ...(update && { update }),
      ...(selfTest && { self_test: selfTest }),
    },
  }
}

/** Return the signal of a network of the simulated room, in dBm. */
function signalOf(uuid: string, ssid: string): number {
  return -64 + Math.round(20 * uniform(`${uuid}|${ssid}`))
}

function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  return (
    addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
  )
}

const keptWaiting = 'uploads.oldest'

/**
 * Return since when the entry that is delivered next has waited; null when nothing waits. An entry carries no time of its own, so the time
 * is kept at which this one was first found waiting.
 */
function waitingSince(store: Store, ownClock: number): string | null {
  const name = nextWaiting(store)
  if (name === null) return null
  const [known, since] = (readSetting(store, keptWaiting) ?? '').split('|')
  if (known === name && since !== undefined) return since
  const now = new Date(ownClock).toISOString()
  writeSetting(store, keptWaiting, `${name}|${now}`)
  return now
}
