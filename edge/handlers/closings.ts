import type { CallInput } from '../../domain/call.ts'
import type { closingCalls } from '../../domain/calls/closings.ts'
import { type Closing, closing } from '../../domain/entities/closing.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { reopenCompany } from '../directory/companies.ts'
import { sendMails } from '../mail/send.ts'
import type { Handlers } from '../mount.ts'
import { putClosedRows } from '../organisation/closed-rows.ts'
import { eraseCompany } from '../organisation/erase-company.ts'
import { unwrap } from '../outcome.ts'
import { erasedText } from '../session/mail-texts.ts'
import { checkClosed } from '../store/closing-changes.ts'
import { getHandler, searchHandler } from './reads.ts'

/**
 * Open a company again: the directory first, which alone knows whether its name is free; then its record, devices and keys. Each
 * step may be repeated.
 */
async function reopen(
  { params, body }: CallInput<typeof closingCalls.reopen>,
  context: AccountContext,
): Promise<Closing> {
  const { env, by, opId } = context
  const found = checkClosed(await read(params.id, context))
  const { company_uuid: company, name } = found
  await unwrap(context.own.confirm(by))
  await reopenCompany(env.DIRECTORY, company, name, new Date().toISOString())
  const { reason } = body
  const change = { type: 'company.reopen', uuid: company, reason } as const
  const provider = { ...by, actor: { ...by.actor, via: 'provider' as const } }
  await unwrap(context.store(company).change(change, opId, provider))
  await putClosedRows(env, company)
  const noted = { type: 'closing.reopen', uuid: found.uuid, reason } as const
  return unwrap((await context.provider()).change(noted, opId, by))
}

/** Erase a closed company, after the time in which it may be opened again. */
async function erase(
  { params, body }: CallInput<typeof closingCalls.erase>,
  context: AccountContext,
): Promise<Closing> {
  const { by, opId } = context
  const found = checkClosed(await read(params.id, context))
  const { company_uuid: company, name, erase_from: from } = found
  if (body.confirm !== name) {
    throw new Fault('refused', 'Type the name of the company', {
      field: 'confirm',
      reason: 'closing_name',
    })
  }
  if (Date.now() < Date.parse(from)) {
    throw new Fault('refused', 'The company may still be opened again', {
      reason: 'closing_too_early',
      params: { from },
    })
  }
  await unwrap(context.own.confirm(by))
  const { reason } = body
  const { proof } = await eraseCompany(context, company, reason, (note) =>
    sendProof(found, note, context),
  )
  const noted = { type: 'closing.erase', uuid: found.uuid, reason, note: proof } as const
  return unwrap((await context.provider()).change(noted, opId, by))
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
  erase,
}
