import type { FleetFact } from '../../../domain/rules/fleet-facts.ts'
import { findProvider } from '../../directory/companies.ts'
import { logFailure, logNote } from '../../log.ts'
import { type Outcome, unwrap } from '../../outcome.ts'
import { readCompanyId } from '../meta.ts'
import { otherStore } from '../other-store.ts'
import { readCompany } from '../principal.ts'
import type { Sql } from '../sql.ts'
import { storeTime } from '../store-time.ts'
import { wakeBy } from '../wake.ts'
import { noted } from './fleet-facts.ts'
import { judgeRollouts, keepFacts, type Stop } from './judge-rollouts.ts'
import { mailStop } from './rollout-notices.ts'

/** Wait after a fact before it is sent to the provider (ms), so that several go in one request. */
const pauseMs = 3000
/** Wait after a fact before rollouts are judged again (ms), because a fleet sends facts all the time. */
const judgeMs = 60_000
/** Wait before facts are sent again after a failure (ms). */
const restMs = 60_000
/** Most facts in one request; the next alarm sends the others. */
const atOnce = 200
/** Shortest time between two looks for facts that another transaction has noted (ms). */
const lookMs = 60_000
/** Longest time between two looks at the rollouts (ms): a deadline passes without a fact. */
const longestMs = 3_600_000

type Write = <Value>(work: () => Value) => Outcome<Value>
type ChangeOnce = (
  change: Stop & { type: 'bkernel.stop_rollout' },
  opId: string,
) => Promise<Outcome<unknown>>

/**
 * Sends the facts of a company's devices to the provider's store of the region, where rollouts are judged by them. The store's own
 * alarm does both. A fact that did not arrive is sent again, and one that arrives twice counts once.
 */
export class FactKeeper {
  readonly #storage: DurableObjectStorage
  readonly #env: Env
  readonly #sql: Sql
  /** Moment (ms) of the next look at the rollouts, as far as this object knows. */
  #due = 0
  /** Moment (ms) before which no write looks for facts of others. */
  #nextLook = 0

  constructor(storage: DurableObjectStorage, env: Env, sql: Sql) {
    this.#storage = storage
    this.#env = env
    this.#sql = sql
  }

  /**
   * Ask to be woken where the transaction that just ended has noted a fact. Look for facts of other transactions once a minute only: each
   * look is a statement of every write.
   */
  async noticeWrite(): Promise<void> {
    const { changedKinds } = this.#sql
    if (changedKinds.has('bkernel')) this.#due = 0
    else if (!changedKinds.has(noted) && !this.#findWaiting()) return
    await wakeBy(this.#storage, Date.now() + pauseMs)
  }

  #findWaiting(): boolean {
    if (Date.now() < this.#nextLook) return false
    this.#nextLook = Date.now() + lookMs
    return this.#sql.first('SELECT 1 FROM facts_to_tell LIMIT 1') !== null
  }

  /** Keep the facts of another company, and judge by them soon. */
  async take(company: string, facts: readonly FleetFact[]): Promise<void> {
    this.#sql.transaction(() => keepFacts(this.#sql, company, facts))
    this.#due = 0
    await wakeBy(this.#storage, Date.now() + judgeMs)
  }

  /** Tell what waits, and judge the rollouts if that is due. @param change makes the change that stops one of them. */
  async keep(write: Write, change: ChangeOnce): Promise<void> {
    try {
      await this.#tell()
    } catch (error) {
      logFailure('facts of devices not told', error)
      await wakeBy(this.#storage, Date.now() + restMs)
    }
    if (readCompany(this.#sql)?.isProvider !== 'Y') return
    if (Date.now() >= this.#due) {
      this.#due = Date.now() + longestMs
      await this.#judge(write, change)
    }
    await wakeBy(this.#storage, Math.max(this.#due, Date.now() + pauseMs))
  }

  async #tell(): Promise<void> {
    const company = readCompanyId(this.#sql)
    const rows = this.#sql.all<{ id: string; fact: string }>(
      'SELECT id, fact FROM facts_to_tell ORDER BY rowid LIMIT ?',
      atOnce,
    )
    if (rows.length === 0 || company === null) return
    const provider = await findProvider(this.#env.DIRECTORY)
    if (!provider) return
    const facts = rows.map(({ fact }) => JSON.parse(fact) as FleetFact)
    if (provider.uuid === company) await this.take(company, facts)
    else await unwrap(otherStore(this.#env, provider.uuid).takeFacts(company, facts))
    const told = JSON.stringify(rows.map(({ id }) => id))
    this.#sql.run('DELETE FROM facts_to_tell WHERE id IN (SELECT value FROM json_each(?))', told)
    if (rows.length === atOnce) await wakeBy(this.#storage, Date.now())
  }

  async #judge(write: Write, change: ChangeOnce): Promise<void> {
    const judged = write(() => judgeRollouts(this.#sql, storeTime(this.#sql)))
    if (!judged.ok) return logNote('rollouts not judged', { why: judged.errors[0]?.code ?? '' })
    for (const one of judged.value) {
      const stop = { type: 'bkernel.stop_rollout', ...one } as const
      // Write one after the other: each is a change with its entry in the trail.
      // oxlint-disable-next-line no-await-in-loop
      const outcome = await change(stop, `${one.uuid}:${one.stopped.at}`)
      // oxlint-disable-next-line no-await-in-loop
      if (outcome.ok) await this.#mail(one)
      else logNote('rollout not stopped', { why: outcome.errors[0]?.reason ?? '' })
    }
  }

  /** Mail that a rollout has stopped. A failure must not keep the next one running: everybody has it as a message. */
  async #mail(one: Stop): Promise<void> {
    try {
      await mailStop(this.#env, this.#sql, one)
    } catch (error) {
      logFailure('stopped rollout not mailed', error)
    }
  }
}
