import type { Company } from '../../../domain/entities/company.ts'
import {
  noticeDays,
  type RemovalPlan,
  type RemovedPart,
  type RetainedPart,
} from '../../../domain/entities/retention.ts'
import { isSameJson } from '../../../domain/canonical.ts'
import { logFailure } from '../../log.ts'
import { makeUuid } from '../../crypto/make-uuid.ts'
import { type Outcome, unwrap } from '../../outcome.ts'
import { applyPlanned } from '../apply-planned.ts'
import { systemActor } from '../commands.ts'
import { readDamage } from '../damage.ts'
import type { PlannedOperation } from '../operations.ts'
import { readCompany } from '../principal.ts'
import type { Sql } from '../sql.ts'
import { storeTime } from '../store-time.ts'
import { wakeBy } from '../wake.ts'
import { findRemovable, removeLogs } from './find-removable.ts'
import { mailPlan, planNotices } from './removal-notices.ts'
import { planAnnouncement, planRemoval, planRemoved } from './retention-changes.ts'
import { previewRemoval } from './preview-removal.ts'
import { eraseRemovedFiles, noteRemovedFiles } from './removed-files.ts'

const dayMs = 86_400_000
/** Pause after a change of the company until its setting is looked at (ms). */
const pauseMs = 3000
/** Records of one transaction: others write in between. */
const slice = 50

type Write = <Value>(work: () => Value) => Outcome<Value>

/**
 * Removes what is past its time, by the store's own alarm: once a day it looks whether something will be in 30 days, says so to the
 * administrators, and removes no sooner than that what has not been changed since and may still be removed (decision 59). A store
 * that differs from its trail removes nothing.
 */
export class RemovalKeeper {
  readonly #storage: DurableObjectStorage
  readonly #env: Env
  readonly #sql: Sql
  /** Moment (ms) of the next round, as far as this object knows. */
  #due = 0
  /** The company has changed since the last round began. */
  #isChanged = false

  constructor(storage: DurableObjectStorage, env: Env, sql: Sql) {
    this.#storage = storage
    this.#env = env
    this.#sql = sql
  }

  /** Ask for a round when the transaction that just ended has changed the company. */
  async noticeWrite(): Promise<void> {
    if (!this.#sql.changedKinds.has('company')) return
    this.#isChanged = true
    await wakeBy(this.#storage, Date.now() + pauseMs)
  }

  /**
   * Make a round if one is due, and wake again for the next.
   * @param write runs a transaction of the store and tells pages of it.
   */
  async keep(write: Write): Promise<void> {
    if (this.#isChanged || Date.now() >= this.#due) {
      this.#isChanged = false
      this.#due = Date.now() + dayMs
      try {
        const next = await this.#round(write)
        if (next !== null) this.#due = Math.min(this.#due, next)
      } catch (error) {
        logFailure('removal by age not ended', error)
      }
    }
    await wakeBy(this.#storage, this.#due)
  }

  /** @returns the moment (ms) at which something is due before tomorrow; null where nothing is. */
  async #round(write: Write): Promise<number | null> {
    const company = readCompany(this.#sql)
    if (!company || readDamage(this.#sql)) return null
    const files = await eraseRemovedFiles(this.#env, this.#sql, company.uuid)
    const { retention, legal_hold: held, removal_plan: plan } = company
    const isOn = retention !== undefined && Object.values(retention).some((days) => days !== null)
    if (!isOn || held) return earliest(files, this.#withdraw(write, company))
    if (!plan) return earliest(files, await this.#announce(write, company))
    const due = Date.parse(plan.due_at)
    if (due > Date.now()) return earliest(files, due)
    await this.#remove(write, company, plan)
    return Date.now()
  }

  #withdraw(write: Write, { uuid, removal_plan: plan }: Company): null {
    if (plan) write(() => this.#apply(planAnnouncement(uuid, null)))
    return null
  }

  async #announce(write: Write, { uuid, retention }: Company): Promise<number | null> {
    if (!retention) return null
    const announced = Date.parse(storeTime(this.#sql))
    const { parts } = await previewRemoval(this.#env, this.#sql, uuid, retention, announced)
    const some = parts.filter(({ count }) => count > 0)
    if (some.length === 0) return null
    const plan: RemovalPlan = {
      announced_at: new Date(announced).toISOString(),
      due_at: new Date(announced + noticeDays * dayMs).toISOString(),
      parts: some.map(({ part, before, count, bytes }) => ({ part, before, count, bytes })),
    }
    const told = await unwrap(
      write(() => {
        const now = readCompany(this.#sql)
        const isSame = now && !now.legal_hold && isSameJson(now.retention, retention)
        // Leave a setting that was changed while the sizes of files were read to the next round.
        if (!isSame || now.removal_plan) return false
        this.#apply(planAnnouncement(uuid, plan))
        for (const notice of planNotices(this.#sql, uuid, plan)) this.#apply(notice)
        return true
      }),
    )
    if (!told) return Date.now()
    await mailPlan(this.#env, this.#sql, plan)
    return Date.parse(plan.due_at)
  }

  /** Remove what was announced, in slices; each looks again at the company and at each record. */
  async #remove(write: Write, { uuid }: Company, plan: RemovalPlan): Promise<void> {
    const removed: RemovedPart[] = []
    for (const { part, before } of plan.parts) {
      let count = 0
      if (part === 'logs') {
        // oxlint-disable-next-line no-await-in-loop
        const went = await unwrap(
          write(() => (this.#isStill(plan) ? removeLogs(this.#sql, before) : null)),
        )
        if (went === null) return
        removed.push({ part, before, count: went })
        continue
      }
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop
        const went = await unwrap(
          write(() => (this.#isStill(plan) ? this.#removeSlice(part, before) : null)),
        )
        if (went === null) return
        if (went === 0) break
        count += went
      }
      removed.push({ part, before, count })
    }
    await unwrap(write(() => this.#apply(planRemoved(uuid, removed, storeTime(this.#sql)))))
  }

  /** Tell whether this is still the announced removal, with no hold on the company. */
  #isStill(plan: RemovalPlan): boolean {
    const now = readCompany(this.#sql)
    return now?.removal_plan?.due_at === plan.due_at && !now.legal_hold
  }

  #removeSlice(part: Exclude<RetainedPart, 'logs'>, before: string): number {
    const { removable } = findRemovable(this.#sql, part, before, slice)
    let count = 0
    for (const one of removable) {
      this.#apply(...planRemoval(one))
      noteRemovedFiles(this.#sql, one.hashes, storeTime(this.#sql))
      count += one.count
    }
    return count
  }

  #apply(...operations: readonly PlannedOperation[]): void {
    const at = storeTime(this.#sql)
    applyPlanned(this.#sql, operations, { opId: makeUuid(), actor: systemActor, at })
  }
}

function earliest(...moments: (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null)
  return known.length > 0 ? Math.min(...known) : null
}
