import type { companyCalls } from '../../domain/calls/companies.ts'
import { type Company, company } from '../../domain/entities/company.ts'
import { Fault } from '../../domain/fault.ts'
import { can } from '../../domain/permissions.ts'
import { stateOfCompany } from '../../domain/actions/company.ts'
import { reachNeeds } from '../../domain/rules/reach.ts'
import { readBlob } from '../files/blobs.ts'
import { closeFor } from '../organisation/close-company.ts'
import { createCompany } from '../organisation/create-company.ts'
import type { AccountContext } from '../context.ts'
import { changeCompany, findCompany, renameCompany } from '../directory/companies.ts'
import { listRecords } from '../organisation/list-companies.ts'
import type { Handlers } from '../mount.ts'
import { type Outcome, unwrap } from '../outcome.ts'
import { actIn } from '../reach.ts'
import { sniffType } from '../files/sniff-type.ts'
import { allowAction } from '../store/allow.ts'
import { mustHold, visitNeeded } from '../store/right.ts'
import { keepLogo } from '../organisation/keep-logo.ts'
import { followRecord } from '../directory/follow-record.ts'
import { outsideView } from '../organisation/outside-view.ts'
import { companyFigures } from './fleet-lists.ts'
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

async function read(context: AccountContext): Promise<Company> {
  const { own, company: uuid, by } = context
  return await unwrap(own.get('company', uuid, by.sight))
}

/**
 * Edit the record of the company that `there` acts in, then the directory's copy: a repeat makes the two equal. A new name is written to the
 * directory first, which alone decides between two companies that want it at once, and is taken back where the record
 * refuses the change.
 */
async function edit(
  context: AccountContext,
  { company: uuid, own, by, opId, env }: AccountContext,
  body: Edit,
): Promise<Company> {
  const { base, reason, ...patch } = body as Edit & Partial<Company>
  const { name } = patch
  const before = name === undefined ? null : await takeName({ own, by, env, company: uuid }, name)
  const change = { type: 'record.edit', kind: 'company', uuid, patch, base, reason } as const
  const outcome = await own.change(change, opId, by)
  // Copy the record's own name, which somebody else may have changed meanwhile.
  if (outcome.ok || (before !== null && before !== name)) {
    await followRecord(
      async () => await unwrap(own.get('company', uuid, by.sight)),
      (known) =>
        changeCompany(env.DIRECTORY, uuid, { name: known.name, updatedAt: known.updated_at }),
    )
  }
  const record = await unwrap(outcome.ok ? outcome : outsideErrors(context, outcome))
  return outsideView(context, record)
}

/** Show the record of others in the refusal of a stale edit as it is shown everywhere. */
function outsideErrors(
  context: AccountContext,
  outcome: Extract<Outcome<Company>, { ok: false }>,
): typeof outcome {
  const errors = outcome.errors.map(({ versions, ...error }) => {
    if (!versions) return error
    return {
      ...error,
      versions: { ...versions, theirs: outsideView(context, versions.theirs as Company) },
    }
  })
  return { ...outcome, errors }
}

/** Take a name in the directory, after asking again whether the person may change the company. */
async function takeName(
  { own, by, env, company }: Pick<AccountContext, 'own' | 'by' | 'env' | 'company'>,
  name: string,
): Promise<string> {
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
  if (!can(there.by.permissions, reachNeeds)) throw visitNeeded()
  mustHold(reachNeeds, there.by)
  return there
}

export const companies: Handlers<typeof companyCalls> = {
  search: async ({ query, body }, context) => listRecords(context, query, body),
  ...companyFigures,
  createForm: createFormHandler(flags),
  create: async ({ body }, context) => createCompany(context, body),
  editForm: async ({ params }, context) => {
    const there = await actIn(context, params.id)
    const options = can(there.by.permissions, reachNeeds) ? flags() : {}
    return { record: outsideView(context, await read(there)), options }
  },
  edit: async ({ params, body }, context) =>
    edit(context, await administer(context, params.id), body),
  storeSize: async (_, { own }) => own.size(),
  editDetailsFormOf: async ({ params }, context) => ({
    record: outsideView(context, await read(await actIn(context, params.id))),
    options: {},
  }),
  editDetailsOf: async ({ params, body }, context) =>
    edit(context, await administer(context, params.id), body),
  editDetailsForm: async (_, context) => ({
    record: outsideView(context, await read(context)),
    options: {},
  }),
  editDetails: async ({ body }, context) => edit(context, context, body),
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
    const known = await findCompany(context.env.DIRECTORY, params.id)
    if (!known) throw new Fault('not_found', `No such ${company.kind}`)
    allowAction('company', 'delete', stateOfCompany(known), context.account.permissions)
    await closeFor(context, known, body ?? {})
    return {}
  },
}
