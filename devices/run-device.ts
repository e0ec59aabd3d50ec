import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallData } from '../domain/call.ts'
import { deviceLinkCalls } from '../domain/calls/device-link.ts'
import { Fault } from '../domain/fault.ts'
import type { CommandAnswer, CommandMessage } from '../domain/live/command.ts'
import type { DeviceNotice } from '../domain/live/event.ts'
import type { PowerAction } from './bench.ts'
import { realClock } from './clock.ts'
import { readHealth } from './condition/describe-info.ts'
import { noteCommand, noteNotice } from './condition/note.ts'
import { openMessages, type OwnMessages } from './condition/own-messages.ts'
import { noteStart, type Reports, startReports } from './condition/reports.ts'
import { openClaims } from './claim.ts'
import { startCommandPoll } from './command-poll.ts'
import { type Device, openDevice } from './device.ts'
import type { ReleaseSource } from './download.ts'
import { createEdgeCall, type EdgeCall } from './edge-client.ts'
import { type EdgeLink, startEdgeLink } from './edge-link.ts'
import type { DeviceFacts } from './facts.ts'
import { type Faults, noFaults } from './faults.ts'
import { checkConnection } from './lan/connection-check.ts'
import { type LanOptions, publish, startLan } from './lan/start-lan.ts'
import { keepHello } from './lot-stops.ts'
import { readTrust, timeFloor } from './lan/trust.ts'
import { createWallClock } from './lan/wall-clock.ts'
import { loadLiveKey } from './live-key.ts'
import { type LiveLink, startLiveLink } from './live-link.ts'
import { openLogFiles } from './log-files.ts'
import { readRecordings } from './recording.ts'
import { openStick } from './stick.ts'
import { openStore, readSetting, type Store, writeSetting } from './store.ts'
import type { UpdateSources } from './updates.ts'

const kept = 'calibrated_at'

/** Return the time of the last calibration. A simulated device is calibrated on the day it first starts. */
function readCalibration(store: Store): string {
  const known = readSetting(store, kept)
  if (known !== null) return known
  const moment = new Date().toISOString()
  writeSetting(store, kept, moment)
  return moment
}

export interface DeviceStart {
  facts: DeviceFacts
  key: string
  edge: string
  /** Folder of the device's own storage. */
  state: string
  /** Absent: the device is not to be reached in the local network. */
  lan?: LanOptions | undefined
  faults?: Faults
  releases?: ReleaseOptions
}

export interface RunningDevice {
  toggleLid(): void
  selfTest(): void
  stop(): Promise<void>
}

const statusMs = 2_000
/** Interval of the greeting, which brings revoked passes and the time, while the bus never disconnects. */
const greetMs = 10 * 60_000
/** A new step is shown at once, but not more often than this. */
const movedMs = 400

/** The links of a device; absent while it is being switched on, when a run that is taken up speaks already. */
interface Links {
  live?: LiveLink
  edge?: EdgeLink
  reports?: Reports
}

/**
 * Switch a device on and connect it: storage, run clock, delivery and live bus. `power` is asked to end it, or to
 * end it and begin it again.
 */
export function runDevice(
  { facts, key, edge, state, lan, faults = noFaults(), releases = {} }: DeviceStart,
  power: (action: PowerAction) => void,
): RunningDevice {
  const store = openStore(state)
  writeFileSync(join(state, 'device.pid'), `${process.pid}\n`)
  const stopped = new AbortController()
  const wallClock = createWallClock(faults)
  const logs = openLogFiles(state, wallClock.now)
  const report = (text: string) => {
    console.log(`${facts.hostname} ${text}`)
    logs.write(text)
  }
  const links: Links = {}
  const show = createShow(() => links.live?.publish(device.status()), stopped.signal)
  const messages = openMessages(store, wallClock.now)
  noteStart(store, messages, wallClock.now())
  const call = createEdgeCall({ edge, uuid: facts.uuid, key }, stopped.signal)
  const to = { store, links, messages, report, show, power, updates: sourcesOf(call, releases) }
  const device = openLinked({ facts, state, faults }, to)
  // Take the later time, so that a clock that was put back revives no command whose time is over.
  const serviceTime = () => Math.max(poll.serviceTime(), timeFloor(store))
  const obeyAt = (message: CommandMessage, at: number) =>
    noteCommand(messages, message, obeyOrEnd(device, message, at))
  const obey = (message: CommandMessage) => obeyAt(message, serviceTime())
  const bus = busOf(links, device)
  const claims = openClaims({ store, facts, call, show: (shown) => publish(state, shown) })
  const { claimKey } = claims
  const heard = (answer: CallData<typeof deviceLinkCalls.hello>) => {
    keepHello(store, logs, answer)
    wallClock.hear(answer.server_time)
    claims.heard(answer.claim)
  }
  const said = { status: device.status, calibratedAt: () => readCalibration(store), claimKey }
  const poll = startCommandPoll({ call, ...said, obey, heard, ...bus })
  const progress = progressOf(device)
  links.edge = startEdgeLink({ store, call: holdable(call, faults), report, progress })
  const parts = { facts, store, faults, call, messages, logs, report }
  links.reports = startReports({ ...parts, device, clock: wallClock })
  const connected = () => {
    links.edge?.retry()
    show(0)
    poll.ask()
    links.reports?.wake()
  }
  const who = { edge, uuid: facts.uuid, type: facts.type, key: loadLiveKey(store) }
  const asked = { trust: () => readTrust(store), unsigned: () => poll.ask() }
  links.live = startLiveLink({ ...who, ...bus, ...asked, call, obey, report, connected })
  const network =
    lan &&
    startLan(lan, {
      ...parts,
      device,
      state,
      clock: wallClock,
      obey: (message) => obeyAt(message, Date.now()),
      kept: () => links.edge?.wake(),
      check: () => checkConnection({ edge, call, ...bus, now: wallClock.now }),
    })
  poll.ask()
  links.reports.wake()
  const timers = [setInterval(() => show(0), statusMs), setInterval(() => poll.ask(), greetMs)]
  report(`on, ${facts.type} ${facts.cartridge}, speed ${facts.speed}`)

  return {
    toggleLid: () => report(device.toggleLid() ? 'lid is open' : 'lid is closed'),
    selfTest: () => void (device.status().busy !== 'Y' && links.reports?.selfTest()),
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer)
      poll.stop()
      device.stop()
      stopped.abort()
      const { live, edge: delivery, reports } = links
      await Promise.all([live?.stop(), delivery?.stop(), reports?.stop(), network?.stop()])
      store.close()
      report('off')
    },
  }
}

/** Say of the live bus what calls beside it need. */
function busOf(links: Links, device: Pick<Device, 'status'>) {
  const isBusy = () => device.status().busy === 'Y'
  return {
    isBusy,
    hasBus: () => links.live?.connected() ?? false,
    /** While a fleet returns to the bus, an idle device asks for commands by HTTP twice, one with a run eight times. */
    pauseMs: () => (links.live?.windowMs() ?? 0) / (isBusy() ? 8 : 2),
  }
}

/** Root of a device, and a source of software beside the service. */
export interface ReleaseOptions {
  /** Text of the root that it was made with. */
  root?: string | undefined
  /** Folder where a stick appears. */
  stick?: string | undefined
}

function sourcesOf(call: EdgeCall, { root, stick }: ReleaseOptions): UpdateSources {
  return {
    root,
    stick: stick === undefined ? undefined : (order) => openStick(stick, order),
    service: serviceFrom(call),
  }
}

/** Fetch software from the service by the device's own calls. */
function serviceFrom(call: EdgeCall): ReleaseSource {
  return {
    metadata: {
      read: async (name) => {
        try {
          return (await call(deviceLinkCalls.metadata, { params: { name } })).bytes
        } catch (error) {
          if (error instanceof Fault && error.code === 'not_found') return null
          throw error
        }
      },
    },
    release: (version) => call(deviceLinkCalls.release, { params: { version } }),
    piece: async (version, from) => {
      const query = { from: String(from) }
      return (await call(deviceLinkCalls.image, { params: { version }, query })).bytes
    },
  }
}

/** Return the call of the deliveries, which a fault on demand holds up. */
function holdable(call: EdgeCall, faults: Faults): EdgeCall {
  return async (row, given) => {
    if (faults.hold_uploads) throw new Fault('network', 'Held by a fault on demand')
    return call(row, given)
  }
}

/** Return the function that reads the progress of a run, if the device is on it. */
function progressOf(device: Device) {
  return (analysisUuid: string) => {
    const { run } = device.status()
    return run?.analysis_uuid === analysisUuid ? run : null
  }
}

/** Open the device on its storage; what it reports goes to the log, to people and to the service. */
function openLinked(
  { facts, state, faults }: Pick<DeviceStart, 'facts' | 'state'> & { faults: Faults },
  to: {
    store: Store
    links: Links
    messages: OwnMessages
    report: (text: string) => void
    show: (pauseMs: number) => void
    power: (action: PowerAction) => void
    updates: UpdateSources
  },
): Device {
  const { store, links, messages, report, show, power, updates } = to
  return openDevice(facts, {
    store,
    clock: realClock,
    recordings: readRecordings(),
    health: () => readHealth(state, faults),
    isFull: () => faults.full_disk,
    notice: (notice) => {
      const line = noticeLine(notice)
      report(line)
      // Give the disk back its room: readings of ended runs had filled it.
      if (notice.kind === 'folders_cleared') faults.disk = null
      noteNotice({ store, messages }, notice, line)
      links.live?.publish(notice)
      show(0)
    },
    kept: () => links.edge?.wake(),
    moved: () => show(movedMs),
    power,
    updates,
    resync: () => links.edge?.resync(),
    selfTest() {
      if (!links.reports) throw new Error('The device reports nothing yet')
      return links.reports.selfTest()
    },
  })
}

/** Carry out a command; when that fails, what is in memory and what is kept may differ. */
function obeyOrEnd(device: Device, message: CommandMessage, now: number): CommandAnswer {
  try {
    return device.obey(message, now)
  } catch (error) {
    // End the process, which begins again from what is kept.
    setImmediate(() => {
      throw error
    })
    throw error
  }
}

/**
 * Show the status once per turn however many things have changed, after the change has been kept; with a
 * pause, only when nothing was shown for so many milliseconds.
 */
function createShow(publish: () => void, stopped: AbortSignal): (pauseMs: number) => void {
  let waiting = false
  let shownAt = 0
  return function show(pauseMs) {
    if (waiting || Date.now() - shownAt < pauseMs) return
    waiting = true
    setImmediate(() => {
      waiting = false
      shownAt = Date.now()
      if (!stopped.aborted) publish()
    })
  }
}

/**
 * Return what the log says of a notice: a run by its id. Names of runs may tell of patients, and a log is read by others
 * than the laboratory.
 */
function noticeLine({ kind, analysis_uuid, text }: DeviceNotice): string {
  const isNamed = ['run_started', 'run_finished', 'run_aborted', 'run_resumed'].includes(kind)
  return `${kind.replaceAll('_', ' ')} ${isNamed ? analysis_uuid : text}`.trim()
}
