import { deviceReportCalls } from '../../domain/calls/device-reports.ts'
import type { DeviceInfo } from '../../domain/entities/device-report.ts'
import { Fault } from '../../domain/fault.ts'
import { checkFacts, findHealth, type HealthCheck } from '../../domain/rules/device-health.ts'
import { writeGap } from '../../domain/rules/device-messages.ts'
import { createBackOff } from '../back-off.ts'
import type { Device } from '../device.ts'
import type { EdgeCall } from '../edge-client.ts'
import type { DeviceFacts } from '../facts.ts'
import type { Faults } from '../faults.ts'
import type { WallClock } from '../lan/wall-clock.ts'
import type { LogFiles } from '../log-files.ts'
import { readSetting, type Store, writeSetting } from '../store.ts'
import { describeInfo } from './describe-info.ts'
import type { OwnMessages } from './own-messages.ts'
import {
  acknowledgeSelfTest,
  isTestDue,
  runSelfTest,
  type SelfTest,
  waitingSelfTest,
} from './self-test.ts'

/**
 * Reports of the device about itself: info, messages, the list of its logs and self-tests. One request goes at a time, with back-off, by
 * calls of their own: no reading waits for a report, and no run for a self-test.
 */
export interface Reports {
  /** Report now: the service is there again. */
  wake(): void
  /** Run a self-test now, and report it a moment later. */
  selfTest(): SelfTest
  stop(): Promise<void>
}

export interface ReportPorts {
  facts: DeviceFacts
  store: Store
  faults: Faults
  call: EdgeCall
  messages: OwnMessages
  logs: LogFiles
  device: Pick<Device, 'status'>
  clock: WallClock
  report(text: string): void
}

/** Interval at which the device looks at itself. */
const lookMs = 5_000
/** Interval of its reports; a check whose verdict changes is reported at once. */
const reportMs = 5 * 60_000
/** Silence of the service after which its end is worth a message. */
const gapMs = 60_000
const [firstMs, longestMs] = [2_000, 5 * 60_000]
/** Most messages of one request; the contract takes as many. */
const batch = 50

const keptAlive = 'alive_at'

/** Note that the device started, and for how long it was off. */
export function noteStart(store: Store, messages: OwnMessages, now: number): void {
  const last = readSetting(store, keptAlive)
  const at = new Date(now).toISOString()
  const wasOff = last !== null && Date.parse(last) < now
  messages.add('info', 'started', wasOff ? `was off ${writeGap(last, at)}` : '')
  writeSetting(store, keptAlive, at)
}

export function startReports(ports: ReportPorts): Reports {
  const { facts, store, faults, messages, device, clock, report } = ports
  const { now } = clock
  const backOff = createBackOff(firstMs, longestMs)
  const watch = createHealthWatch(messages)
  let sent: { at: number; stage?: string | undefined } = { at: Number.NEGATIVE_INFINITY }
  let heardAt: number | null = null
  let notBefore = 0
  let stopped = false
  let going: Promise<void> | null = null

  function test(): SelfTest {
    const result = runSelfTest(ports, now())
    const { outcome } = result
    messages.add(outcome === 'passed' ? 'info' : 'error', 'self_test', `Self-test ${outcome}`)
    report(`self-test ${outcome}`)
    sent.at = Number.NEGATIVE_INFINITY
    return result
  }

  /** Note a silence of the service once it is over. */
  function heard(): void {
    const at = now()
    if (heardAt !== null && at - heardAt > reportMs + gapMs) {
      const gap = writeGap(new Date(heardAt).toISOString(), new Date(at).toISOString())
      messages.add('warning', 'line_gap', `No connection to the service ${gap}`)
    }
    heardAt = at
  }

  async function send(): Promise<void> {
    const status = device.status()
    const info = describeInfo({ facts, store, faults, status, ownClock: clock.own() })
    const { stage } = info.measured?.update ?? {}
    if (watch(info, now()) || stage !== sent.stage || now() - sent.at >= reportMs) {
      await ports.call(deviceReportCalls.info, { body: info })
      heard()
      sent = { at: now(), stage }
      await ports.call(deviceReportCalls.logs, { body: { logs: ports.logs.list() } })
    }
    await sendMessages(ports)
    await sendSelfTest(ports)
    backOff.reset()
  }

  function look(): void {
    if (stopped) return
    writeSetting(store, keptAlive, new Date(now()).toISOString())
    if (mayTest(ports, false)) test()
    if (going || Date.now() < notBefore) return
    going = send()
      .catch((error: unknown) => {
        // Show a failure of this program, not of the line, to the person who started it.
        if (!(error instanceof Fault)) throw error
        notBefore = Date.now() + Math.max(backOff.next(), error.retryAfterMs)
      })
      .finally(() => {
        going = null
      })
  }

  if (mayTest(ports, true)) test()
  const timer = setInterval(look, lookMs)
  return {
    wake() {
      notBefore = 0
      sent.at = Number.NEGATIVE_INFINITY
      look()
    },
    selfTest() {
      setImmediate(look)
      return test()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await going
    },
  }
}

/** Return true when a test is due and no run is going on. */
function mayTest({ device, store, clock }: ReportPorts, isStart: boolean): boolean {
  return device.status().busy !== 'Y' && isTestDue(store, clock.now(), isStart)
}

/** Send the messages that wait, oldest first. What the service refuses for good is let go, or nothing after it would arrive. */
async function sendMessages({ call, messages, report }: ReportPorts): Promise<void> {
  for (;;) {
    const waiting = messages.waiting(batch)
    if (waiting.length === 0) return
    try {
      await call(deviceReportCalls.messages, { body: { messages: waiting } })
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'invalid') throw error
      report(`messages refused: ${error.message}`)
    }
    messages.acknowledge(waiting)
  }
}

async function sendSelfTest({ call, facts, store, report }: ReportPorts): Promise<void> {
  const waiting = waitingSelfTest(facts, store)
  if (!waiting) return
  const pictures = Object.fromEntries(waiting.pictures.map((file) => [file.name, file]))
  try {
    await call(deviceReportCalls.autoTest, { body: { ...waiting.fields, ...pictures } as never })
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'invalid') throw error
    report(`self-test refused: ${error.message}`)
  }
  acknowledgeSelfTest(store, waiting.fields)
}

/**
 * Return the function that judges a report by the checks of the service and writes a message for each whose verdict has changed. It returns
 * true where one has, which is then reported at once.
 */
function createHealthWatch(messages: OwnMessages): (info: DeviceInfo, now: number) => boolean {
  let before: ReadonlyMap<string, HealthCheck> | null = null
  return (info, now) => {
    const heardAt = new Date(now).toISOString()
    const device = { connected: '10', config: {} }
    const own = findHealth({ device, info, heardAt }, now).filter(
      // Leave out what the device cannot judge by itself, or has a message of its own for.
      ({ name }) =>
        name !== 'line' && name !== 'calibration' && name !== 'self_test' && name !== 'cpu',
    )
    const changed = own.filter(({ name, verdict }) => {
      const known = before?.get(name)?.verdict ?? 'ok'
      return known !== verdict && (verdict !== 'unknown' || before !== null)
    })
    before = new Map(own.map((check) => [check.name, check]))
    for (const check of changed) {
      const level =
        check.verdict === 'bad' ? 'error' : check.verdict === 'warning' ? 'warning' : 'info'
      messages.add(level, 'health', sayCheck(check))
    }
    return changed.length > 0
  }
}

function sayCheck({ name, value, verdict, part }: HealthCheck): string {
  const { unit, limits } = checkFacts(name)
  const figure = [part, value, unit === 'none' ? null : unit]
    .filter((word) => word != null)
    .join(' ')
  const side = limits?.side === 'low' ? 'below' : 'above'
  const limit = limits ? `; warning ${side} ${limits.warning}` : ''
  return `${name.replaceAll('_', ' ')} is ${verdict}: ${figure}${limit}`
}
