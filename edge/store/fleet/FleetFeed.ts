import { fleetConfirmMs } from '../../../domain/catalog/limits.ts'
import { fleetIndex } from '../../fleet/open-index.ts'
import type { FleetReport } from '../../fleet/report.ts'
import { logFailure } from '../../log.ts'
import { isFounded, readCompanyId, readGeneration, readMeta, writeMeta } from '../meta.ts'
import { readCompany } from '../principal.ts'
import type { Sql } from '../sql.ts'
import { newestOperation } from '../store-time.ts'
import { wakeBy } from '../wake.ts'
import { followedKinds, hasChanged, listUpdated, readReport } from './read-report.ts'

/** Pause between a change and its report (ms), so that changes that come together go in one report. */
const pauseMs = 2000
/** Pause before a report that failed is sent again (ms). */
const restMs = 60_000

/** Place of the last report that the index has taken. */
interface Told {
  generation: string
  seq: number
  /** Moment (ms) of the report. */
  at: number
}

/**
 * Reports to the index of the fleet what has changed in a company's store, by `seq` (decision 100). The store keeps the `seq` of its last
 * report. Where the index has another one, the store reports everything, which mends a lost answer, a store that was restored and an index that
 * lost its rows alike.
 */
export class FleetFeed {
  readonly #storage: DurableObjectStorage
  readonly #env: Env
  readonly #sql: Sql
  /** Devices that have said something about an update since the last report. */
  #noticed = new Set<string>()
  /** Devices that were at an update by their last report. */
  readonly #updating = new Set<string>()
  /** True once those that had said so before this object was started have been looked for. */
  #hasLooked = false
  /** A wake-up was asked for that has not come. */
  #isWaiting = false
  /** Last report under way: one after another, in the order of their places. */
  #line: Promise<void> = Promise.resolve()

  constructor(storage: DurableObjectStorage, env: Env, sql: Sql) {
    this.#storage = storage
    this.#env = env
    this.#sql = sql
  }

  /** Ask to be woken where the transaction that just ended has changed what the index knows. */
  async noticeWrite(): Promise<void> {
    if (followedKinds.some((kind) => this.#sql.changedKinds.has(kind))) await this.#wakeSoon()
  }

  /**
   * Plan a report as well after that of a device, which changes no record: where it says how far an update is, or says nothing of one any more.
   */
  async noticeReport(device: string, isUpdating: boolean): Promise<void> {
    const wasUpdating = this.#updating.delete(device)
    if (!isUpdating && !wasUpdating) return
    if (isUpdating) this.#updating.add(device)
    this.#noticed.add(device)
    await this.#wakeSoon()
  }

  async #wakeSoon(): Promise<void> {
    if (this.#isWaiting) return
    this.#isWaiting = true
    await wakeBy(this.#storage, Date.now() + pauseMs)
  }

  /** Tell what has changed, and now and then that the store is there; wake again for the next time. Never throws. */
  async keep(): Promise<void> {
    this.#isWaiting = false
    try {
      this.#findUnreported()
      if (this.#isDue()) await this.tell()
      const told = readTold(this.#sql)
      if (told) await wakeBy(this.#storage, told.at + fleetConfirmMs)
    } catch (error) {
      // Write nothing into a store that was erased meanwhile.
      if (!isFounded(this.#sql)) return
      logFailure('the index of the fleet was not told', error)
      await wakeBy(this.#storage, Date.now() + restMs)
    }
  }

  /** Find, once after a start, the devices whose word about an update was not reported: they are kept in memory only. */
  #findUnreported(): void {
    if (this.#hasLooked) return
    const told = readTold(this.#sql)
    // Look at devices that may have changed while the last report was on its way.
    const since = told && new Date(told.at - restMs).toISOString()
    for (const device of since ? listUpdated(this.#sql, since) : []) {
      this.#noticed.add(device)
      this.#updating.add(device)
    }
    this.#hasLooked = true
  }

  #isDue(): boolean {
    const told = readTold(this.#sql)
    if (!told || this.#noticed.size > 0) return true
    // Report also after a clock was set back, which must not silence the store.
    return Math.abs(Date.now() - told.at) >= fleetConfirmMs || hasChanged(this.#sql, told.seq)
  }

  /** Tell the index now, whether anything has changed or not. @throws when it cannot be reached. */
  tell(): Promise<void> {
    const next = this.#line.then(() => this.#tell())
    this.#line = next.catch(() => {})
    return next
  }

  async #tell(): Promise<void> {
    const company = readCompanyId(this.#sql)
    if (company === null) return
    const told = readTold(this.#sql)
    if (!readCompany(this.#sql)) return told ? this.#leave(company) : undefined
    const noticed = [...this.#noticed]
    this.#noticed.clear()
    try {
      if (told && (await this.#send(company, told, noticed))) return
      await this.#send(company, null, noticed)
    } catch (error) {
      for (const device of noticed) this.#noticed.add(device)
      throw error
    }
  }

  /** Send a report, and keep its place. @returns false where the index is at another place. */
  async #send(company: string, told: Told | null, noticed: readonly string[]): Promise<boolean> {
    const generation = readGeneration(this.#sql)
    const { seq } = newestOperation(this.#sql)
    // Begin again after a store was put back, which numbers its changes again.
    if (told && (told.generation !== generation || told.seq > seq)) return false
    const from = told?.seq ?? null
    const rows = readReport(this.#sql, from, noticed)
    const bytes = this.#storage.sql.databaseSize
    const report: FleetReport = { company, generation, from, to: seq, bytes, ...rows }
    if (!(await fleetIndex(this.#env).take(report))) return false
    writeMeta(this.#sql, place, JSON.stringify({ generation, seq, at: Date.now() } satisfies Told))
    return true
  }

  /** Leave the index: the company was closed. One that is opened again tells everything. */
  async #leave(company: string): Promise<void> {
    await fleetIndex(this.#env).forget(company)
    this.#sql.run('DELETE FROM meta WHERE name = ?', place)
  }
}

const place = 'fleet_told'

function readTold(sql: Sql): Told | null {
  return JSON.parse(readMeta(sql, place) ?? 'null') as Told | null
}
