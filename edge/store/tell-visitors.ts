import type { Company } from '../../domain/entities/company.ts'
import type { VisitRequest } from '../../domain/entities/visit.ts'
import { findCompany } from '../directory/companies.ts'
import { logFailure, logNote } from '../log.ts'
import { unwrap } from '../outcome.ts'
import { readMeta, writeMeta } from './meta.ts'
import { type OtherStore, otherStore } from './other-store.ts'
import { readCompany } from './principal.ts'
import { bySystem } from './publications.ts'
import type { Sql } from './sql.ts'
import { wakeBy } from './wake.ts'

/** Wait so long (ms) before sending a message again that did not arrive. */
const restMs = 60_000
/** Name in `meta` of the ids of the messages that visitors have. */
const toldName = 'visitors_told'

/** Bring the answer to a request into the store of the person who asked; once, however often it is sent. */
export async function tellVisitor(
  store: Pick<OtherStore, 'change'>,
  request: VisitRequest,
  { name: company }: Pick<Company, 'name'>,
): Promise<void> {
  const answered = { type: 'visit.answered', request, company } as const
  await unwrap(store.change(answered, toldIdOf(request), bySystem))
}

/** Return the id of the message about an answer: a grant that is taken back has a second one. */
function toldIdOf({ uuid, answer }: VisitRequest): string {
  return `${uuid}:${answer?.taken_back === 'Y' ? 'taken_back' : 'answer'}`
}

/**
 * Tell the visitors whose requests were answered and who have no message of it yet: the request that answered may have ended, or the store of
 * their company was full or away. Their company answers for it, not the one that was asked. Never throws.
 */
export async function tellVisitors(
  storage: DurableObjectStorage,
  env: Env,
  sql: Sql,
): Promise<void> {
  const company = readCompany(sql)
  const answered = company?.visit_requests?.filter(({ answer }) => answer) ?? []
  if (!company || answered.length === 0) return
  const known = new Set(JSON.parse(readMeta(sql, toldName) ?? '[]') as string[])
  for (const request of answered.filter((one) => !known.has(toldIdOf(one)))) {
    try {
      // Tell one after the other: they are few.
      // oxlint-disable-next-line no-await-in-loop
      const isThere = (await findCompany(env.DIRECTORY, request.from.uuid)) !== null
      // oxlint-disable-next-line no-await-in-loop
      if (isThere) await tellVisitor(otherStore(env, request.from.uuid), request, company)
      else logNote('visit answered for a closed company', {})
      known.add(toldIdOf(request))
    } catch (error) {
      logFailure('visitor not told of the answer', error)
      // oxlint-disable-next-line no-await-in-loop
      await wakeBy(storage, Date.now() + restMs)
    }
  }
  const told = answered.map(toldIdOf).filter((id) => known.has(id))
  writeMeta(sql, toldName, JSON.stringify(told))
}
