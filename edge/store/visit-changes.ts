import { visitCalls } from '../../domain/calls/visits.ts'
import { type Company, keptVisits } from '../../domain/entities/company.ts'
import { endOfGrant, type Visit, type VisitRequest } from '../../domain/entities/visit.ts'
import { Fault } from '../../domain/fault.ts'
import { sincePartner } from '../../domain/rules/open-visit.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import {
  answerWords,
  emergencyWords,
  requestWords,
  visitWords,
  type VisitWords,
} from '../mail/visit-words.ts'
import { type By, mustSee } from './by.ts'
import { listHolders } from './list-holders.ts'
import { doerOf, type PlannedOperation, readRecord } from './operations.ts'
import { planDelivery } from './outgoing-changes.ts'
import type { Planners } from './planner.ts'
import { readCompany } from './principal.ts'
import { notGranted } from './right.ts'
import type { Sql } from './sql.ts'

interface Order {
  minutes: number
  from: Visit['from']
  reason: string
}

/** Changes of who of other companies acts in this one (decisions 38 and 80). `uuid` is the company. */
export type VisitChange =
  | ({
      type: 'company.visit'
      uuid: string
      visit: string
      emergency: boolean
      since: string | null
    } & Order)
  | ({ type: 'company.ask_visit'; uuid: string; request: string } & Order)
  | {
      type: 'company.answer_visit'
      uuid: string
      request: string
      granted: 'Y' | 'N'
      reason: string | undefined
    }
  | { type: 'company.take_back_visit'; uuid: string; request: string; reason: string }
  | { type: 'company.visits_granted'; uuid: string; granted: 'Y' | 'N'; reason: string }
  | { type: 'company.end_visit'; uuid: string; visit: string }
  | {
      type: 'company.leave_partner'
      uuid: string
      partner: { uuid: string; name: string }
      reason: string
    }
  /** The store of the person who asked gives them a message. */
  | { type: 'visit.answered'; request: VisitRequest; company: string }

export const visitPlanners: Planners<VisitChange> = {
  'company.visit': (sql, { uuid, visit, minutes, emergency, since, from, reason }, by, at) => {
    refuseMany(sql, by, at)
    const company = readCompany(sql)
    const isGranted = company?.visits_granted === 'Y'
    const asked = isGranted ? sincePartner(company.visit_requests ?? [], since) : []
    const request = isGranted && !emergency ? findGranted(asked, visitor(by, from), at) : null
    const made: Visit = {
      ...visitor(by, from),
      uuid: visit,
      reason: request?.reason ?? reason,
      at,
      until: addMinutes(at, Math.min(minutes, request?.minutes ?? minutes)),
      ended_at: null,
      ...(request?.answer && { granted_by: request.answer.by_name, request: request.uuid }),
      ...(isGranted && emergency && { emergency: 'Y' as const }),
    }
    const change = (found: Company | null) => {
      const record = mustSee('company', found, by.sight)
      const before = (record.visits ?? []).filter((one) => one.uuid !== visit)
      return {
        ...record,
        visits: [...keepOpen(before, at), made],
        ...(request && { visit_requests: otherRequests(record, by.actor.uuid) }),
      }
    }
    const action = made.emergency ? 'company.emergency_visit' : 'company.visit'
    const words = made.emergency ? emergencyWords : visitWords
    return [
      { kind: 'company', uuid, action, reason: made.reason, change },
      ...planNotices(sql, made, (language) => words(language, made)),
    ]
  },
  'company.ask_visit': (sql, { uuid, request, minutes, from, reason }, by, at) => {
    refuseMany(sql, by, at)
    const made: VisitRequest = { ...visitor(by, from), uuid: request, reason, at, minutes }
    return [
      {
        kind: 'company',
        uuid,
        action: 'company.ask_visit',
        reason,
        change: (found) => {
          const company = mustSee('company', found, by.sight)
          const others = otherRequests(company, by.actor.uuid)
          return { ...company, visit_requests: [...makeRoom(others, at), made] }
        },
      },
      ...planNotices(sql, made, (language) => requestWords(language, made)),
    ]
  },
  'company.answer_visit': (_sql, { uuid, request, granted, reason }, by, at) => ({
    kind: 'company',
    uuid,
    action: granted === 'Y' ? 'company.grant_visit' : 'company.refuse_visit',
    ...(reason !== undefined && { reason }),
    change: (found) =>
      answerRequest(mustSee('company', found, by.sight), request, ({ answer }) => {
        if (answer) {
          throw new Fault('refused', 'It was answered before', { reason: 'visit_answered' })
        }
        return { granted, ...doerOf(by.actor), at, ...(reason !== undefined && { reason }) }
      }),
  }),
  'company.take_back_visit': (_sql, { uuid, request, reason }, by, at) => ({
    kind: 'company',
    uuid,
    action: 'company.take_back_visit',
    reason,
    change: (found) =>
      answerRequest(mustSee('company', found, by.sight), request, ({ answer }) => {
        if (answer?.granted !== 'Y') {
          throw new Fault('refused', 'It is not granted', { reason: 'visit_without_grant' })
        }
        return { granted: 'N', ...doerOf(by.actor), at, reason, taken_back: 'Y' }
      }),
  }),
  'company.visits_granted': (_sql, { uuid, granted, reason }, by) => ({
    kind: 'company',
    uuid,
    action: 'company.visits_granted',
    reason,
    change: (found) => ({ ...mustSee('company', found, by.sight), visits_granted: granted }),
  }),
  'company.end_visit': (_sql, { uuid, visit }, by, at) => ({
    kind: 'company',
    uuid,
    action: 'company.end_visit',
    change: (found) => endVisit(mustSee('company', found, by.sight), visit, at),
  }),
  'company.leave_partner': (_sql, { uuid, partner, reason }, by, at) => ({
    kind: 'company',
    uuid,
    action: 'company.leave_partner',
    reason,
    change: (found) => ({
      ...endVisitsFrom(mustSee('company', found, by.sight), partner.uuid, at),
      left_partner: { ...partner, at },
    }),
  }),
  'visit.answered': (sql, { request, company }, _by, at) => {
    const person = readRecord(sql, 'user', request.by)
    if (!person) return []
    const words = answerWords(person.default_language, { request, company })
    const isTakenBack = request.answer?.taken_back === 'Y'
    const uuid = derivedUuid(request.uuid, isTakenBack ? 'taken back' : 'answered')
    const about = { uuid, notification_uuid: request.uuid, ...words, sender: company }
    return [planDelivery({ ...about, users: [person.uuid] }, at)]
  },
}

/**
 * Give a request another answer.
 * @throws Fault `refused` once its visit has begun, `not_found` for a request that the company does not have.
 */
function answerRequest(
  company: Company,
  uuid: string,
  answerOf: (asked: VisitRequest) => NonNullable<VisitRequest['answer']>,
): Company {
  const requests = company.visit_requests ?? []
  const asked = requests.find((one) => one.uuid === uuid)
  if (asked) {
    const answered = { ...asked, answer: answerOf(asked) }
    return {
      ...company,
      visit_requests: requests.map((one) => (one === asked ? answered : one)),
    }
  }
  // Refuse it once the visit has begun, which takes its request away.
  if (company.visits?.some(({ request }) => request === uuid)) {
    throw new Fault('refused', 'The visit has begun', { reason: 'visit_begun' })
  }
  throw new Fault('not_found', 'No such request')
}

function visitor({ actor }: By, from: Visit['from']) {
  const via = actor.via === 'partner' ? ('partner' as const) : ('provider' as const)
  return { ...doerOf(actor), from, via }
}

function addMinutes(at: string, minutes: number): string {
  return new Date(Date.parse(at) + minutes * 60_000).toISOString()
}

function otherRequests({ visit_requests = [] }: Company, person: string): VisitRequest[] {
  return visit_requests.filter(({ by }) => by !== person)
}

/**
 * Refuse what is brought into a company that grants visits without one: a person would be a member there whom nobody has let in.
 * @param ways of callers who need a visit for it
 * @throws Fault `refused`
 */
export function refuseUngranted(
  sql: Sql,
  { actor, right }: By,
  ways: readonly By['actor']['via'][],
): void {
  if (!ways.includes(actor.via) || right?.visit !== undefined) return
  if (readCompany(sql)?.visits_granted === 'Y') throw notGranted()
}

/**
 * Find the request of a visitor whose grant is not over. A grant holds only for the company that they asked from: a person who has moved to
 * another one asks again.
 * @throws Fault `refused`
 */
function findGranted(
  visit_requests: readonly VisitRequest[],
  visitor: Pick<Visit, 'by' | 'from' | 'via'>,
  at: string,
): VisitRequest {
  const found = visit_requests.find(
    ({ by, from, via }) =>
      by === visitor.by && from.uuid === visitor.from.uuid && via === visitor.via,
  )
  const answer = found?.answer
  if (answer?.taken_back === 'Y') {
    throw new Fault('refused', 'The grant was taken back', { reason: 'visit_taken_back' })
  }
  const isOpen = answer?.granted === 'Y' && Date.parse(at) < endOfGrant(answer)
  if (found && isOpen) return found
  throw notGranted()
}

/**
 * Make room for one more visit: those that have ended go first, so that nobody pushes the visit of somebody else, or the sight
 * of one that goes on, out of the record. Where all go on, the oldest of the person with most of them goes.
 */
function keepOpen(visits: readonly Visit[], at: string): Visit[] {
  if (visits.length < keptVisits) return [...visits]
  const isOpen = ({ ended_at, until }: Visit) => ended_at === null && until > at
  const countOf = (person: string) => visits.filter(({ by }) => by === person).length
  const most = Math.max(...visits.map(({ by }) => countOf(by)))
  const gone = visits.find((one) => !isOpen(one)) ?? visits.find(({ by }) => countOf(by) === most)
  return visits.filter((one) => one !== gone)
}

/**
 * Make room for one more request: refused ones and grants that are over go first, then the oldest of the company with most of them, so
 * that many accounts of one company push out no request or grant of another.
 */
function makeRoom(requests: readonly VisitRequest[], at: string): VisitRequest[] {
  if (requests.length < keptVisits) return [...requests]
  const isOver = ({ answer }: VisitRequest) =>
    answer !== undefined && (answer.granted === 'N' || Date.parse(at) >= endOfGrant(answer))
  const countOf = (company: string) => requests.filter(({ from }) => from.uuid === company).length
  const most = Math.max(...requests.map(({ from }) => countOf(from.uuid)))
  const gone = requests.find(isOver) ?? requests.find(({ from }) => countOf(from.uuid) === most)
  return requests.filter((one) => one !== gone)
}

/** Visits and requests for one of a person within an hour: each sends a message to people of the company. */
const mostAnHour = 30
const hourMs = 3_600_000

/**
 * Refuse more visits, and requests for one, than somebody needs within an hour. They are counted by the trail, which no newer request
 * replaces.
 * @throws Fault `too_many` with the seconds to wait.
 */
function refuseMany(sql: Sql, { actor }: By, at: string): void {
  const since = new Date(Date.parse(at) - hourMs).toISOString()
  const rows = sql.all<{ at: string }>(
    `SELECT at FROM operations
     WHERE kind = 'company' AND action IN ('company.ask_visit', 'company.emergency_visit', 'company.visit')
       AND actor = ? AND at > ? ORDER BY seq DESC LIMIT ${mostAnHour}`,
    actor.uuid,
    since,
  )
  const oldest = rows[mostAnHour - 1]
  if (oldest === undefined) return
  const seconds = Math.ceil((Date.parse(oldest.at) + hourMs - Date.parse(at)) / 1000)
  throw new Fault('too_many', `At most ${mostAnHour} visits and requests within an hour`, {
    reason: 'visits_many',
    params: { most: mostAnHour, minutes: Math.max(1, Math.ceil(seconds / 60)) },
  })
}

/** Plan a notice to the people who may grant and end visits, one for each language. */
function planNotices(
  sql: Sql,
  { uuid: notification_uuid, at, by_name: sender }: Visit | VisitRequest,
  wordsIn: (language: Parameters<typeof visitWords>[0]) => VisitWords,
): PlannedOperation<'delivery'>[] {
  const people = Map.groupBy(
    listHolders(sql, visitCalls.reachedBy.needs),
    (one) => one.default_language,
  )
  return [...people].map(([language, some]) => {
    const uuid = derivedUuid(notification_uuid, `visit ${language}`)
    const users = some.map((one) => one.uuid)
    return planDelivery({ uuid, notification_uuid, ...wordsIn(language), sender, users }, at)
  })
}

/**
 * End the visits from a company that reaches this one no longer, so that their changes under way are refused as well, and remove its
 * requests and grants.
 */
function endVisitsFrom({ visits, visit_requests, ...company }: Company, from: string, at: string) {
  const ended = visits?.map((one) =>
    one.from.uuid === from && one.ended_at === null ? { ...one, ended_at: at } : one,
  )
  const left = visit_requests?.filter((one) => one.from.uuid !== from)
  return { ...company, ...(ended && { visits: ended }), ...(left && { visit_requests: left }) }
}

/** End a visit; one that has ended stays as it is. @throws Fault `not_found` for one that the record does not have. */
function endVisit(company: Company, uuid: string, at: string): Company {
  const visits = company.visits ?? []
  if (!visits.some((one) => one.uuid === uuid)) throw new Fault('not_found', 'No such visit')
  return {
    ...company,
    visits: visits.map((one) =>
      one.uuid === uuid && one.ended_at === null ? { ...one, ended_at: at } : one,
    ),
  }
}
