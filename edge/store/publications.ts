import { Fault } from '../../domain/fault.ts'
import type { Kind } from '../../domain/registry.ts'
import { findCompany, findProvider } from '../directory/companies.ts'
import { logFailure, logNote } from '../log.ts'
import { decisionWords } from '../mail/decision-words.ts'
import { afterQuiet } from '../mail/quiet.ts'
import { sendMail } from '../mail/send.ts'
import { unwrap } from '../outcome.ts'
import type { By } from './by.ts'
import { systemActor } from './commands.ts'
import { readCompanyId } from './meta.ts'
import { readRecord } from './operations.ts'
import { type OtherStore, otherStore } from './other-store.ts'
import { readCompany } from './principal.ts'
import type { Decision } from './publication-changes.ts'
import type { Sql } from './sql.ts'
import { readChoices } from './user-settings.ts'
import { wakeBy } from './wake.ts'

/**
 * Carries requests for publication to the provider's store, and its decisions back (docs/decisions/035-publication.md). What
 * has not arrived is marked in its own record, in the transaction that made it; the alarm carries it until it has. Every step has an
 * operation id of its own, so that it is made once however often it is sent.
 */

/** Requests of either side that are carried at once; the next alarm has the others. */
const atOnce = 20
/** Pause before what did not arrive is carried again (ms). */
const carryRestMs = 60_000

/** Kinds whose changes may make something to carry: a request goes with its recipe. */
export const carriedKinds: readonly Kind[] = ['recipe', 'publication', 'publication_request']

/** The service itself, where it changes what nobody asked it to. */
export const bySystem: By = {
  actor: systemActor,
  sight: { kinds: [], swarms: [] },
  permissions: [],
  fourEyes: false,
}

/** A store as far as it is carried to: the own one, or another company's. */
type Receiver = Pick<OtherStore, 'change' | 'settlePublication'>

/** Wake the store to carry again what has not reached the other one. */
export async function planCarrying(storage: DurableObjectStorage, sql: Sql): Promise<void> {
  const kinds = ['publication', 'publication_request'] as const
  if (kinds.every((kind) => listWaiting(sql, kind, 1).length === 0)) return
  await wakeBy(storage, Date.now() + carryRestMs)
}

/**
 * Carry what waits. A failure is logged and ends nothing: the record still says that it waits.
 * @param own the store that `sql` is of. @param which `undecided`: all requests whose decision has not come, after a time in which none
 * could come.
 */
export async function carryPublications(
  storage: DurableObjectStorage,
  env: Env,
  sql: Sql,
  own: Receiver,
  which: 'undecided' | 'waiting' = 'waiting',
): Promise<void> {
  const reach = (company: string): Receiver =>
    company === readCompanyId(sql) ? own : otherStore(env, company)
  const ways: Ways = { env, sql, own, reach }
  const requests = which === 'waiting' ? listWaiting(sql, 'publication', atOnce) : listOpen(sql)
  const jobs = [
    ...requests.map((uuid) => carryRequest(ways, uuid)),
    ...listWaiting(sql, 'publication_request', atOnce).map((uuid) => carryDecision(ways, uuid)),
  ]
  for (const job of await Promise.allSettled(jobs)) {
    if (job.status === 'rejected') logFailure('publication not carried', job.reason)
  }
  await planCarrying(storage, sql)
}

function listWaiting(
  sql: Sql,
  kind: 'publication' | 'publication_request',
  limit: number,
): string[] {
  // Write the kind into the text, so that SQLite uses its partial index.
  const text =
    kind === 'publication'
      ? `SELECT uuid FROM records WHERE kind = 'publication' AND json_extract(body, '$.waiting') = 1
           AND deleted_at IS NULL LIMIT ?`
      : `SELECT uuid FROM records WHERE kind = 'publication_request' AND json_extract(body, '$.waiting') = 1
           AND deleted_at IS NULL LIMIT ?`
  return sql.all<{ uuid: string }>(text, limit).map(({ uuid }) => uuid)
}

/** List the requests that nobody is known to have decided: a company has few (`mostOpenRequests`). */
function listOpen(sql: Sql): string[] {
  return sql
    .all<{ uuid: string }>(
      `SELECT uuid FROM records WHERE kind = 'publication' AND status = 'requested' AND deleted_at IS NULL`,
    )
    .map(({ uuid }) => uuid)
}

/** The own store and the way to others. */
interface Ways {
  env: Env
  sql: Sql
  own: Receiver
  reach: (company: string) => Receiver
}

async function carryRequest({ env, sql, own, reach }: Ways, uuid: string): Promise<void> {
  const publication = readRecord(sql, 'publication', uuid)
  const company = readCompany(sql)
  const provider = await findProvider(env.DIRECTORY)
  if (!publication || !company || !provider) return
  const { status } = publication
  const change = {
    type: 'publication_request.receive',
    publication,
    company: { uuid: company.uuid, name: company.name },
  } as const
  const request = (await unwrap(
    reach(provider.uuid).change(change, `${uuid}:${status}`, bySystem),
  )) as { status: string } & Decision
  if (request.status === 'published' || request.status === 'refused') {
    await unwrap(own.settlePublication(decisionOf(request)))
    return
  }
  await unwrap(
    own.change({ type: 'publication.sent', uuid, status }, `${uuid}:${status}:sent`, bySystem),
  )
}

async function carryDecision({ env, sql, own, reach }: Ways, uuid: string): Promise<void> {
  const request = readRecord(sql, 'publication_request', uuid)
  if (!request || (request.status !== 'published' && request.status !== 'refused')) return
  const { company_uuid: company } = request
  const told = { type: 'publication_request.told', uuid } as const
  // Send nothing to a company that has been closed since.
  if (await findCompany(env.DIRECTORY, company)) {
    await unwrap(
      reach(company).settlePublication(decisionOf({ ...request, status: request.status })),
    )
  } else logNote('publication decided for a closed company', {})
  await unwrap(own.change(told, `${uuid}:told`, bySystem))
}

function decisionOf({
  uuid,
  status,
  decided_at,
  reason,
  global_uuid,
  global_version,
}: Decision): Decision {
  return { uuid, status, decided_at, reason, global_uuid, global_version }
}

/**
 * Write the decision into the store of the company that asked, and tell the person by a notification and a mail in their
 * language; once, however often it comes.
 */
export async function settlePublication(
  env: Env,
  sql: Sql,
  own: Pick<Receiver, 'change'>,
  decision: Decision,
): Promise<null> {
  const asked = readRecord(sql, 'publication', decision.uuid)
  if (!asked) throw new Fault('not_found', 'No such publication')
  const person = readRecord(sql, 'user', asked.user_uuid)
  const words = decisionWords(person?.default_language ?? 'en', {
    status: decision.status,
    recipe: asked.name,
    version: decision.global_version,
    reason: decision.reason,
  })
  const change = { type: 'publication.settle', decision, words } as const
  await unwrap(own.change(change, `${decision.uuid}:decided`, bySystem))
  if (person?.active !== 'Y') return null
  const choices = readChoices(sql, person.uuid)
  if (choices.recipe !== 'mail') return null
  await sendMail(env, readCompanyId(sql) ?? '', {
    to: person.email,
    subject: words.title,
    text: `${words.message}\n`,
    key: `publication-decided:${decision.uuid}:${person.uuid}`,
    notBefore: afterQuiet({ choices, timezone: person.timezone }),
    tray: { about: 'people', reader: person.uuid, language: person.default_language },
  })
  return null
}
