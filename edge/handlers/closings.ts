import type { CallInput } from '../../domain/call.ts'
import type { closingCalls } from '../../domain/calls/closings.ts'
import { type Closing, closing } from '../../domain/entities/closing.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { refuseErased, reopenCompany } from '../directory/closed-companies.ts'
import { checkCompanyName, findCompany } from '../directory/companies.ts'
import { sendMails } from '../mail/send.ts'
import type { Handlers } from '../mount.ts'
import { forgetClosedRows, hasClosedRows, putClosedRows } from '../organisation/closed-rows.ts'
import { eraseCompany } from '../organisation/erase-company.ts'
import { unwrap } from '../outcome.ts'
import { erasedText } from '../session/mail-texts.ts'
import { checkClosed } from '../store/closing-changes.ts'
import { getHandler, searchHandler } from './reads.ts'

/**
 * Open a company again: what the directory forgot of it while nobody can change that, then the directory, which alone knows whether
 * the name is free, then its record. Each step may be repeated, and rows that were put back are put back once: a key that was
 * revoked since does not return. Rows that are gone are said with the closing.
 */
async function reopen(
  { params, body }: CallInput<typeof closingCalls.reopen>,
  context: AccountContext,
): Promise<Closing> {
  const { env, by, opId } = context
  const { DIRECTORY } = env
  const found = checkClosed(await read(params.id, context))
  const { company_uuid: company, name } = found
  await unwrap(context.own.confirm(by))
  await refuseErased(DIRECTORY, company)
  if (!(await findCompany(DIRECTORY, company))) {
    await checkCompanyName(DIRECTORY, company, name)
    await putClosedRows(env, company)
  }
  await reopenCompany(DIRECTORY, company, name, new Date().toISOString())
  const { reason } = body
  const change = { type: 'company.reopen', uuid: company, reason } as const
  const provider = { ...by, actor: { ...by.actor, via: 'provider' as const } }
  const own = context.store(company)
  // Void all receipts: a device that was registered elsewhere meanwhile is still in this store.
  await unwrap(own.voidAllReceipts())
  await unwrap(own.change(change, opId, provider))
  // Carry devices that were on their way when it was closed, which the directory has again.
  await own.carryDevices()
  // Ask for decisions about its recipes, which were not sent to a closed company.
  await own.carryPublications('undecided')
  const lost = !(await hasClosedRows(env, company))
  const noted = { type: 'closing.reopen', uuid: found.uuid, reason, lost } as const
  const closing = await unwrap((await context.provider()).change(noted, opId, by))
  await forgetClosedRows(env, company)
  return closing
}

/**
 * Erase a closed company, after the time in which it may be opened again, for which another person has asked. Both are asked for
 * in the transaction that notes the second one, before anything goes.
 */
async function erase(
  { params, body }: CallInput<typeof closingCalls.erase>,
  context: AccountContext,
): Promise<Closing> {
  const { by, opId } = context
  const { id: uuid } = params
  const { confirm, reason } = body
  const found = checkClosed(await read(uuid, context))
  const provider = await context.provider()
  const agreed = { type: 'closing.confirm_erasure', uuid, confirm, reason } as const
  await unwrap(provider.change(agreed, derivedUuid(opId, 'confirm'), by))
  const { proof } = await eraseCompany(context, found.company_uuid, reason, (note) =>
    sendProof(found, note, context),
  )
  return unwrap(provider.change({ type: 'closing.erase', uuid, reason, note: proof }, opId, by))
}

async function read(uuid: string, context: AccountContext): Promise<Closing> {
  return unwrap((await context.provider()).get('closing', uuid, context.by.sight))
}

/** Send the signed note to the people who administered the company, each once; the mails are the provider's, whose rows stay. */
async function sendProof(
  { company_uuid: company, name }: Closing,
  note: string,
  { env, account, store, by }: AccountContext,
): Promise<void> {
  const people = await unwrap(store(company).ask({ name: 'administrators' }, by.sight))
  const mails = people.map((person) => ({
    ...erasedText(person, { company: name, note }),
    to: person.email,
    key: `erased:${company}:${person.uuid}`,
  }))
  await sendMails(env, account.company_uuid, mails)
}

export const closings: Handlers<typeof closingCalls> = {
  search: searchHandler(closing),
  get: getHandler(closing),
  reopen,
  askErasure: async ({ params, body }, context) => {
    const change = { type: 'closing.ask_erasure', uuid: params.id, ...body } as const
    return unwrap((await context.provider()).change(change, context.opId, context.by))
  },
  withdrawErasure: async ({ params, body }, context) => {
    const change = { type: 'closing.withdraw_erasure', uuid: params.id, ...body } as const
    return unwrap((await context.provider()).change(change, context.opId, context.by))
  },
  erase,
}
