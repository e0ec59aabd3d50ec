import type { CommandAnswer, CommandMessage } from '../domain/live/command.ts'
import { type DeviceNotice, type DeviceStatus, noticeAudience } from '../domain/live/event.ts'
import type { WavelengthName } from '../domain/catalog/wavelengths.ts'
import { calibratedOptics, lightInUse } from './calibrated-optics.ts'
import type { Bench, PowerAction } from './bench.ts'
import type { Clock } from './clock.ts'
import type { SelfTest } from './condition/self-test.ts'
import { startCycler } from './cycler.ts'
import type { DeviceFacts } from './facts.ts'
import { obey } from './obey.ts'
import { chooseOptics } from './optics.ts'
import { wishFor } from './optics-wish.ts'
import { countWaiting, keepAnswer } from './outbox.ts'
import type { Recording } from './recording.ts'
import { settleRestart } from './restart.ts'
import { roomTemperature, type RunRecord } from './run-record.ts'
import { forgetOldRuns, keepProgress, loadRun } from './run-store.ts'
import { factsOf } from './settings.ts'
import { type Store, transact } from './store.ts'
import { bootSlot, endTrial } from './trial.ts'
import { createUpdates, type UpdateSources } from './updates.ts'

export interface DevicePorts {
  store: Store
  clock: Clock
  recordings: readonly Recording[]
  health(): DeviceStatus['health']
  /** Told at once, by the live bus; never the only copy of a result. */
  notice(notice: DeviceNotice): void
  /** There is something new to deliver. */
  kept(): void
  /** The run has moved on. */
  moved(): void
  /** The device received an order to restart or to switch itself off; its answer is on its way first. */
  power(action: PowerAction): void
  /** Return true when the disk has no room for another run. */
  isFull?(): boolean
  /** Sources of ordered software. */
  updates: UpdateSources
  /** Test the own parts now; the result waits for the service. */
  selfTest(): SelfTest
  /** Everything that waits is to be offered again now. */
  resync(): void
}

/** A device without its network: block, lid, optics, storage and the answers to commands. */
export interface Device {
  /** As they are now: name in the network and software can change. */
  readonly facts: DeviceFacts
  obey(message: CommandMessage, now: number): CommandAnswer
  status(): DeviceStatus
  /** Tell people of something that happens once, on the live bus and in the log. */
  notice(kind: DeviceNotice['kind'], text: string): void
  /** A hand on the lid; a running device keeps it locked. Gives whether it is open. */
  toggleLid(): boolean
  /** Stop the clock and leave everything where it is. */
  stop(): void
}

/** Switch a device on: a run that was going on when it lost power goes on. */
export function openDevice(given: DeviceFacts, ports: DevicePorts): Device {
  const { store, clock, resync, selfTest } = ports
  bootSlot(store)
  const facts = factsOf(given, store)
  const began = clock.now()
  const isFull = () => ports.isFull?.() ?? false
  const own = { start, notice, power, resync, selfTest, isFull }
  const hands = { lidOpen: false, run: null, cycler: null, ...own }
  const bench: Bench = { facts, store, clock, ...hands, updates: { go() {}, stop() {} } }
  const updates = (bench.updates = createUpdates(bench, ports.updates))

  function notice(kind: DeviceNotice['kind'], text: string): void {
    const ofRun = noticeAudience[kind] === 'run'
    const analysis_uuid = (ofRun && bench.run?.order.analysis_uuid) || null
    ports.notice({ kind, analysis_uuid, text: text.slice(0, 500) })
  }

  function power(action: PowerAction): void {
    notice(action === 'reboot' ? 'restarting' : 'switched_off', '')
    ports.power(action)
  }

  function start(given: RunRecord): void {
    const run = (bench.run = { ...lightInUse(store), ...given })
    const wish = wishFor(run.order)
    const chosen = chooseOptics(wish, ports.recordings)
    const optics = calibratedOptics(chosen, facts, store, wish.channels as WavelengthName[])
    bench.cycler = startCycler(run, { clock, speed: facts.speed, optics, keep, notice })
  }

  function keep(run: RunRecord, reading: Parameters<typeof keepProgress>[2]): void {
    const startsNow = run.started_at !== null && bench.run?.started_at === null
    transact(store, () => {
      keepProgress(store, run, reading)
      if (startsNow) keepAnswer(store, { command_uuid: run.command_uuid, state: 'done' })
    })
    bench.run = run
    if (reading || startsNow || run.outcome) ports.kept()
    ports.moved()
    // Install an update that was fetched during the run.
    if (run.outcome) updates.go()
  }

  forgetOldRuns(store)
  const interrupted = loadRun(store)
  if (interrupted) {
    start(interrupted)
    notice('run_resumed', '')
  }
  endTrialOf(bench, ports)
  settleRestart(store)
  updates.go()
  return {
    get facts() {
      return bench.facts
    },
    obey: (message, now) => {
      const answer = obey(bench, message, now)
      ports.kept()
      return answer
    },
    status: () => ({
      ...statusOf(bench),
      uptime: Math.round((ports.clock.now() - began) / 1000),
      health: ports.health(),
      pending: countWaiting(store),
    }),
    notice,
    toggleLid: () => {
      if (bench.run?.outcome === null) return bench.lidOpen
      bench.lidOpen = !bench.lidOpen
      notice(bench.lidOpen ? 'lid_opened' : 'lid_closed', '')
      return bench.lidOpen
    },
    stop: () => {
      updates.stop()
      bench.cycler?.stop()
    },
  }
}

/** End the trial of new software that has come up; one that is not fit restarts into the software before. */
function endTrialOf(
  { store, clock, facts, notice, power, isFull }: Bench,
  ports: DevicePorts,
): void {
  const optics = ports.recordings.length
  const trial = endTrial(store, { optics, isFull: isFull(), now: clock.now() })
  if (trial === null) return
  if ('updated' in trial) return notice('updated', trial.updated)
  notice('error', `${facts.bkernelVersion} has not passed its check: ${trial.unfit}`)
  power('reboot')
}

/** Write the JSON text that the device's record carries; `srv_status` of 1 or less is active. */
function statusText(facts: DeviceFacts): string {
  return JSON.stringify({ serial: facts.serial, srv_status: 0 })
}

function statusOf(bench: Bench): Omit<DeviceStatus, 'uptime' | 'health' | 'pending'> {
  const running = bench.run?.outcome === null ? bench.cycler : null
  const run = bench.cycler?.progress() ?? null
  return {
    uuid: bench.facts.uuid,
    status: statusText(bench.facts),
    busy: running ? 'Y' : 'N',
    block_temperature: running && run ? run.temperature : roomTemperature,
    lid_temperature: running ? Math.round(running.lidTemperature() * 10) / 10 : roomTemperature,
    lid: bench.lidOpen || running?.lidOpen() ? 'open' : 'closed',
    bkernel_version: bench.facts.bkernelVersion,
    run,
  }
}
