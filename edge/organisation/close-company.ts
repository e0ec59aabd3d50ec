import { closing, eraseFrom } from '../../domain/entities/closing.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { closeCompany, countMembers } from '../directory/closed-companies.ts'
import { type KnownCompany, liveNamesOf } from '../directory/companies.ts'
import { liveBus } from '../live/bus.ts'
import { unwrap } from '../outcome.ts'
import { authorOf } from '../store/operations.ts'
import { keepClosedRows } from './closed-rows.ts'

interface ClosingOrder {
  confirm?: string | undefined
  reason?: string | undefined
  export_hash?: string | null | undefined
}

/**
 * Close a company for the provider: the record first, so that nobody of the company has access any longer; then the directory, which
 * ends reach, devices and keys. A close that broke off in between is finished by asking again, also under another operation.
 */
export async function closeFor(
  context: AccountContext,
  known: KnownCompany,
  { confirm, reason = '', export_hash = null }: ClosingOrder,
): Promise<void> {
  const { env, by, opId } = context
  const { uuid } = known
  const change = { type: 'company.close', uuid, confirm: confirm ?? null, reason } as const
  const outcome = await context.store(uuid).change(change, opId, {
    ...by,
    actor: { ...by.actor, via: 'provider' },
  })
  if (!outcome.ok && outcome.errors[0]?.code !== 'not_found') await unwrap(outcome)
  const names = await liveNamesOf(env.DIRECTORY, uuid)
  await noteClosing(context, known, { reason, export_hash })
  await closeCompany(env.DIRECTORY, uuid, new Date().toISOString())
  // Close what is open now: a token made before is good for minutes, that of a device for hours.
  if (names.length > 0) await liveBus(env, uuid).disconnect(...names)
}

/**
 * Keep the rows that the directory will forget, and note the closing with the provider, once: a close that broke off has noted it
 * already.
 */
async function noteClosing(
  context: AccountContext,
  { uuid: company, name }: KnownCompany,
  { reason, export_hash }: { reason: string; export_hash: string | null },
): Promise<void> {
  const { env, opId, by } = context
  const provider = await context.provider()
  const fields = { company_uuid: company, status: 'closed' }
  const query = { limit: '1' }
  const sight = { ...by.sight, kinds: [...by.sight.kinds, closing.kind] }
  const { total } = await unwrap(provider.list('closing', query, sight, { fields }))
  await keepClosedRows(env, company, total > 0)
  if (total > 0) return
  const counts = await countMembers(env.DIRECTORY, company)
  const uuid = derivedUuid(company, opId)
  const body = {
    ...authorOf(by.actor),
    ...fields,
    ...counts,
    name,
    reason,
    export_hash,
    erase_from: eraseFrom(new Date().toISOString()),
    ended: null,
    note: null,
  }
  await unwrap(provider.change({ type: 'record.create', kind: 'closing', uuid, body }, opId, by))
}
