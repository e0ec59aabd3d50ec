import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Bkernel } from '../../domain/entities/bkernel.ts'
import type { CommandRecord } from '../../domain/entities/command.ts'
import { Fault } from '../../domain/fault.ts'
import type { FleetFact } from '../../domain/rules/fleet-facts.ts'
import { type BothStops, type LotStops, noStops } from '../../domain/rules/lot-stops.ts'
import type { CommandAnswer, CommandMessage } from '../../domain/live/command.ts'
import type { Reading, RunProgress } from '../../domain/live/event.ts'
import type { AnalysisAction } from '../../domain/actions/analysis.ts'
import { logNote } from '../log.ts'
import { type Outcome, outcomeOf, outcomeOfAsync } from '../outcome.ts'
import type { Speaker } from '../live/relay.ts'
import { BackupStore } from './BackupStore.ts'
import { type By, readSeen } from './by.ts'
import type { Change } from './changes.ts'
import { settleCommand, settleLaunch } from './command-effects.ts'
import { handCommands, messageOf, moveCommand, systemActor } from './commands.ts'
import { keepReport, type Report } from './device-reports.ts'
import { carryDepartures, departureRestMs } from './carry-departures.ts'
import { type Departure, leaveFor } from './departures.ts'
import { type DeviceOrder, queueDeviceCommand, queueDueUpdate } from './device-commands.ts'
import { finishMoves } from './finish-moves.ts'
import { giveUpMove, type PersonMove } from './people-moving.ts'
import { queueLaunch, queueRunCommand, type RunCommand } from './launch.ts'
import { storeRefusesAt } from '../../domain/catalog/limits.ts'
import { measureStore } from './store-size.ts'
import { acceptsReceipt, voidAllReceipts, voidReceipts } from './directory-receipts.ts'
import type { Sight } from './lists.ts'
import { FleetFeed } from './fleet/FleetFeed.ts'
import { hearStops, stopsHere } from './lot-stops.ts'
import { isFounded } from './meta.ts'
import { type OperationActor, readRecord } from './operations.ts'
import { checkReadings, noteDiffering, noteLate, noteOdd, noteRefused } from './reading-messages.ts'
import {
  checkComplete,
  checkRunDevice,
  closeRun,
  keepReadings,
  type KeptPoints,
  readProgress,
  readReadings,
  runSoFar,
  type RunSoFar,
} from './readings.ts'
import { lightAt, type LightInForce } from './calibrations-in-force.ts'
import { FactKeeper } from './rollouts/FactKeeper.ts'
import { forgetFacts } from './rollouts/judge-rollouts.ts'
import { forgetRehearsed, keepRehearsed, type RehearsedPart } from './rollouts/rehearsed-runs.ts'
import { keepRunNotices, sendRunNotices } from './run-notices.ts'
import { endRun, type RunEnd, speakerOf, startRun, wasGivenUp } from './runs.ts'
import { wakeBy } from './wake.ts'

/**
 * The part of a company's store that has to do with devices at work: commands and runs. CompanyStore is built on it;
 * it is no object of its own.
 */
export abstract class RunStore extends BackupStore {
  protected readonly facts = new FactKeeper(this.ctx.storage, this.env, this.sql)
  protected readonly feed = new FleetFeed(this.ctx.storage, this.env, this.sql)
  #carrying: Promise<void> = Promise.resolve()
  #moving: Promise<void> = Promise.resolve()

  /** One transaction, and what follows a write. */
  protected abstract write<Value>(work: () => Value): Outcome<Value>
  /** The same on somebody's behalf: in the transaction their right is asked for again, before anything is changed. */
  protected abstract writeAs<Value>(by: By, work: (by: By) => Value): Promise<Outcome<Value>>
  /** End the waiting for what is overdue, and wake again for the next. */
  protected abstract planExpiry(): Promise<void>
  abstract change(change: Change, opId: string, asked: By): Promise<Outcome<unknown>>

  /**
   * Pre-flight checks and the LOAD_RECIPE command, queued.
   * @param stops the provider's lots that are not run, asked for just before; without them what was heard last holds.
   */
  async launch(
    analysis: string,
    ids: { opId: string; command: string },
    asked: By,
    stops: LotStops = noStops,
  ): Promise<Outcome<CommandRecord>> {
    const outcome = await this.writeAs(asked, (by) => {
      hearStops(this.sql, stops)
      return queueLaunch(this.sql, analysis, ids, by, now())
    })
    await this.planExpiry()
    return outcome
  }

  /** Keep the provider's list of lots that are not run, and return it with the company's own holds. */
  hearStops(stops: LotStops): Outcome<BothStops> {
    return outcomeOf(() =>
      this.sql.transaction(() => {
        if (!isFounded(this.sql)) unknownCompany()
        hearStops(this.sql, stops)
        return stopsHere(this.sql)
      }),
    )
  }

  /** Queue a command about a run that is going on, when the rules allow it. */
  async command(
    order: RunCommand,
    action: AnalysisAction,
    asked: By,
  ): Promise<Outcome<CommandRecord>> {
    const outcome = await this.writeAs(asked, (by) =>
      queueRunCommand(this.sql, order, action, by, now()),
    )
    await this.planExpiry()
    return outcome
  }

  /** Queue a command about a device itself, when the device can be given it. */
  async deviceCommand(order: DeviceOrder, asked: By): Promise<Outcome<CommandRecord>> {
    const outcome = await this.writeAs(asked, (by) =>
      queueDeviceCommand(this.sql, order, by, now()),
    )
    await this.planExpiry()
    return outcome
  }

  /** Order what a device has to install by now; null where that is nothing (device-commands.ts). */
  async orderDue(
    device: string,
    offered: readonly Bkernel[],
  ): Promise<Outcome<CommandRecord | null>> {
    const outcome = this.write(() => queueDueUpdate(this.sql, { device, offered }, now()))
    if (outcome.ok && outcome.value) await this.planExpiry()
    return outcome
  }

  /** Mark a command as sent, for the one who then sends it; null where another has done so. */
  claimCommand(uuid: string, device: string): Outcome<CommandRecord | null> {
    return this.write(() => {
      if (this.#commandOf(uuid, device).state !== 'queued') return null
      return moveCommand(this.sql, uuid, 'sent', '', systemActor, now())
    })
  }

  /** Report that no device received a command. */
  moveCommand(
    uuid: string,
    device: string,
    state: 'queued' | 'expired',
    reason: string,
  ): Outcome<CommandRecord> {
    return this.write(() => {
      const known = this.#commandOf(uuid, device)
      return moveCommand(this.sql, uuid, state, reason, systemActor, now()) ?? known
    })
  }

  /** Keep facts of a company's devices in the provider's store, which judges rollouts by them (store/rollouts). */
  takeFacts(company: string, facts: readonly FleetFact[]): Promise<Outcome<null>> {
    return outcomeOfAsync(async () => {
      if (!isFounded(this.sql)) throw new Fault('not_found', 'No such company')
      await this.facts.take(company, facts)
      return null
    })
  }

  /** Forget what the provider's store keeps of the devices and runs of a company that is erased. */
  forgetFacts(company: string): Outcome<null> {
    return this.write(() => {
      forgetFacts(this.sql, company)
      forgetRehearsed(this.sql, company)
      return null
    })
  }

  /** Tell the index of the fleet of this region, where it asks (edge/fleet/FleetIndex.ts). @throws when it cannot be reached. */
  tellFleet(): Promise<void> {
    return this.feed.tell()
  }

  /** Keep a device's report beside its runs; returns the number of new messages. */
  keepReport(device: string, report: Report): Outcome<number> {
    const outcome = outcomeOf(() =>
      this.sql.transaction(() => keepReport(this.sql, device, report, now())),
    )
    if (outcome.ok && report.type === 'info') {
      const isUpdating = report.info.measured?.update !== undefined
      this.ctx.waitUntil(this.feed.noticeReport(device, isUpdating))
    }
    return outcome
  }

  /** Keep the next runs of a rehearsal in the provider's store (store/rollouts/rehearsed-runs.ts). */
  keepRehearsed(part: RehearsedPart, asked: By): Promise<Outcome<null>> {
    return this.writeAs(asked, () => {
      keepRehearsed(this.sql, part)
      return null
    })
  }

  /** Take the device's answer to a command, however often and however late it comes. */
  async answerCommand(
    device: string,
    answer: CommandAnswer,
    actor: OperationActor,
  ): Promise<Outcome<CommandRecord>> {
    const outcome = this.write(() => {
      const known = this.#commandOf(answer.command_uuid, device)
      return settleCommand(this.sql, known, answer, actor, now())
    })
    if (outcome.ok && outcome.value.state === 'accepted') await this.planExpiry()
    return outcome
  }

  #commandOf(uuid: string, device: string): CommandRecord {
    const known = readRecord(this.sql, 'command', uuid)
    if (known?.device_uuid === device) return known
    throw new Fault('not_found', 'No such command')
  }

  /** Hand out the commands that wait for the device; from now on it may act on them. */
  handCommands(device: string, actor: OperationActor): Outcome<CommandMessage[]> {
    return this.write(() =>
      handCommands(this.sql, device, actor, now()).map((entry) => messageOf(entry)),
    )
  }

  /** Return the device that sends on the live bus (edge/live/relay.ts). */
  speaker(device: string, analysis: string | null): Speaker | null {
    return isFounded(this.sql) ? speakerOf(this.sql, device, analysis) : null
  }

  /**
   * Return true if a receipt of a device that was made at a time (ms since 1970) still counts (edge/session/directory-receipt.ts). None
   * does in a store that is nearly full: it may not be able to write that it refuses one.
   */
  acceptsReceipt(device: string, issuedAt: number): boolean {
    if (!isFounded(this.sql)) return false
    const { share } = measureStore(this.ctx.storage.sql.databaseSize, this.env)
    return share < storeRefusesAt && acceptsReceipt(this.sql, device, issuedAt)
  }

  /** Refuse the receipts of a device that were made until now, around a change of its key (directory-receipts.ts). */
  voidReceipts(device: string, key: 'changing' | 'changed'): Outcome<null> {
    if (!isFounded(this.sql)) return outcomeOf(() => unknownCompany())
    return this.write(() => voidReceipts(this.sql, device, key, Date.now()))
  }

  voidAllReceipts(): Outcome<null> {
    return this.write(() => voidAllReceipts(this.sql, Date.now()))
  }

  /** Let a device leave for another company, and carry it there (departures.ts). */
  async sendDevice(order: Departure, opId: string, asked: By): Promise<Outcome<null>> {
    const outcome = await this.writeAs(asked, (by) => leaveFor(this.sql, order, opId, by))
    if (!outcome.ok) return outcome
    await wakeBy(this.ctx.storage, Date.now() + departureRestMs)
    await this.carryDevices()
    return outcome
  }

  /** Carry what has left, one call after the other: a step that comes late must not move a device that is back. */
  carryDevices(): Promise<void> {
    const { storage } = this.ctx
    this.#carrying = this.#carrying.then(() => carryDepartures(storage, this.env, this.sql, this))
    return this.#carrying
  }

  /** End the moves of people that broke off, one call after the other: what one looks at, another must not be changing. */
  finishMoves(refused?: PersonMove): Promise<void> {
    this.#moving = this.#moving.then(() => {
      if (refused) giveUpMove(this.sql, refused)
      return finishMoves(this.ctx.storage, this.env, this.sql, this)
    })
    return this.#moving
  }

  startRun(analysis: string, device: string, actor: OperationActor): Outcome<null> {
    return this.write(() => {
      const at = now()
      startRun(this.sql, { analysis, device, actor, at })
      settleLaunch(this.sql, { analysis, device, actor, at })
      return null
    })
  }

  keepReadings(
    analysis: string,
    device: string,
    readings: Reading[],
    progress: RunProgress,
  ): Outcome<{ fresh: Reading[]; kept: KeptPoints; swarm: string; closed: boolean }> {
    const at = now()
    const place = { analysis, device, at }
    const outcome = outcomeOf(() =>
      this.sql.transaction(() => {
        checkRunDevice(this.sql, analysis, device)
        const run = checkReadings(this.sql, analysis, readings, progress)
        const { differing, ...kept } = keepReadings(this.sql, analysis, readings, progress, at)
        for (const reading of differing) noteDiffering(this.sql, place, reading)
        noteOdd(this.sql, place, { readings: kept.fresh, progress, run })
        return kept
      }),
    )
    if (!outcome.ok && outcome.errors[0]?.reason === 'reading_impossible') {
      this.sql.transaction(() => noteRefused(this.sql, place, outcome.errors))
    }
    return outcome
  }

  /** Note points of a closed run that differ from its curve file. */
  noteLate(
    analysis: string,
    device: string,
    points: readonly Pick<Reading, 'phase' | 'index'>[],
  ): Outcome<null> {
    return outcomeOf(() =>
      this.sql.transaction(() => {
        checkRunDevice(this.sql, analysis, device)
        for (const point of points) noteLate(this.sql, { analysis, device, at: now() }, point)
        return null
      }),
    )
  }

  readings(
    analysis: string,
    after: KeptPoints,
    sight: Sight,
  ): Outcome<{ readings: Reading[]; progress: RunProgress | null; heard_at: string | null }> {
    return outcomeOf(() => {
      readSeen(this.sql, 'analysis', analysis, sight)
      return {
        readings: readReadings(this.sql, analysis, after),
        ...readProgress(this.sql, analysis),
      }
    })
  }

  /** Return the record of a run, all its readings and the factors of light in force when it began, from which its end is calculated. */
  runOf(
    analysis: string,
    device: string,
  ): Outcome<RunSoFar & { record: Analysis; givenUp: boolean; light: LightInForce | null }> {
    return outcomeOf(() => {
      checkRunDevice(this.sql, analysis, device)
      const record = readRecord(this.sql, 'analysis', analysis)
      if (!record) throw new Fault('not_found', 'No such analysis')
      const { started_at: start } = record
      const light = start === null ? null : lightAt(this.sql, device, start)
      const givenUp = wasGivenUp(this.sql, record)
      return { record, givenUp, light, ...runSoFar(this.sql, analysis) }
    })
  }

  /** Return the same for a person who sees the analysis. */
  runSoFar(analysis: string, sight: Sight): Outcome<RunSoFar> {
    return outcomeOf(() => {
      readSeen(this.sql, 'analysis', analysis, sight)
      return runSoFar(this.sql, analysis)
    })
  }

  endRun(end: Omit<RunEnd, 'at'>): Outcome<Analysis> {
    let isFirst = false
    const outcome = this.write(() => {
      checkRunDevice(this.sql, end.analysis, end.device)
      checkComplete(this.sql, end)
      const before = readRecord(this.sql, 'analysis', end.analysis)
      isFirst = before?.status === 'RUNNING'
      const record = endRun(this.sql, { ...end, at: now() })
      // Close the run only for the curve file that was kept and read back before this is called; a second end has brought another.
      if (record.curves_hash === end.curvesHash) closeRun(this.sql, end.analysis)
      return record
    })
    if (outcome.ok && isFirst) this.#tellEnd(outcome.value)
    return outcome
  }

  /** Tell people that a run has ended, in a transaction of its own: its end is kept whatever comes of the messages. */
  #tellEnd(record: Analysis): void {
    const told = this.write(() => keepRunNotices(this.sql, record, now()))
    if (!told.ok) return logNote('end of a run not told', { why: told.errors[0]?.reason ?? '' })
    this.ctx.waitUntil(sendRunNotices(this.env, this.sql, record, told.value))
  }
}

function unknownCompany(): never {
  throw new Fault('not_found', 'No such company')
}

function now(): string {
  return new Date().toISOString()
}
