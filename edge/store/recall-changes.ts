import { canonicalJson } from '../../domain/canonical.ts'
import type { RecallAction } from '../../domain/actions/recall.ts'
import type { Recall, RecallDeed, RecallHold, RecallSubject } from '../../domain/entities/recall.ts'
import type { Language } from '../../domain/catalog/languages.ts'
import { Fault } from '../../domain/fault.ts'
import { countStates } from '../../domain/rules/recall.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { allowAction } from './allow.ts'
import { type By, mustSee } from './by.ts'
import { newestEntry } from './audit.ts'
import {
  authorOf,
  type PlannedOfSomeKind,
  type PlannedOperation,
  readRecord,
  wasEverUsed,
} from './operations.ts'
import { planDelivery } from './outgoing-changes.ts'
import type { Planners } from './planner.ts'
import { findCalibrations } from './recalls/calibration-subjects.ts'
import { recallNotice } from './recalls/notice-words.ts'
import { countDrafts } from './recalls/amendable.ts'
import { findPeople } from './recalls/people.ts'
import { proveTouched } from './recalls/prove.ts'
import { nameSubject } from './recalls/subjects.ts'
import { countFiles, findFiles } from './recalls/touched-files.ts'
import { countStudies, findStudies } from './recalls/touched-studies.ts'
import { findTouched, hashTouched, isHoldable, type TouchedRun } from './recalls/touched.ts'
import type { Sql } from './sql.ts'

export type RecallChange =
  | { type: 'recall.open'; uuid: string; subject: RecallSubject; reason: string }
  | { type: 'recall.hold'; uuid: string }
  | { type: 'recall.lift'; uuid: string; analyses: readonly string[] | undefined; reason: string }
  | { type: 'recall.notify'; uuid: string; users: readonly string[] }
  | { type: 'recall.amend'; uuid: string }
  | { type: 'recall.close'; uuid: string; reason: string }

/** Plan each act by the list as it is in its own transaction: a result signed just before is in it as signed. */
export const recallPlanners: Planners<RecallChange> = {
  'recall.open': (sql, change, by, at) => ({
    ...named(change),
    reason: change.reason,
    change: (before) => open(sql, before, change, by, at),
  }),
  'recall.hold': (sql, change, by, at) => planHold(sql, change.uuid, by, at),
  'recall.lift': (sql, change, by, at) => planLift(sql, change, by, at),
  'recall.notify': (sql, change, by, at) => planNotices(sql, change, by, at),
  'recall.amend': (sql, change, by, at) => ({
    ...named(change),
    change: (before) => {
      const record = allow('amend', before, by)
      const count = countDrafts(sql, record.uuid) - countAmended(record)
      if (count <= 0) throw nothingLeft()
      const deed = { deed: 'amend', count, reason: record.reason } as const
      return withDeed(record, deed, hashTouched(findTouched(sql, record.subject)), by, at)
    },
  }),
  'recall.close': (sql, change, by, at) => ({
    ...named(change),
    reason: change.reason,
    change: (before) => {
      const record = allow('close', before, by, change.reason)
      const left = holdsOf(sql, record.uuid).length
      if (left > 0) {
        throw new Fault('refused', 'It still holds analyses', {
          reason: 'recall_holds',
          params: { count: left },
        })
      }
      const runs = findTouched(sql, record.subject)
      const deed = { deed: 'close', count: runs.length, reason: change.reason } as const
      return { ...withDeed(record, deed, hashTouched(runs), by, at), status: 'closed' }
    },
  }),
}

function named({ type, uuid }: RecallChange) {
  return { kind: 'recall', uuid, action: type } as const
}

export function allow(action: RecallAction, before: Recall | null, by: By, reason = ''): Recall {
  const record = mustSee('recall', before, by.sight)
  allowAction('recall', action, record.status, by.permissions, reason)
  return record
}

export function withDeed(
  record: Recall,
  deed: Pick<RecallDeed, 'deed' | 'count' | 'reason'>,
  list_hash: string,
  by: By,
  at: string,
): Recall {
  const made = { ...deed, at, ...authorOf(by.actor), list_hash }
  return { ...record, deeds: [...record.deeds, made] }
}

function open(
  sql: Sql,
  before: Recall | null,
  { uuid, subject, reason }: RecallChange & { type: 'recall.open' },
  by: By,
  at: string,
): Recall {
  if (before || wasEverUsed(sql, 'recall', uuid)) {
    throw new Fault('taken', 'Id is not unique', { field: 'uuid', reason: 'id_not_unique' })
  }
  checkTerm(sql, subject)
  const runs = findTouched(sql, subject)
  const record: Recall = {
    uuid,
    created_at: at,
    updated_at: at,
    number: nextNumber(sql),
    name: nameSubject(sql, subject),
    subject,
    status: 'open',
    reason,
    ...authorOf(by.actor),
    counts: countStates(runs.map(({ state }) => state)),
    proof: proveTouched(sql, subject, runs),
    studies: countStudies(sql, runs, findStudies(sql, runs)),
    files: countFiles(sql, runs, findFiles(sql, runs)),
    deeds: [],
    notified: [],
  }
  return withDeed(record, { deed: 'open', count: runs.length, reason }, hashTouched(runs), by, at)
}

/**
 * Refuse a calibration with another time than the one in which it was in force: the recall would find fewer runs, or those of another one,
 * under its name.
 * @throws Fault `stale`, as another one may have been signed since it was searched for
 */
function checkTerm(sql: Sql, subject: RecallSubject): void {
  if (subject.kind !== 'calibration') return
  const asked = canonicalJson(subject)
  if (findCalibrations(sql).some((known) => canonicalJson(known.subject) === asked)) return
  throw new Fault('stale', 'This calibration was in force at other times: search for it again', {
    field: 'subject',
    reason: 'changed_meanwhile',
  })
}

/** Return the next number, in order and never twice: a recall is not deleted. */
function nextNumber(sql: Sql): number {
  const query = `SELECT count(*) AS made FROM operations WHERE kind = 'recall' AND action = 'recall.open'`
  return 1 + (sql.first<{ made: number }>(query)?.made ?? 0)
}

function planHold(sql: Sql, uuid: string, by: By, at: string): PlannedOfSomeKind[] {
  const found = readRecord(sql, 'recall', uuid)
  const runs = found ? findTouched(sql, found.subject) : []
  const fresh = found ? runs.filter((run) => isFresh(sql, uuid, run)) : []
  const edit: PlannedOperation<'recall'> = {
    kind: 'recall',
    uuid,
    action: 'recall.hold',
    reason: found?.reason ?? '',
    change: (before) => {
      const record = allow('hold', before, by)
      if (fresh.length === 0) throw nothingLeft()
      const deed = { deed: 'hold', count: fresh.length, reason: record.reason } as const
      return withDeed(record, deed, hashTouched(runs), by, at)
    },
  }
  return [edit, ...fresh.map((run) => planOneHold(found as Recall, run, by, at))]
}

/** Tell if a hold is the first of this recall on the analysis: what was let go once is not held again by it. */
function isFresh(sql: Sql, recall: string, run: TouchedRun): boolean {
  const hold = derivedUuid(recall, run.analysis_uuid)
  return isHoldable(run) && newestEntry(sql, 'recall_hold', hold) === 0
}

function planOneHold(
  { uuid: recall_uuid, number, reason }: Recall,
  { analysis_uuid }: TouchedRun,
  by: By,
  at: string,
): PlannedOperation<'recall_hold'> {
  const uuid = derivedUuid(recall_uuid, analysis_uuid)
  return {
    kind: 'recall_hold',
    uuid,
    action: 'recall_hold.create',
    reason,
    apart: true,
    change: (before) =>
      before ??
      ({
        uuid,
        created_at: at,
        updated_at: at,
        recall_uuid,
        recall_number: number,
        analysis_uuid,
        status: 'held',
        reason,
        user_name: by.actor.name,
        lifted_at: null,
        lifted_by: '',
        lift_reason: '',
      } satisfies RecallHold),
  }
}

function planLift(
  sql: Sql,
  { uuid, analyses, reason }: RecallChange & { type: 'recall.lift' },
  by: By,
  at: string,
): PlannedOfSomeKind[] {
  const held = holdsOf(sql, uuid).filter(
    ({ analysis_uuid }) => !analyses || analyses.includes(analysis_uuid),
  )
  const edit: PlannedOperation<'recall'> = {
    kind: 'recall',
    uuid,
    action: 'recall.lift',
    reason,
    change: (before) => {
      const record = allow('lift', before, by, reason)
      if (held.length === 0) throw nothingLeft()
      const list = hashTouched(findTouched(sql, record.subject))
      return withDeed(record, { deed: 'lift', count: held.length, reason }, list, by, at)
    },
  }
  const lifts = held.map(({ uuid: hold }): PlannedOperation<'recall_hold'> => ({
    kind: 'recall_hold',
    uuid: hold,
    action: 'recall_hold.lift',
    reason,
    apart: true,
    change: (before) => {
      const record = mustSee('recall_hold', before, by.sight)
      allowAction('recall_hold', 'lift', record.status, by.permissions, reason)
      return {
        ...record,
        status: 'lifted',
        lifted_at: at,
        lifted_by: by.actor.name,
        lift_reason: reason,
      }
    },
  }))
  return [edit, ...lifts]
}

/** Count the drafts that its deeds tell of: those that came since are of the deed that is under way. */
function countAmended({ deeds }: Recall): number {
  return deeds.reduce((sum, { deed, count }) => sum + (deed === 'amend' ? count : 0), 0)
}

/** Make a delivery for each language, with the people who read it; leave out those who have one. */
function planNotices(
  sql: Sql,
  { uuid, users }: RecallChange & { type: 'recall.notify' },
  by: By,
  at: string,
): PlannedOfSomeKind[] {
  const found = readRecord(sql, 'recall', uuid)
  const people = found ? findPeople(sql, found) : []
  const told = people.filter((one) => users.includes(one.uuid) && !one.notified)
  const edit: PlannedOperation<'recall'> = {
    kind: 'recall',
    uuid,
    action: 'recall.notify',
    change: (before) => {
      const record = allow('notify', before, by)
      checkKnown(users, people)
      if (told.length === 0) throw nothingLeft()
      const deed = { deed: 'notify', count: told.length, reason: record.reason } as const
      const list = hashTouched(findTouched(sql, record.subject))
      const notified = [...record.notified, ...told.map((one) => one.uuid)]
      return { ...withDeed(record, deed, list, by, at), notified }
    },
  }
  const languages = [...new Set(told.map(({ language }) => language))]
  const deliveries = languages.map((language) => {
    const readers = told.filter((one) => one.language === language).map((one) => one.uuid)
    return planNotice(found as Recall, language, readers, by, at)
  })
  return [edit, ...deliveries]
}

function checkKnown(users: readonly string[], people: readonly { uuid: string }[]): void {
  if (users.every((user) => people.some(({ uuid }) => uuid === user))) return
  throw new Fault('invalid', 'The recall does not concern this person', {
    field: 'users',
    reason: 'user_unknown',
  })
}

function planNotice(
  recall: Recall,
  language: Language,
  users: string[],
  by: By,
  at: string,
): PlannedOperation<'delivery'> {
  // Give each round of notices an id of its own: the number of people who were notified before it.
  const uuid = derivedUuid(recall.uuid, `${recall.notified.length} ${language}`)
  const words = recallNotice(recall, language)
  return planDelivery(
    {
      uuid,
      notification_uuid: recall.uuid,
      ...words,
      sender: by.actor.name,
      users,
      about: { kind: 'recall', uuid: recall.uuid },
    },
    at,
  )
}

/** List the holds of a recall that are in force. */
function holdsOf(sql: Sql, recall: string): RecallHold[] {
  return sql
    .all<{ uuid: string }>(
      `SELECT uuid FROM records WHERE kind = 'recall_hold' AND deleted_at IS NULL
         AND json_extract(body, '$.recall_uuid') = ? AND status = 'held' ORDER BY uuid`,
      recall,
    )
    .flatMap(({ uuid }) => readRecord(sql, 'recall_hold', uuid) ?? [])
}

function nothingLeft(): Fault {
  return new Fault('refused', 'Nothing is left to be done', { reason: 'nothing_left' })
}
