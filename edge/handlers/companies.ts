import type { companyCalls } from '../../domain/calls/companies.ts'
import { type Company, company } from '../../domain/entities/company.ts'
import { eraseFrom } from '../../domain/entities/closing.ts'
import { Fault } from '../../domain/fault.ts'
import { can } from '../../domain/permissions.ts'
import { stateOfCompany } from '../../domain/actions/company.ts'
import { readBlob } from '../blobs.ts'
import { derivedUuid } from '../derived-uuid.ts'
import { keepClosedRows } from '../organisation/closed-rows.ts'
import { createCompany } from '../organisation/create-company.ts'
import type { AccountContext } from '../context.ts'
import {
  changeCompany,
  closeCompany,
  countMembers,
  findCompany,
  type KnownCompany,
  liveNamesOf,
  renameCompany,
} from '../directory/companies.ts'
import { listRecords } from '../organisation/list-companies.ts'
import { liveBus } from '../live/bus.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { actIn } from '../reach.ts'
import { sniffType } from '../sniff-type.ts'
import { authorOf } from '../store/operations.ts'
import { allowAction } from '../store/allow.ts'
import { mustHold, visitNeeded } from '../store/right.ts'
import { keepLogo } from '../organisation/keep-logo.ts'
import { createFormHandler, wordsOf } from './reads.ts'

interface Edit {
  base?: string | undefined
  reason?: string | undefined
}

const flags = () => ({
  certificates_enabled: wordsOf(['Y', 'N']) ?? [],
  developer: wordsOf(['Y', 'N']) ?? [],
  cfx96_enabled: wordsOf(['Y', 'N']) ?? [],
  four_eyes: wordsOf(['Y', 'N']) ?? [],
})

async function read({ own, company: uuid, by }: AccountContext): Promise<Company> {
  return await unwrap(own.get('company', uuid, by.sight))
}

/**
 * Edit the company's record, then the directory's copy: a repeat makes the two equal. A new name is written to the
 * directory first, which alone decides between two companies that want it at once, and is taken back where the record
 * refuses the change.
 */
async function edit(context: AccountContext, body: Edit): Promise<Company> {
  const { own, by, opId, env, company: uuid } = context
  const { base, reason, ...patch } = body as Edit & Partial<Company>
  const { name } = patch
  const before = name === undefined ? null : await takeName(context, name)
  const change = { type: 'record.edit', kind: 'company', uuid, patch, base, reason } as const
  const outcome = await own.change(change, opId, by)
  if (!outcome.ok && before !== null && before !== name) {
    await changeCompany(env.DIRECTORY, uuid, { name: before, updatedAt: new Date().toISOString() })
  }
  const record = await unwrap(outcome)
  await changeCompany(env.DIRECTORY, uuid, { name: record.name, updatedAt: record.updated_at })
  return record
}

/** Take a name in the directory, after asking again whether the person may change the company. */
async function takeName({ own, by, env, company }: AccountContext, name: string): Promise<string> {
  await unwrap(own.confirm(by))
  return renameCompany(env.DIRECTORY, company, name, new Date().toISOString())
}

/**
 * Act in the company that a change names: the present one, which is the own or is visited, or any as the provider's
 * administration. The people of a partner begin a visit, which tells the company why they came (decision 38).
 * @throws Fault `not_found` out of reach, `refused` without a visit.
 */
async function administer(context: AccountContext, uuid: string): Promise<AccountContext> {
  const there = await actIn(context, uuid)
  if (uuid === context.company || uuid === context.account.company_uuid) return there
  if (!can(there.by.permissions, 'companies.reach')) throw visitNeeded()
  mustHold('companies.reach', there.by)
  return there
}

export const companies: Handlers<typeof companyCalls> = {
  search: async ({ query, body }, context) => listRecords(context, query, body),
  createForm: createFormHandler(flags),
  create: async ({ body }, context) => createCompany(context, body),
  editForm: async ({ params }, context) => {
    const there = await actIn(context, params.id)
    const options = can(there.by.permissions, 'companies.reach') ? flags() : {}
    return { record: await read(there), options }
  },
  edit: async ({ params, body }, context) => edit(await administer(context, params.id), body),
  storeSize: async (_, { own }) => own.size(),
  editDetailsFormOf: async ({ params }, context) => ({
    record: await read(await actIn(context, params.id)),
    options: {},
  }),
  editDetailsOf: async ({ params, body }, context) =>
    edit(await administer(context, params.id), body),
  editDetailsForm: async (_, context) => ({ record: await read(context), options: {} }),
  editDetails: async ({ body }, context) => edit(context, body),
  logo: async (_, context) => {
    const { logo } = await read(context)
    if (!logo) throw new Fault('not_found', 'The company has no logo')
    const bytes = await readBlob(context.env, context.company, logo)
    return { bytes, type: sniffType(bytes) ?? 'application/octet-stream' }
  },
  uploadLogo: async ({ body }, context) => {
    const { own, by, opId, env, company: uuid } = context
    const logo = await keepLogo(env, uuid, body.file)
    const change = { type: 'company.logo', uuid, logo } as const
    const record = await unwrap(own.change(change, opId, by))
    await changeCompany(env.DIRECTORY, uuid, { updatedAt: record.updated_at })
    return record
  },
  delete: async ({ params, body }, context) => {
    await close(context, params.id, body ?? {})
    return {}
  },
}

interface ClosingOrder {
  confirm?: string | undefined
  reason?: string | undefined
  export_hash?: string | null | undefined
}

/**
 * Close the record first, so that nobody of the company has access any longer; then the directory, which ends reach,
 * devices and keys. A close that broke off in between is finished by asking again, also under another operation.
 */
async function close(
  context: AccountContext,
  uuid: string,
  { confirm, reason = '', export_hash = null }: ClosingOrder,
): Promise<void> {
  const { env, by, opId } = context
  const known = await findCompany(env.DIRECTORY, uuid)
  if (!known) throw new Fault('not_found', `No such ${company.kind}`)
  allowAction('company', 'delete', stateOfCompany(known), context.account.permissions)
  const change = { type: 'company.close', uuid, confirm: confirm ?? null, reason } as const
  const outcome = await context.store(uuid).change(change, opId, {
    ...by,
    actor: { ...by.actor, via: 'provider' },
  })
  if (!outcome.ok && outcome.errors[0]?.code !== 'not_found') await unwrap(outcome)
  const names = await liveNamesOf(env.DIRECTORY, uuid)
  await keepClosedRows(env, uuid)
  await noteClosing(context, known, { reason, export_hash })
  await closeCompany(env.DIRECTORY, uuid, new Date().toISOString())
  // A token made before is good for minutes: what is open closes now.
  context.later(async () => {
    for (const name of names) await liveBus(env, uuid).disconnect(name)
  })
}

/** Note the closing with the provider, once: a close that broke off has noted it already. */
async function noteClosing(
  context: AccountContext,
  { uuid: company, name }: KnownCompany,
  { reason, export_hash }: { reason: string; export_hash: string | null },
): Promise<void> {
  const { env, opId, by } = context
  const provider = await context.provider()
  const fields = { company_uuid: company, status: 'closed' }
  const query = { limit: '1' }
  const { total } = await unwrap(provider.list('closing', query, by.sight, { fields }))
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
