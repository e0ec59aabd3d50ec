import type { Received } from '../../domain/calls/notifications.ts'
import type { SortedQuery } from '../../domain/calls/shapes.ts'
import { Fault } from '../../domain/fault.ts'
import type { StoreSize } from '../../domain/entities/store-size.ts'
import type { RemovalPreview } from '../../domain/calls/retention.ts'
import type { Retention } from '../../domain/entities/retention.ts'
import type { Kind, Stored } from '../../domain/registry.ts'
import type { AnswerOf } from './planner.ts'
import { isFrozen } from '../frozen.ts'
import { closeLive, hintChange, hintReceived } from '../live/tell-people.ts'
import { logFailure } from '../log.ts'
import { noteRefused, type Outcome, outcomeOf, outcomeOfAsync } from '../outcome.ts'
import { AlarmKeeper } from './alarms/AlarmKeeper.ts'
import { applyPlanned } from './apply-planned.ts'
import { answerTo, type By, readSeen } from './by.ts'
import { type Change, planChange } from './changes.ts'
import { expireCommands } from './commands.ts'
import { type Greeting, keepGreeting, keepPresence } from './device-facts.ts'
import { keepDamage } from './damage.ts'
import { asSeen, type Filter, listPage, type Page, type Sight } from './lists.ts'
import { coverUnsealed, listUnsealed } from './entry-seals.ts'
import { isFounded, readCompanyId, writeMeta } from './meta.ts'
import { isFromBeforeSeals, migrate } from './migrations.ts'
import { noteOpened } from './opened-runs.ts'
import type { OperationActor } from './operations.ts'
import { type CompanyOutline, describeCompany } from './principal.ts'
import { previewRemoval } from './retention/preview-removal.ts'
import { RemovalKeeper } from './retention/RemovalKeeper.ts'
import { RunStore } from './RunStore.ts'
import { mergeAnalysis, type MergeAnswer, type MergeOrder } from './merge-changes.ts'
import { keepRefusal } from './kept-refusals.ts'
import type { Decision } from './publication-changes.ts'
import {
  bySystem,
  carriedKinds,
  carryPublications,
  planCarrying,
  settlePublication,
} from './publications.ts'
import { type PulledPage, pullChanges, type PullOrder, pullSeveral } from './pull-changes.ts'
import { listReached, markRead } from './read-marks.ts'
import { takeEffectDue } from './recipe-version-changes.ts'
import { noteChangedRights, withdrawMails } from './rights-changed.ts'
import { type Answers, answerQuery, type QueryName, type QueryOf } from './queries.ts'
import { newestOperation, storeTime } from './store-time.ts'
import { checkRoom, measureStore, tryTable } from './store-size.ts'
import { followSigned } from './trailed-row.ts'
import { countOldRuns } from './count-old-runs.ts'
import { takeUseCount, type UseCount } from './use-counts.ts'
import { wakeBy } from './wake.ts'
import { dueAfter, moveWideRows, workBehind } from './work-behind.ts'

/** Pause between two looks whether writing goes on again. */
const frozenRestMs = 60_000

/**
 * The system of record of one company (ruling 1): its only writer, so every change has one place in one
 * order. Reads and writes are answered as `Outcome`, since an error loses its fields on the way out of the object.
 */
export class CompanyStore extends RunStore {
  readonly #alarms = new AlarmKeeper(this.ctx.storage, this.env, this.sql)
  readonly #removals = new RemovalKeeper(this.ctx.storage, this.env, this.sql)

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    // Leave a store that nobody founded without a trace: anybody can name a company in a cookie.
    if (!isFounded(this.sql)) return
    if (!isFromBeforeSeals(this.sql)) {
      this.#open(() => migrate(this.sql))
      return
    }
    // Let a failure reset this object; the next request tries again.
    ctx
      .blockConcurrencyWhile(() => this.#openFirst())
      .catch((error: unknown) => logFailure('the store was not opened', error))
  }

  /** Open a store whose tables are from before seals. Only the note outside can show that they were not taken back. */
  async #openFirst(): Promise<void> {
    const note = await this.trail.readSealNote()
    this.#open(() => {
      migrate(this.sql)
      coverUnsealed(this.sql, note)
    })
    await this.trail.keepSealNote()
  }

  #open(prepare: () => void): void {
    this.sql.transaction(prepare)
    for (const place of listUnsealed(this.sql)) keepDamage(this.sql, place)
    this.ctx.waitUntil(moveWideRows(this.ctx.storage, this.sql))
    this.ctx.waitUntil(this.trail.sweep().then(() => countOldRuns(this.env, this.sql)))
  }

  /** Make the store the company's. Nothing else works before. */
  async found(company: string): Promise<void> {
    migrate(this.sql)
    await moveWideRows(this.ctx.storage, this.sql)
    writeMeta(this.sql, 'company', company)
    await this.trail.keepSealNote()
  }

  /** Return the size of the store, and its share of the limit. */
  size(): StoreSize {
    return measureStore(this.ctx.storage.sql.databaseSize, this.env)
  }

  /** Write a word and read it back, in a store that is no company's (edge/readiness.ts). */
  tryStore(word: string): boolean {
    return tryTable(this.sql, word)
  }

  /** Dry run: what a setting would remove if it were announced now. */
  previewRemoval(retention: Retention): Promise<Outcome<RemovalPreview>> {
    return outcomeOfAsync(() => {
      const company = readCompanyId(this.sql) ?? ''
      return previewRemoval(this.env, this.sql, company, retention, Date.now())
    })
  }

  describe(): Outcome<CompanyOutline> {
    return outcomeOf(() => {
      if (!isFounded(this.sql)) throw new Fault('not_found', 'No such company')
      return describeCompany(this.sql)
    })
  }

  get<Of extends Kind>(kind: Of, uuid: string, sight: Sight): Outcome<Stored<Of>> {
    return outcomeOf(() => asSeen(kind, readSeen(this.sql, kind, uuid, sight), sight))
  }

  list<Of extends Kind>(
    kind: Of,
    query: SortedQuery,
    sight: Sight,
    filter?: Filter,
  ): Outcome<Page<Of>> {
    return outcomeOf(() => listPage(this.sql, kind, query, sight, filter))
  }

  pull(order: PullOrder, sight: Sight, most?: number): PulledPage {
    // Look for another store if a client has seen more entries than there are: this one may have been restored.
    if (order.after > newestOperation(this.sql).seq) this.ctx.waitUntil(this.#lookForAnother())
    return pullChanges(this.sql, order, sight, most)
  }

  pulls(orders: readonly PullOrder[], sight: Sight): (PulledPage | null)[] {
    return pullSeveral(orders, (order, most) => this.pull(order, sight, most))
  }

  async #lookForAnother(): Promise<void> {
    if (await this.trail.inspectOnce())
      await hintChange(this.env, readCompanyId(this.sql), newestOperation(this.sql).seq)
  }

  /** Apply a change by its name (store/changes.ts): rules, record, audit and `seq` in one transaction. */
  override async change<Asked extends Change>(
    change: Asked,
    opId: string,
    asked: By,
  ): Promise<Outcome<AnswerOf<Asked>>> {
    if ('order' in change) await followSigned(this.sql, change, asked.actor.uuid)
    let isCarried = false
    let reached: string[] = []
    const outcome = await this.writeAs(asked, (by) => {
      checkRoom(change.type, () => this.size())
      const at = storeTime(this.sql)
      const planned = [planChange(this.sql, change, by, at)].flat()
      const { record, seq } = applyPlanned(this.sql, planned, { ...by, opId, at })
      isCarried = planned.some(({ kind }) => carriedKinds.includes(kind))
      if (seq !== null) reached = listReached(this.sql, planned)
      const [first] = planned
      // Cast to the kind of the change, with which planners are typed to begin. Return null where it was removed, as its handlers expect.
      return (first ? answerTo(by, first.kind, record, seq === null) : null) as AnswerOf<Asked>
    })
    if (outcome.ok && reached.length > 0) this.#hintReceived(reached)
    if (isCarried) await planCarrying(this.ctx.storage, this.sql)
    if (outcome.ok && change.type === 'recipe.approve') await this.#putInForce()
    const due = outcome.ok ? dueAfter(change) : null
    if (due !== null) await wakeBy(this.ctx.storage, due)
    return outcome
  }

  /** Put approved versions of recipes in force whose day has come, and wake again for the next. */
  async #putInForce(): Promise<void> {
    const next = takeEffectDue(this.sql, now(), (change) =>
      noteRefused('version of a recipe not in force', this.write(change)),
    )
    if (next !== null) await wakeBy(this.ctx.storage, next + 10)
  }

  /** Carry requests for publication, and decisions about them, to the other store (store/publications.ts). */
  carryPublications(which?: 'undecided'): Promise<void> {
    return carryPublications(this.ctx.storage, this.env, this.sql, this, which)
  }

  /** Write the provider's decision about a request of this company. */
  settlePublication(decision: Decision): Promise<Outcome<null>> {
    return outcomeOfAsync(() => settlePublication(this.env, this.sql, this, decision))
  }

  /** Join an edit with what others have written since (store/merge-changes.ts). */
  async merge(order: MergeOrder, opId: string, asked: By): Promise<Outcome<MergeAnswer>> {
    const again = await outcomeOfAsync(() => this.askAgain(asked))
    // Do not keep a refusal for a missing right: the person may repeat the operation with another one.
    const holder = again.ok ? outcomeOf(again.value) : again
    if (!holder.ok) return holder
    const by = holder.value
    const at = storeTime(this.sql)
    const outcome = this.write(() => mergeAnalysis(this.sql, order, { opId, by, at }))
    // Keep the refusal only for a sender who chose the id and can send it again.
    if (!outcome.ok && by.asked) keepRefusal(this.sql, opId, outcome.errors, at)
    return outcome
  }

  /** Return how many protocols of all companies use one of the provider's recipes, as far as it is known (store/use-counts.ts). */
  async takeUseCount(recipe: string, asked: By): Promise<Outcome<UseCount>> {
    const outcome = await this.writeAs(asked, (by) => takeUseCount(this.sql, recipe, by))
    if (outcome.ok && outcome.value.state === 'asking') await wakeBy(this.ctx.storage, Date.now())
    return outcome
  }

  /** Mark a notification as read, on all pages of its reader. */
  async markRead(uuid: string, asked: By): Promise<Outcome<Received>> {
    const outcome = await this.writeAs(asked, ({ actor }) =>
      markRead(this.sql, uuid, actor.uuid, now()),
    )
    if (outcome.ok) this.#hintReceived([asked.actor.uuid])
    return outcome
  }

  /** Note that a person's page has loaded a run, before a series of signatures (store/opened-runs.ts). */
  noteOpened(run: { uuid: string; record_hash: string }, asked: By): Promise<Outcome<void>> {
    return this.writeAs(asked, (by) => noteOpened(this.sql, run, by, now()))
  }

  #hintReceived(people: readonly string[]): void {
    this.ctx.waitUntil(hintReceived(this.env, readCompanyId(this.sql), people))
  }

  /** Ask for a caller's right again before something is done outside of the store. */
  confirm(by: By): Promise<Outcome<By>> {
    return this.writeAs(by, (fresh) => fresh)
  }

  /** A question by name (store/queries.ts): what lists and single records do not answer. */
  async ask<Name extends QueryName>(
    query: QueryOf<Name>,
    sight: Sight,
  ): Promise<Outcome<Answers[Name]>> {
    if (!('by' in query)) return outcomeOf(() => answerQuery(this.sql, query, sight))
    // Answer for a person by their present rights, mostly before the directory changes.
    return this.writeAs(query.by as By, (by) =>
      answerQuery(this.sql, { ...query, by }, by.right ? by.sight : sight),
    )
  }

  /** Keep the facts that a device reports when it starts (store/device-facts.ts). */
  greetDevice(device: string, told: Greeting, opId: string, actor: OperationActor): Outcome<null> {
    return this.write(() => keepGreeting(this.sql, device, told, { opId, actor, at: now() }))
  }

  /** Note that a device has come or gone, as the live hub reports it. */
  async devicePresence(device: string, connected: boolean): Promise<void> {
    if (!isFounded(this.sql) || isFrozen(this.env)) return
    const outcome = this.write(() => keepPresence(this.sql, device, connected, now()))
    noteRefused('device presence not kept', outcome)
  }

  override async alarm(): Promise<void> {
    if (!isFounded(this.sql)) return
    if (isFrozen(this.env)) return wakeBy(this.ctx.storage, Date.now() + frozenRestMs)
    await this.planExpiry()
    await this.#putInForce()
    await this.carryPublications()
    await workBehind(this.ctx.storage, this.env, this.sql, this)
    await this.#alarms.keep((work) => this.write(work))
    await this.#removals.keep((work) => this.write(work))
    await this.facts.keep(
      (work) => this.write(work),
      (stop, opId) => this.change(stop, opId, bySystem),
    )
    // Report to the index of the fleet after everything that people wait for: an index that is slow to answer holds up none of it.
    await this.feed.keep()
    await this.trail.sweepWhenDue()
    await this.trail.keep()
  }

  /** Expire what nobody took in time and wake again for the next. */
  protected override async planExpiry(): Promise<void> {
    const outcome = this.write(() => expireCommands(this.sql, now()))
    if (outcome.ok && outcome.value !== null) await wakeBy(this.ctx.storage, outcome.value + 10)
  }

  protected override async writeAs<Value>(
    by: By,
    work: (by: By) => Value,
  ): Promise<Outcome<Value>> {
    const again = await outcomeOfAsync(() => this.askAgain(by))
    return again.ok ? this.write(() => work(again.value())) : again
  }

  /** Do one transaction, and send one hint to everybody that there is something new to pull. */
  protected override write<Value>(work: () => Value): Outcome<Value> {
    let [before, seq] = [0, 0]
    let changed: string[] = []
    const outcome = outcomeOf(() =>
      this.sql.transaction(() => {
        before = newestOperation(this.sql).seq
        const value = work()
        seq = newestOperation(this.sql).seq
        if (seq > before) changed = noteChangedRights(this.sql, before, now())
        return value
      }),
    )
    if (outcome.ok && seq > before) {
      if (changed.length > 0) {
        this.ctx.waitUntil(closeLive(this.env, readCompanyId(this.sql), changed))
        this.ctx.waitUntil(withdrawMails(this.env, this.sql, changed))
      }
      this.ctx.waitUntil(hintChange(this.env, readCompanyId(this.sql), seq))
      this.trail.noticeWrite(seq)
      this.ctx.waitUntil(this.#alarms.noticeWrite())
      this.ctx.waitUntil(this.#removals.noticeWrite())
      this.ctx.waitUntil(this.facts.noticeWrite())
      this.ctx.waitUntil(this.feed.noticeWrite())
    }
    return outcome
  }
}

function now(): string {
  return new Date().toISOString()
}
