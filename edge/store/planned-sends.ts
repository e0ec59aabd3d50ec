import { notificationActions } from '../../domain/actions/outgoing.ts'
import { storesAtOnce } from '../../domain/catalog/limits.ts'
import type { Notification } from '../../domain/entities/notification.ts'
import { can, permissions, refusePermission, refuseThere } from '../../domain/permissions.ts'
import { sightOf } from '../../domain/rules/access.ts'
import { isClosedTo } from '../../domain/rules/open-visit.ts'
import { findRoad } from '../../domain/rules/reach.ts'
import { findCompany } from '../directory/companies.ts'
import { companiesOf } from '../directory/people.ts'
import { doEach } from '../each.ts'
import { logFailure } from '../log.ts'
import type { RefusedReason } from '../mail/notice-words.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { unwrap } from '../outcome.ts'
import type { By } from './by.ts'
import { readCompanyId } from './meta.ts'
import { mailNotification, type Reader, wants } from './notification-mails.ts'
import { readRecord } from './operations.ts'
import { type OtherStore, otherStore } from './other-store.ts'
import { type KnownPerson, readPerson } from './principal.ts'
import { bySystem } from './publications.ts'
import { asOfPartner } from './right.ts'
import { senderOf } from './outgoing-changes.ts'
import { outgoingQueries } from './queries/outgoing.ts'
import type { Sql } from './sql.ts'
import { wakeBy } from './wake.ts'

/** Pause before one that could not be sent is tried again (ms). */
const restMs = 60_000

interface Ways {
  env: Env
  sql: Sql
  own: Pick<OtherStore, 'change'>
}

/**
 * Send the notifications whose time has come, and those that companies have not received yet; wake again for the next. A failure is
 * logged, and tried again: each person gets a notification once, however often it is delivered.
 */
export async function sendPlanned(
  storage: DurableObjectStorage,
  env: Env,
  sql: Sql,
  own: Pick<OtherStore, 'change'>,
): Promise<void> {
  const now = Date.now()
  const planned = sql
    .all<{ uuid: string; due: string }>(
      `SELECT uuid, json_extract(body, '$.planned.at') AS due FROM records
       WHERE kind = 'notification' AND deleted_at IS NULL AND status = 'Planned'`,
    )
    .map(({ uuid, due }) => ({ uuid, due: Date.parse(due) }))
  const next = planned.map(({ due }) => due).filter((due) => due > now)
  const due = planned.filter((one) => one.due <= now)
  for (const { uuid } of [...due, ...listWaiting(sql)]) {
    try {
      // Send one after the other: the sender's right is read just before each.
      // oxlint-disable-next-line no-await-in-loop
      const isLeft = await sendOne({ env, sql, own }, uuid)
      if (isLeft) next.push(Date.now() + restMs)
    } catch (error) {
      logFailure('planned notification not sent', error)
      next.push(Date.now() + restMs)
    }
  }
  if (next.length > 0) await wakeBy(storage, Math.min(...next))
}

/** List the notifications that were sent and have not come to all companies. Search the text before anything is parsed. */
function listWaiting(sql: Sql): { uuid: string }[] {
  return sql.all<{ uuid: string }>(
    `SELECT uuid FROM records WHERE kind = 'notification' AND deleted_at IS NULL AND status = 'Sent'
       AND instr(body, '"waiting":[') > 0 AND json_extract(body, '$.waiting') IS NOT NULL
       AND json_extract(body, '$.refused') IS NULL`,
  )
}

/** @returns true where the request that sends it may still be under way, by rights that this store does not know. */
async function sendOne(ways: Ways, uuid: string): Promise<boolean> {
  const record = readRecord(ways.sql, 'notification', uuid)
  if (!record) return false
  const isSent = record.status === 'Sent'
  const sender = readSender(ways.sql, record)
  if (typeof sender === 'string') {
    if (isSent && Date.now() - Date.parse(record.updated_at) < restMs) return true
    await refuse(ways, record, sender)
    return false
  }
  const others = await findOthers(ways, record, sender)
  const sent = isSent ? record : await send(ways, record, others)
  if (sent) await deliver(ways, sent, others)
  return false
}

/**
 * Write that a notification is sent, with the companies that are still waiting for it, and deliver it to the own people in the same
 * transaction: it is withdrawn or changed before, or not at all.
 * @returns null where it was refused.
 */
async function send(
  ways: Ways,
  record: Notification,
  { found, failed }: Others,
): Promise<Notification | null> {
  const here = readHere(ways.sql, record)
  const waiting = [...found, ...failed].map(({ company }) => company)
  const users = here.people.map((one) => one.uuid)
  // Read the sender again, whose right may have been taken while others were asked.
  const still = readSender(ways.sql, record)
  const why = typeof still === 'string' ? still : 'no_recipients'
  if (typeof still === 'string' || users.length + waiting.length === 0) {
    await refuse(ways, record, why)
    return null
  }
  const { uuid, updated_at: base } = record
  const change = { type: 'notification.send', uuid, base, users, waiting } as const
  const sent = await unwrap(ways.own.change(change, operationOf(record), still.by))
  await mailNotification(ways.env, still.by.actor.name, record, [here])
  return sent as Notification
}

/** Deliver a notification that was sent to the companies that are waiting for it, and note those that have it. */
async function deliver(ways: Ways, sent: Notification, { found, failed }: Others): Promise<void> {
  const readers: OtherReader[] = []
  const undelivered = await doEach(found, async (other) => {
    // Read before each store gets it: the right may have been taken meanwhile.
    if (typeof readSender(ways.sql, sent) === 'string') return
    await unwrap(other.store.change(deliveryOf(sent, other), makeUuid(), other.by))
    readers.push(other)
  })
  await mailNotification(ways.env, sent.user_name, sent, readers)
  const asked = new Set([...found, ...failed].map(({ company }) => company))
  const arrived = [
    ...readers.map(({ company, people }) => ({ company, people: people.length })),
    // Leave out companies that are out of reach by now, or have nobody to read it.
    ...(sent.waiting ?? [])
      .filter((company) => !asked.has(company))
      .map((company) => ({ company, people: 0 })),
  ]
  if (arrived.length > 0) {
    const change = { type: 'notification.arrive', uuid: sent.uuid, arrived } as const
    await unwrap(ways.own.change(change, makeUuid(), bySystem))
  }
  const failures = [...failed.map(({ error }) => error), ...undelivered]
  if (failures.length > 0) throw failures[0]
  const still = readSender(ways.sql, sent)
  if (typeof still === 'string' && arrived.length < (sent.waiting?.length ?? 0)) {
    await refuse(ways, sent, still)
  }
}

function deliveryOf(notification: Notification, { people }: Reader) {
  const users = people.map((one) => one.uuid)
  return { type: 'notification.deliver', notification, users } as const
}

async function refuse({ own }: Ways, record: Notification, why: RefusedReason): Promise<void> {
  const change = { type: 'notification.refuse', uuid: record.uuid, why } as const
  await unwrap(own.change(change, `${operationOf(record)}:refused`, bySystem))
}

/** Name the operation that sends a notification at its time. */
function operationOf({ uuid, planned }: Notification): string {
  return `planned:${uuid}:${planned?.at ?? ''}`
}

interface Sender {
  by: By
  known: KnownPerson
}

/** Read the person who sends a notification with the rights of now; the reason that they do not send any more otherwise. */
function readSender(sql: Sql, record: Notification): Sender | RefusedReason {
  const uuid = senderOf(record) ?? ''
  const known = readPerson(sql, uuid)
  if (known?.user.active !== 'Y') return 'inactive'
  const { user, company, profile, asker } = known
  const held = permissions.filter((name) => refusePermission(name, asker) === null)
  if (!can(held, notificationActions.send.needs)) return 'permission'
  const { name, timezone: zone } = user
  return {
    known,
    by: {
      actor: { uuid, name, via: 'account', role: profile?.name ?? '', zone },
      sight: sightOf(held, user.swarms),
      permissions: held,
      fourEyes: company.four_eyes === 'Y',
    },
  }
}

function readHere(sql: Sql, record: Notification): Reader {
  const company = readCompanyId(sql) ?? ''
  const { recipients } = record
  const whole = recipients.companies.includes(company)
  const meant = outgoingQueries.recipients(sql, { recipients, whole }, bySystem.sight)
  return { company, people: meant.filter((one) => one.active && wants(one, record)) }
}

interface OtherReader extends Reader {
  store: OtherStore
  by: By
}

/** People of other companies, and the companies whose stores did not answer. */
interface Others {
  found: OtherReader[]
  failed: { company: string; error: unknown }[]
}

/**
 * Find the people in other companies that the sender reaches now; companies out of reach are left out. Of a notification that was sent
 * only those that are waiting for it are asked.
 */
async function findOthers(
  { env, sql }: Ways,
  record: Notification,
  { by, known }: Sender,
): Promise<Others> {
  const { recipients } = record
  const home = readCompanyId(sql) ?? ''
  const named = new Set([
    ...recipients.companies,
    ...(await companiesOf(env.DIRECTORY, recipients.users)),
  ])
  named.delete(home)
  const names = outgoingQueries.profileNames(sql, recipients)
  const asked = record.status === 'Sent' ? (record.waiting ?? []) : [...named]
  const found: OtherReader[] = []
  const failed: Others['failed'] = []
  const ask = async (company: string) => {
    const { partner = 'N' } = known.user
    const account = { permissions: by.permissions, partner, company_uuid: home }
    const target = await findCompany(env.DIRECTORY, company)
    const via = findRoad(account, target)
    if (!via) return
    const store = otherStore(env, company)
    const outline = asOfPartner(await unwrap(store.describe()), target)
    const actor = { ...by.actor, via }
    if (isClosedTo(outline, actor)) return
    const { capabilities, swarms, fourEyes } = outline
    const held = permissions.filter(
      (name) => by.permissions.includes(name) && refuseThere(name, capabilities) === null,
    )
    const sight = sightOf(held, swarms)
    const there: By = { actor, sight, permissions: held, fourEyes }
    const whole = recipients.companies.includes(company)
    const meant = await unwrap(
      store.ask({ name: 'recipients', recipients, whole, named: names }, sight),
    )
    const people = meant.filter((one) => one.active && wants(one, record))
    if (people.length > 0) found.push({ company, people, store, by: there })
  }
  for (let from = 0; from < asked.length; from += storesAtOnce) {
    const some = asked.slice(from, from + storesAtOnce)
    // oxlint-disable-next-line no-await-in-loop
    const asking = await Promise.allSettled(some.map(ask))
    asking.forEach((one, at) => {
      if (one.status === 'rejected') failed.push({ company: some[at] ?? '', error: one.reason })
    })
  }
  return { found, failed }
}
