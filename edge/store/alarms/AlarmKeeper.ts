import type { Alarm } from '../../../domain/entities/alarm.ts'
import { causeKey, planAlarm, sameAlarmMs } from '../../../domain/rules/alarm.ts'
import { findProvider } from '../../directory/companies.ts'
import { logFailure, logNote } from '../../log.ts'
import { makeUuid } from '../../crypto/make-uuid.ts'
import { type Outcome, unwrap } from '../../outcome.ts'
import { passDamaged, systemActor } from '../commands.ts'
import { readCompanyId } from '../meta.ts'
import { openRecord } from '../open-record.ts'
import { applyOperation } from '../operations.ts'
import { otherStore } from '../other-store.ts'
import type { Sql } from '../sql.ts'
import { storeTime } from '../store-time.ts'
import { wakeBy } from '../wake.ts'
import { planStep } from './alarm-changes.ts'
import { mailAlarms, queueAlarmEvents } from './alarm-mails.ts'
import { causeKinds, findCauses } from './find-causes.ts'
import { lotsInUse, type OutsideFacts, readOutsideFacts } from './outside-facts.ts'

/** Time after a change until its causes are looked for (ms): changes that come together are looked at once. */
const pauseMs = 3000
/** Longest time between two rounds (ms): the provider's facts change without this store. */
const longestMs = 6 * 3_600_000

/**
 * Raises and clears the alarms of a store, in rounds that the store's own alarm runs: after a change of a record that can be a
 * cause, when the next cause is due, and every six hours. What it knows of time is not stored: a store that was just loaded
 * makes a round at its next alarm.
 */
export class AlarmKeeper {
  readonly #storage: DurableObjectStorage
  readonly #env: Env
  readonly #sql: Sql
  /** Moment (ms) of the next round, as far as this object knows. */
  #due = 0
  /** A record that can be a cause has changed since the last round. */
  #isChanged = false

  constructor(storage: DurableObjectStorage, env: Env, sql: Sql) {
    this.#storage = storage
    this.#env = env
    this.#sql = sql
  }

  /** Ask for a round when the transaction that just ended has changed a record that can be a cause. */
  async noticeWrite(): Promise<void> {
    if (!causeKinds.some((kind) => this.#sql.changedKinds.has(kind))) return
    // Leave later changes to the wake-up that the first one asked for.
    if (this.#isChanged) return
    this.#isChanged = true
    await wakeBy(this.#storage, Date.now() + pauseMs)
  }

  /**
   * Make a round if one is due, and wake again for the next.
   * @param write runs a transaction of the store and tells pages of it.
   */
  async keep(write: <Value>(work: () => Value) => Outcome<Value>): Promise<void> {
    if (!this.#isChanged && Date.now() < this.#due) return wakeBy(this.#storage, this.#due)
    this.#isChanged = false
    try {
      const outside = await askOutside(this.#env, this.#sql)
      const outcome = write(() => makeRound(this.#sql, outside))
      if (outcome.ok) {
        const { next, raised } = outcome.value
        this.#due = Math.min(next ?? Infinity, Date.now() + longestMs)
        await this.#tell(raised)
      } else {
        this.#due = Date.now() + longestMs
        logNote('no round of alarms', { why: outcome.errors[0]?.reason ?? '' })
      }
    } catch (error) {
      this.#due = Date.now() + longestMs
      logFailure('round of alarms not ended', error)
    }
    await wakeBy(this.#storage, this.#due)
  }

  /** Mail alarms and queue them for webhooks: each whatever becomes of the other. They are raised by now, and told once. */
  async #tell(raised: readonly Alarm[]): Promise<void> {
    const ways = [mailAlarms, queueAlarmEvents].map((tell) =>
      tell(this.#env, this.#sql, raised).catch((error: unknown) =>
        logFailure('alarms not told', error),
      ),
    )
    await Promise.all(ways)
  }
}

/** Ask the provider's store for the facts of a round; null where there is none or it does not answer. */
async function askOutside(env: Env, sql: Sql): Promise<OutsideFacts | null> {
  try {
    const provider = await findProvider(env.DIRECTORY)
    if (!provider) return null
    const lots = lotsInUse(sql)
    if (provider.uuid === readCompanyId(sql)) return readOutsideFacts(sql, { lots })
    const asked = { name: 'outsideFacts', lots } as const
    return await unwrap(otherStore(env, provider.uuid).ask(asked, { kinds: [], swarms: [] }))
  } catch (error) {
    logFailure('facts for alarms were not heard', error)
    return null
  }
}

/** Bring the alarms of a store in line with the causes that are there. Must run inside a transaction. */
function makeRound(
  sql: Sql,
  outside: OutsideFacts | null,
): { next: number | null; raised: Alarm[] } {
  const at = storeTime(sql)
  const now = Date.parse(at)
  const { causes, unknown, next } = findCauses(sql, now, outside)
  const found = new Map(causes.map((cause) => [causeKey(cause), cause]))
  const known = readKnown(sql, now)
  const raised: Alarm[] = []
  for (const key of new Set([...found.keys(), ...known.keys()])) {
    const before = known.get(key) ?? null
    if (before && unknown.includes(before.cause)) continue
    for (const step of planAlarm(before, found.get(key) ?? null, now)) {
      passDamaged(sql, () => {
        const operation = planStep(step, at)
        const { record } = applyOperation(sql, {
          ...operation,
          opId: makeUuid(),
          actor: systemActor,
          at,
        })
        if (record && (step.act === 'raise' || step.act === 'raise_again')) raised.push(record)
      })
    }
  }
  return { next, raised }
}

/** Read the newest alarm of each cause, as far as it matters to a round: open, cleared by a person, or cleared lately. */
function readKnown(sql: Sql, now: number): Map<string, Alarm> {
  const rows = sql.all<{ body: string }>(
    `SELECT body FROM records WHERE kind = 'alarm' AND deleted_at IS NULL
       AND (status <> 'cleared' OR updated_at >= ? OR json_extract(body, '$.lasts') = 1)
     ORDER BY created_at`,
    new Date(now - sameAlarmMs).toISOString(),
  )
  const alarms = rows.map(({ body }) => openRecord('alarm', body))
  return new Map(alarms.map((one) => [causeKey(one), one]))
}
