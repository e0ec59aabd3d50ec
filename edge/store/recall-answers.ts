import { capabilitiesOf } from '../../domain/entities/company.ts'
import {
  type Recall,
  type RecallAnswer,
  type RecallNotice,
  type RecallSubject,
  type ToldCompany,
} from '../../domain/entities/recall.ts'
import type { Language } from '../../domain/catalog/languages.ts'
import { Fault } from '../../domain/fault.ts'
import { recallNoticeActions } from '../../domain/actions/recall.ts'
import { can, effectivePermissions } from '../../domain/permissions.ts'
import { lotKey } from '../../domain/rules/lot-stops.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { allowAction } from './allow.ts'
import { type By, mustSee } from './by.ts'
import { openRecord } from './open-record.ts'
import { type PlannedOfSomeKind, type PlannedOperation, wasEverUsed } from './operations.ts'
import { planDelivery } from './outgoing-changes.ts'
import type { Planners } from './planner.ts'
import { readCompany } from './principal.ts'
import { allow, withDeed } from './recall-changes.ts'
import { providerNotice } from './recalls/notice-words.ts'
import { findTouched, hashTouched, isHoldable } from './recalls/touched.ts'
import type { Sql } from './sql.ts'

/** Facts of a recall that are sent to a company. */
type Told = Pick<RecallNotice, 'uuid' | 'number' | 'name' | 'subject' | 'reason' | 'sender'>

/**
 * Steps by which the provider tells companies of a recall and hears their answers, each in the store that it is of. Stores
 * share no transaction: what has not arrived is marked in its record, and the same request brings it there.
 */
export type RecallAnswerChange =
  | { type: 'recall.announce'; uuid: string; companies: readonly { uuid: string; name: string }[] }
  /** `erased`: companies that are gone, and so will not be reached. */
  | {
      type: 'recall.reached'
      uuid: string
      companies: readonly string[]
      erased: readonly string[]
    }
  | { type: 'recall.answered'; uuid: string; company: string; answer: RecallAnswer }
  | { type: 'recall_notice.receive'; told: Told }
  | { type: 'recall_notice.answer'; uuid: string; answer: RecallAnswer['kind'] }
  | { type: 'recall_notice.told'; uuid: string; at: string }

export const recallAnswerPlanners: Planners<RecallAnswerChange> = {
  'recall.announce': (sql, change, by, at) => ({
    ...named('recall', change),
    change: (before) => announce(sql, before, change, by, at),
  }),
  'recall.reached': (_sql, { companies, erased, ...change }, _by, at) => ({
    ...named('recall', change),
    change: (before) =>
      before &&
      changeTold(before, (one) => {
        if (companies.includes(one.company_uuid)) return { ...one, told_at: one.told_at ?? at }
        const isGone = erased.includes(one.company_uuid) && one.told_at === null
        return isGone ? { ...one, erased_at: one.erased_at ?? at } : one
      }),
  }),
  'recall.answered': (_sql, { answer, company, ...change }) => ({
    ...named('recall', change),
    change: (before) => {
      if (!before?.told?.some(({ company_uuid: told }) => told === company)) {
        throw new Fault('not_found', 'No such recall')
      }
      return changeTold(before, (one) =>
        one.company_uuid === company && (one.answer?.at ?? '') <= answer.at
          ? { ...one, told_at: one.told_at ?? answer.at, answer }
          : one,
      )
    },
  }),
  'recall_notice.receive': (sql, { type, told }, _by, at) => [
    {
      kind: 'recall_notice',
      uuid: told.uuid,
      action: type,
      change: (before) =>
        before ??
        ({
          ...told,
          created_at: at,
          updated_at: at,
          status: 'open',
          answer: null,
          user_name: '',
          waiting: 0,
        } satisfies RecallNotice),
    },
    ...planNotices(sql, told, at),
  ],
  'recall_notice.answer': (sql, change, by, at) => ({
    ...named('recall_notice', change),
    change: (before) => {
      const notice = mustSee('recall_notice', before, by.sight)
      allowAction('recall_notice', 'answer', notice.status, by.permissions)
      const answer = { kind: change.answer, count: countHeld(sql, notice, change.answer), at }
      return { ...notice, status: 'answered', answer, user_name: by.actor.name, waiting: 1 }
    },
  }),
  'recall_notice.told': (_sql, change) => ({
    ...named('recall_notice', change),
    // Leave a newer answer alone: it waits by itself.
    change: (before) => (before?.answer?.at === change.at ? { ...before, waiting: 0 } : before),
  }),
}

function named<const Of extends 'recall' | 'recall_notice', const Action extends string>(
  kind: Of,
  { type: action, uuid }: { type: Action; uuid: string },
) {
  return { kind, uuid, action } as const
}

/** Note the companies to notify, without those that have been notified. @throws Fault */
function announce(
  sql: Sql,
  before: Recall | null,
  { companies }: RecallAnswerChange & { type: 'recall.announce' },
  by: By,
  at: string,
): Recall {
  const record = allow('announce', before, by)
  const company = readCompany(sql)
  if (!company || !capabilitiesOf(company).provider) {
    throw new Fault('refused', 'The provider alone tells companies of a recall', {
      reason: 'provider_only',
    })
  }
  if (!isSharedWithCompanies(sql, record.subject)) {
    throw new Fault('invalid', 'No other company has this', {
      field: 'subject',
      reason: 'value_not_possible',
    })
  }
  const { told = [] } = record
  const fresh = companies.filter(({ uuid }) => told.every((one) => one.company_uuid !== uuid))
  const repeated = told.some(
    (one) => one.told_at === null && companies.some(({ uuid }) => uuid === one.company_uuid),
  )
  if (fresh.length === 0 && repeated) return record
  if (fresh.length === 0) {
    throw new Fault('refused', 'Nothing is left to be done', { reason: 'nothing_left' })
  }
  const deed = { deed: 'announce', count: fresh.length, reason: record.reason } as const
  const list = hashTouched(findTouched(sql, record.subject))
  const added = fresh.map(({ uuid, name }): ToldCompany => ({
    company_uuid: uuid,
    company_name: name,
    told_at: null,
    answer: null,
  }))
  return { ...withDeed(record, deed, list, by, at), told: [...told, ...added] }
}

/** Tell if other companies can have the thing: a lot, or a recipe that was published for them. */
function isSharedWithCompanies(sql: Sql, subject: RecallSubject): boolean {
  if (subject.kind !== 'recipe') return subject.kind === 'lot'
  return wasEverUsed(sql, 'global_recipe', subject.recipe_uuid)
}

function changeTold(record: Recall, change: (one: ToldCompany) => ToldCompany): Recall {
  return record.told ? { ...record, told: record.told.map(change) } : record
}

/** Count what an answer says, in the records of the company. @throws Fault where it says what is not so. */
function countHeld(sql: Sql, { subject }: RecallNotice, answer: RecallAnswer['kind']): number {
  if (answer === 'acknowledged') return 0
  if (answer === 'nothing_found') {
    const count = findTouched(sql, subject).length
    if (count === 0) return 0
    throw touches(count)
  }
  const holds = listHolds(sql, subject)
  // Leave out runs of any hold, also of one that was lifted, which was decided on; what was run since has none.
  const open = findTouched(sql, subject).filter(
    (run) => isHoldable(run) && !holds.has(run.analysis_uuid),
  )
  const held = [...holds.values()].filter((isHeld) => isHeld).length
  if (held > 0 && open.length > 0) throw touches(open.length)
  if (held > 0) return held
  throw new Fault('refused', 'The company holds nothing', {
    field: 'answer',
    reason: 'recall_not_held',
  })
}

function touches(count: number): Fault {
  return new Fault('refused', 'Analyses of the company are touched', {
    field: 'answer',
    reason: 'recall_touches',
    params: { count },
  })
}

/** List the analyses that recalls of the company of the same thing have held, each with true while it still is. */
function listHolds(sql: Sql, subject: RecallSubject): Map<string, boolean> {
  const recalls = sql
    .all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'recall' AND deleted_at IS NULL ORDER BY uuid`,
    )
    .map(({ body }) => openRecord('recall', body))
    .filter((one) => isSameSubject(one.subject, subject))
  const holds = new Map<string, boolean>()
  for (const { uuid } of recalls) {
    const rows = sql.all<{ analysis: string; status: string }>(
      `SELECT json_extract(body, '$.analysis_uuid') AS analysis, status FROM records
       WHERE kind = 'recall_hold' AND deleted_at IS NULL AND json_extract(body, '$.recall_uuid') = ?`,
      uuid,
    )
    for (const { analysis, status } of rows) {
      holds.set(analysis, status === 'held' || holds.get(analysis) === true)
    }
  }
  return holds
}

function isSameSubject(one: RecallSubject, other: RecallSubject): boolean {
  if (one.kind === 'lot' && other.kind === 'lot') {
    return one.bkit_uuid === other.bkit_uuid && lotKey(one.lot) === lotKey(other.lot)
  }
  return (
    one.kind === 'recipe' &&
    other.kind === 'recipe' &&
    one.recipe_uuid === other.recipe_uuid &&
    one.version === other.version
  )
}

/** Tell the people who may answer, each in their language; once, however often the notice comes. */
function planNotices(sql: Sql, told: Told, at: string): PlannedOfSomeKind[] {
  const company = readCompany(sql)
  if (!company) return []
  const known = sql.first<{ found: number }>(
    `SELECT 1 AS found FROM records WHERE kind = 'recall_notice' AND uuid = ?`,
    told.uuid,
  )
  if (known) return []
  const capabilities = capabilitiesOf(company)
  const profiles = sql
    .all<{ body: string }>(`SELECT body FROM records WHERE kind = 'profile' AND deleted_at IS NULL`)
    .map(({ body }) => openRecord('profile', body))
    .filter(({ permissions }) =>
      can(effectivePermissions(permissions, capabilities), recallNoticeActions.answer.needs),
    )
    .map(({ uuid }) => uuid)
  const people = sql
    .all<{ body: string }>(`SELECT body FROM records WHERE kind = 'user' AND deleted_at IS NULL`)
    .map(({ body }) => openRecord('user', body))
    .filter(
      ({ active, profile_uuid: profile, service }) =>
        active === 'Y' && !service && profiles.includes(profile),
    )
  const languages = [...new Set(people.map((one) => one.default_language))]
  return languages.map((language: Language): PlannedOperation<'delivery'> =>
    planDelivery(
      {
        uuid: derivedUuid(told.uuid, `notice ${language}`),
        notification_uuid: told.uuid,
        ...providerNotice(told, language),
        sender: told.sender,
        users: people.filter((one) => one.default_language === language).map(({ uuid }) => uuid),
      },
      at,
    ),
  )
}
