import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PowerAction } from '../../devices/bench.ts'
import { runSelfTest } from '../../devices/condition/self-test.ts'
import { type Device, openDevice } from '../../devices/device.ts'
import { readFacts } from '../../devices/facts.ts'
import { waitingReadings } from '../../devices/outbox.ts'
import { noFaults } from '../../devices/faults.ts'
import { readRecordings } from '../../devices/recording.ts'
import { openStore, type Store } from '../../devices/store.ts'
import type { UpdateSources } from '../../devices/updates.ts'
import type { Command, CommandAnswer } from '../../domain/live/command.ts'
import type { DeviceNotice, Reading } from '../../domain/live/event.ts'
import { keepTrust } from '../../devices/lan/trust.ts'
import { type FakeClock, fakeClock } from './fake-clock.ts'
import { uuidOf } from './orders.ts'
import { company, makeReleases, type Releases } from './releases.ts'

const recordings = readRecordings()

/** A device on a fake clock with real storage in a folder of its own; it can lose power and come back. */
export interface BenchDevice {
  clock: FakeClock
  device: Device
  store: Store
  notices: DeviceNotice[]
  /** Releases and images as the service gives them. */
  releases: Releases
  /** Power actions that it was ordered to take; `losePower(0)` is how it then ends. */
  powers: PowerAction[]
  /** Return the number of times that it offered everything again. */
  resyncs(): number
  /** Send a command under a new uuid, or under the one given. */
  order(command: Command, commandUuid?: string): CommandAnswer
  /** All readings kept so far. */
  readings(): Reading[]
  /** Drop everything in memory, as a power cut does, and switch on again `offMs` later. */
  losePower(offMs?: number): void
  remove(): void
}

interface BenchOptions extends Omit<UpdateSources, 'service'> {
  /** Folder with a copy of a device's storage, in place of an empty one. */
  folder?: string
  /** Sees the storage after each start of the device, before it is used. */
  opened?: (store: Store, folder: string) => void
}

/** @param given root and stick of the device; without a root it takes releases of the service alone */
export function benchDevice(
  cartridge = 'Wells16',
  speed = '60',
  { folder = mkdtempSync(join(tmpdir(), 'bapp-device-')), opened, ...given }: BenchOptions = {},
): BenchDevice {
  const type = cartridge === 'Wells96' ? 'bgate' : 'bcube'
  const facts = readFacts({ type, cartridge, uuid: uuidOf(9), speed })
  const notices: DeviceNotice[] = []
  const powers: PowerAction[] = []
  let resyncs = 0
  let commands = 100
  let clock = fakeClock()
  const openHere = () => {
    const made = openStore(folder)
    opened?.(made, folder)
    return made
  }
  let store = openHere()
  const releases = makeReleases(facts.uuid, { now: () => clock.now() })
  keepTrust(store, {
    company_uuid: company,
    lan_key: releases.key,
    server_time: new Date(clock.now()).toISOString(),
  })
  const open = () =>
    openDevice(facts, {
      store,
      clock,
      recordings,
      health: () => ({ system_disk: 0, data_disk: 0, memory: 0, cpu: 0 }),
      notice: (notice) => notices.push(notice),
      kept: () => {},
      moved: () => {},
      updates: { service: releases, ...given },
      power: (action) => powers.push(action),
      selfTest: () => runSelfTest({ facts, store, faults: noFaults() }, clock.now()),
      resync: () => {
        resyncs += 1
      },
    })
  let device = open()
  return {
    get clock() {
      return clock
    },
    get device() {
      return device
    },
    get store() {
      return store
    },
    notices,
    releases,
    powers,
    resyncs: () => resyncs,
    order(command, commandUuid = uuidOf((commands += 1))) {
      const expires_at = new Date(clock.now() + 60_000).toISOString()
      return device.obey({ command_uuid: commandUuid, code: 0, command, expires_at }, clock.now())
    },
    readings: () => waitingReadings(store, device.status().run?.analysis_uuid ?? '', 10_000),
    losePower(offMs = 60_000) {
      // Leave the old clock behind with its timers: nothing of the old process acts any more.
      device.stop()
      store.close()
      clock = fakeClock(clock.now() + offMs)
      store = openHere()
      device = open()
    },
    remove() {
      device.stop()
      store.close()
      rmSync(folder, { recursive: true })
    },
  }
}
