import { writeFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { CallData } from '../domain/call.ts'
import type { deviceLinkCalls } from '../domain/calls/device-link.ts'
import type { CommandAnswer, CommandMessage } from '../domain/live/command.ts'
import type { DeviceNotice, DeviceStatus } from '../domain/live/event.ts'
import type { PowerAction } from './bench.ts'
import { realClock } from './clock.ts'
import { startCommandPoll } from './command-poll.ts'
import { type Device, openDevice } from './device.ts'
import { createEdgeCall } from './edge-client.ts'
import { type EdgeLink, startEdgeLink } from './edge-link.ts'
import type { DeviceFacts } from './facts.ts'
import { type Faults, noFaults } from './faults.ts'
import { checkConnection } from './lan/connection-check.ts'
import { type LanOptions, startLan } from './lan/start-lan.ts'
import { keepHello } from './lot-stops.ts'
import { readTrust, timeFloor } from './lan/trust.ts'
import { createWallClock } from './lan/wall-clock.ts'
import { loadLiveKey } from './live-key.ts'
import { type LiveLink, startLiveLink } from './live-link.ts'
import { openLogFiles } from './log-files.ts'
import { readRecordings } from './recording.ts'
import { openStore, readSetting, type Store, writeSetting } from './store.ts'
import { availableParallelism, freemem, loadavg, totalmem } from 'node:os'

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
}

export interface RunningDevice {
  toggleLid(): void
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
}

/**
 * Switch a device on and connect it: storage, run clock, delivery and live bus. `power` is asked to end it, or to
 * end it and begin it again.
 */
export function runDevice(
  { facts, key, edge, state, lan, faults = noFaults() }: DeviceStart,
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
  const device = openLinked({ facts, state, faults }, { store, links, report, show, power })
  const call = createEdgeCall({ edge, uuid: facts.uuid, key }, stopped.signal)
  // A clock that was put back revives no command whose time is over.
  const serviceTime = () => Math.max(poll.serviceTime(), timeFloor(store))
  const obey = (message: CommandMessage) => obeyOrEnd(device, message, serviceTime())
  const hasBus = () => links.live?.connected() ?? false
  const heard = (answer: CallData<typeof deviceLinkCalls.hello>) => {
    keepHello(store, answer)
    wallClock.hear(answer.server_time)
  }
  const calibratedAt = () => readCalibration(store)
  const poll = startCommandPoll({ call, status: device.status, calibratedAt, obey, hasBus, heard })
  links.edge = startEdgeLink({ store, call, report, progress: progressOf(device) })
  const connected = () => {
    links.edge?.retry()
    show(0)
    poll.ask()
  }
  links.live = startLiveLink({
    edge,
    uuid: facts.uuid,
    type: facts.type,
    key: loadLiveKey(store),
    call,
    obey,
    trust: () => readTrust(store),
    unsigned: () => poll.ask(),
    report,
    connected,
  })
  const network =
    lan &&
    startLan(lan, {
      device,
      store,
      state,
      faults,
      clock: wallClock,
      logs,
      obey: (message) => obeyOrEnd(device, message, Date.now()),
      kept: () => links.edge?.wake(),
      check: () => checkConnection({ edge, call, hasBus, now: wallClock.now }),
      report,
    })
  poll.ask()
  const timer = setInterval(() => show(0), statusMs)
  const greeting = setInterval(() => poll.ask(), greetMs)
  report(`on, ${facts.type} ${facts.cartridge}, speed ${facts.speed}`)

  return {
    toggleLid: () => report(device.toggleLid() ? 'lid is open' : 'lid is closed'),
    async stop(): Promise<void> {
      clearInterval(timer)
      clearInterval(greeting)
      poll.stop()
      device.stop()
      stopped.abort()
      await Promise.all([links.live?.stop(), links.edge?.stop(), network?.stop()])
      store.close()
      report('off')
    },
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
    report: (text: string) => void
    show: (pauseMs: number) => void
    power: (action: PowerAction) => void
  },
): Device {
  const { store, links, report, show, power } = to
  return openDevice(facts, {
    store,
    clock: realClock,
    recordings: readRecordings(),
    health: () => ({ ...readHealth(state), ...(faults.full_disk && { data_disk: 100 }) }),
    isFull: () => faults.full_disk,
    notice: (notice) => {
      report(noticeLine(notice))
      links.live?.publish(notice)
      show(0)
    },
    kept: () => links.edge?.wake(),
    moved: () => show(movedMs),
    power,
    resync: () => links.edge?.resync(),
  })
}

/** Carry out a command; when that fails, what is in memory and what is kept may differ. */
function obeyOrEnd(device: Device, message: CommandMessage, now: number): CommandAnswer {
  try {
    return device.obey(message, now)
  } catch (error) {
    // The process ends, and begins again from what is kept.
    setImmediate(() => {
      throw error
    })
    throw error
  }
}

/**
 * Shows the status once per turn however many things have changed, after the change has been kept; with a
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

/** Measure disk, memory and processor use of the device's machine, in percent. */
function readHealth(folder: string): DeviceStatus['health'] {
  const percent = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 1000) / 10
  const used = (path: string) => {
    const disk = statfsSync(path)
    return percent(1 - disk.bavail / disk.blocks)
  }
  return {
    system_disk: used('/'),
    data_disk: used(folder),
    memory: percent(1 - freemem() / totalmem()),
    cpu: percent((loadavg()[0] ?? 0) / availableParallelism()),
  }
}
