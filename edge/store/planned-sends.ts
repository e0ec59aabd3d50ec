import { storesAtOnce } from '../../domain/catalog/limits.ts'
import type { Notification } from '../../domain/entities/notification.ts'
import { Fault } from '../../domain/fault.ts'
import { can, permissions, refusePermission, refuseThere } from '../../domain/permissions.ts'
import { findRoad, sightOf } from '../../domain/rules/access.ts'
import { isClosedTo } from '../../domain/rules/open-visit.ts'
import { findCompany } from '../directory/companies.ts'
import { companiesOf } from '../directory/people.ts'
import { doEach } from '../each.ts'
import { logFailure } from '../log.ts'
import type { RefusedReason } from '../mail/notice-words.ts'
import { makeUuid } from '../make-uuid.ts'
import { unwrap } from '../outcome.ts'
import type { By } from './by.ts'
import { systemActor } from './commands.ts'
import { readCompanyId } from './migrations.ts'
import { mailNotification, type Reader, wants } from './notification-mails.ts'
import { readRecord } from './operations.ts'
import { type OtherStore, otherStore } from './other-store.ts'
import { type KnownPerson, readPerson } from './principal.ts'
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
 * Send the notifications whose time has come, and wake again for the next. A failure is logged, and the notification is tried
 * again: its operation has one id, so that it is sent once.
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
  for (const { uuid, due } of planned) {
    if (due > now) continue
    try {
      // One after the other: the sender's right is read just before each.
      // oxlint-disable-next-line no-await-in-loop
      await sendOne({ env, sql, own }, uuid)
    } catch (error) {
      logFailure('planned notification not sent', error)
      next.push(Date.now() + restMs)
    }
  }
  if (next.length > 0) await wakeBy(storage, Math.min(...next))
}

async function sendOne(ways: Ways, uuid: string): Promise<void> {
  const record = readRecord(ways.sql, 'notification', uuid)
  if (!record?.planned) return
  const sender = readSender(ways.sql, record.planned.user_uuid)
  if (typeof sender === 'string') return refuse(ways, record, sender)
  const others = await findOthers(ways, record, sender)
  const here = readHere(ways.sql, record)
  const reached = [here, ...others.found].reduce((sum, { people }) => sum + people.length, 0)
  if (reached === 0 && others.failures.length === 0) return refuse(ways, record, 'no_recipients')
  const readers: Reader[] = [here]
  const undelivered = await doEach(others.found, async (other) => {
    if (typeof readAgain(ways.sql, record) === 'string') return
    await unwrap(other.store.change(deliveryOf(record, other), makeUuid(), other.by))
    readers.push(other)
  })
  const failures = [...others.failures, ...undelivered]
  const still = readAgain(ways.sql, record)
  if (typeof still === 'string') return refuse(ways, record, still)
  const users = here.people.map((one) => one.uuid)
  const base = record.updated_at
  // It stays planned until each company has it; those that have it do not wait.
  if (failures.length > 0) {
    await unwrap(ways.own.change(deliveryOf(record, here), makeUuid(), still.by))
  } else {
    const change = { type: 'notification.send', uuid, base, users, reached } as const
    await unwrap(ways.own.change(change, operationOf(record), still.by))
  }
  await mailNotification(ways.env, still.by.actor.name, record, readers)
  if (failures.length > 0) throw failures[0]
}

function deliveryOf(notification: Notification, { people }: Reader) {
  const users = people.map((one) => one.uuid)
  return { type: 'notification.deliver', notification, users } as const
}

const bySystem: By = {
  actor: systemActor,
  sight: { kinds: [], swarms: [] },
  permissions: [],
  fourEyes: false,
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

/** Read the person who planned it with the rights of now; the reason that they do not send any more otherwise. */
function readSender(sql: Sql, uuid: string): Sender | RefusedReason {
  const known = readPerson(sql, uuid)
  if (known?.user.active !== 'Y') return 'inactive'
  const { user, company, profile, asker } = known
  const held = permissions.filter((name) => refusePermission(name, asker) === null)
  if (!can(held, 'notifications.send')) return 'permission'
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

/**
 * Read the sender once more before each store gets it: while others were asked, the right may have been taken, or the
 * notification withdrawn.
 * @throws Fault `stale` where it has changed meanwhile.
 */
function readAgain(sql: Sql, { uuid, updated_at, planned }: Notification): Sender | RefusedReason {
  const now = readRecord(sql, 'notification', uuid)
  if (now?.status !== 'Planned' || now.updated_at !== updated_at) {
    throw new Fault('stale', 'It was changed meanwhile')
  }
  return readSender(sql, planned?.user_uuid ?? '')
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

/** Find the people in other companies that the sender reaches now, and what failed; companies out of reach are left out. */
async function findOthers(
  { env, sql }: Ways,
  record: Notification,
  { by, known }: Sender,
): Promise<{ found: OtherReader[]; failures: unknown[] }> {
  const { recipients } = record
  const home = readCompanyId(sql) ?? ''
  const named = new Set([
    ...recipients.companies,
    ...(await companiesOf(env.DIRECTORY, recipients.users)),
  ])
  named.delete(home)
  const asked = [...named]
  const found: OtherReader[] = []
  const failures: unknown[] = []
  const ask = async (company: string) => {
    const { partner = 'N' } = known.user
    const account = { permissions: by.permissions, partner, company_uuid: home }
    const via = findRoad(account, await findCompany(env.DIRECTORY, company))
    if (!via) return
    const store = otherStore(env, company)
    const outline = await unwrap(store.describe())
    const actor = { ...by.actor, via }
    if (isClosedTo(outline, actor)) return
    const { capabilities, swarms, fourEyes } = outline
    const held = permissions.filter(
      (name) => by.permissions.includes(name) && refuseThere(name, capabilities) === null,
    )
    const sight = sightOf(held, swarms)
    const there: By = { actor, sight, permissions: held, fourEyes }
    const whole = recipients.companies.includes(company)
    const meant = await unwrap(store.ask({ name: 'recipients', recipients, whole }, sight))
    const people = meant.filter((one) => one.active && wants(one, record))
    if (people.length > 0) found.push({ company, people, store, by: there })
  }
  for (let from = 0; from < asked.length; from += storesAtOnce) {
    const some = asked.slice(from, from + storesAtOnce)
    // oxlint-disable-next-line no-await-in-loop
    for (const asking of await Promise.allSettled(some.map(ask)))
      if (asking.status === 'rejected') failures.push(asking.reason)
  }
  return { found, failures }
}
