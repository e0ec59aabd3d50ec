import type { userCalls } from '../../domain/calls/users.ts'
import type { User } from '../../domain/entities/user.ts'
import { languages, user } from '../../domain/entities/user.ts'
import { Fault } from '../../domain/fault.ts'
import type { PersonAction } from '../../domain/rules/people.ts'
import { addPerson } from '../organisation/add-person.ts'
import type { AccountContext } from '../context.ts'
import { changeLoginEmail, retireLogin } from '../directory/directory.ts'
import { makeUuid } from '../make-uuid.ts'
import { voidPassword } from '../directory/sign-in.ts'
import { mailState, sendMail } from '../mail/send.ts'
import { migratePerson, reachableCompanies } from '../organisation/migrate-person.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { makeSecret } from '../secret.ts'
import { closeLive, endAllSessions } from '../session/end-sessions.ts'
import { switchTwoStepOffFor } from '../session/lost-phone.ts'
import { hashPassword } from '../session/password.ts'
import { emailMovedText } from '../session/mail-texts.ts'
import { startResetOf } from '../session/reset.ts'
import { swarmChoices } from '../organisation/swarm-choices.ts'
import { choicesOf, createFormHandler, formHandler, searchHandler, wordsOf } from './reads.ts'
import { getSettings, setSettings } from './settings.ts'
import { deleteHandler, editHandler } from './writes.ts'

const remove = deleteHandler(user)
const write = editHandler(user)

const membership = async (context: AccountContext) => ({
  profile_uuid: (await choicesOf('profile', context)) ?? [],
  swarms: await swarmChoices(context),
})

const newPerson = async (context: AccountContext) => ({
  ...(await membership(context)),
  /** What becomes of the invitation: `kept` where the deployment sends no mail. */
  mail: wordsOf([mailState(context.env)]),
})

const details = () => ({
  default_language: wordsOf(languages) ?? [],
  date_format: wordsOf(user.schema.entries.date_format.options) ?? [],
})

const nothing = () => ({})

export const users: Handlers<typeof userCalls> = {
  search: searchHandler(user),
  createForm: createFormHandler(newPerson),
  create: async ({ body }, context) => addPerson(context, body),
  editForm: formHandler(user, membership),
  edit: async (input, context) => {
    const { email, active } = input.body
    if (email !== undefined) return editEmail(input, email, context)
    const person = await write(input, context)
    // An inactive person is nobody from the next call on; their open pages close at once as well.
    if (active === 'N') await endAllSessions(context, context.company, person.uuid, 'administrator')
    return person
  },
  editDetailsForm: async (_, context) =>
    formHandler(user, details)({ params: { id: context.account.uuid } }, context),
  editDetails: async ({ body }, context) =>
    write({ params: { id: context.account.uuid }, body }, context),
  editDetailsFormOf: formHandler(user, details),
  editDetailsOf: write,
  migrateForm: formHandler(user, async (context) => ({
    company_uuid: await reachableCompanies(context),
  })),
  migrate: async ({ params, body }, context) => migratePerson(context, params.id, body),
  linkForm: formHandler(user, async (context) => ({
    swarms: await swarmChoices(context),
  })),
  link: async ({ params, body }, { own, by, opId }) => {
    const { swarms, reason } = body
    const change = {
      type: 'record.edit',
      kind: 'user',
      uuid: params.id,
      patch: { swarms },
      reason,
      action: 'user.linkSwarms',
    } as const
    return (await unwrap(own.change(change, opId, by))) as unknown as User
  },
  delete: async (input, context) => {
    await remove(input, context)
    await retireLogin(context.env.DIRECTORY, input.params.id)
    await endAllSessions(context, context.company, input.params.id, 'administrator')
    return {}
  },
  setReviewer: standing('set_reviewer'),
  unsetReviewerForm: formHandler(user, nothing),
  unsetReviewer: standing('unset_reviewer'),
  promoteToPartner: standing('promote_to_partner'),
  declassFromPartnerForm: formHandler(user, nothing),
  declassFromPartner: standing('declass_from_partner'),
  resetPassword: async ({ params }, context) => {
    const { own, by } = context
    // Whoever may not touch the person may not send them a link either.
    await unwrap(own.ask({ name: 'checkPerson', uuid: params.id, patch: {}, by }, by.sight))
    const mail = mailState(context.env)
    // By mail the link reaches the person alone; where none is sent somebody else hands it over.
    if (mail === 'kept') await noteSetting(context, params.id)
    await startResetOf(context, params.id)
    return { mail }
  },
  resetTwoStep: async ({ params, body }, context) => {
    await switchTwoStepOffFor(context, params.id, body.reason)
    return {}
  },
  confirm: async ({ params, body }, { own, by, opId }) => {
    const { reason, base } = body
    const change = { type: 'user.confirm', uuid: params.id, reason, base } as const
    return (await unwrap(own.change(change, opId, by))) as unknown as User
  },
  getSettings,
  setSettings,
}

/**
 * Written before it happens: what broke off in between waits for a confirmation too many, never for one too few. So it is
 * at each delivery: a link is sent again too, and what was noted the first time may have been confirmed since.
 */
async function noteSetting({ own, by }: AccountContext, uuid: string): Promise<void> {
  const change = { type: 'user.set', uuid, what: 'password', reason: '' } as const
  await unwrap(own.change(change, makeUuid(), by))
}

/** A flag of a person, by the table of states (domain/rules/people.ts). */
function standing(action: PersonAction) {
  return async (
    { params, body }: { params: { id: string }; body: { reason?: string | undefined } | undefined },
    context: AccountContext,
  ) => {
    const { own, by, opId } = context
    const change = {
      type: 'user.stand',
      uuid: params.id,
      action,
      reason: body?.reason ?? '',
    } as const
    const person = (await unwrap(own.change(change, opId, by))) as unknown as User
    // What they could reach has changed: open pages start afresh.
    closeLive(context, context.company, params.id)
    return person
  }
}

/**
 * An e-mail address is a way in: the rules are asked first, then the directory, which alone knows whether somebody has
 * it, then the record. The person is told at the old address (ASVS 6.3.7). Of an account that waits for a confirmation the
 * password ends as well: whoever had the address meanwhile may have chosen it, and the right one would be confirmed.
 */
async function editEmail(
  input: Parameters<typeof write>[0],
  email: string,
  context: AccountContext,
): Promise<User> {
  const { own, by } = context
  const { id } = input.params
  const {
    base: _base,
    reason: _reason,
    ...patch
  } = input.body as Partial<User> & {
    base?: string
    reason?: string
  }
  await unwrap(own.ask({ name: 'checkPerson', uuid: id, patch, by }, by.sight))
  const before = (await unwrap(own.get('user', id, by.sight))) as unknown as User
  if (before.email === email) return write(input, context)
  const hash = before.unconfirmed?.length
    ? await hashPassword(makeSecret(), context.account.uuid)
    : null
  return context.finish(() => moveAddress(input, email, { before, hash }, context))
}

/** @param given.hash of a password that nobody knows, where the one of before ends. */
async function moveAddress(
  input: Parameters<typeof write>[0],
  email: string,
  { before, hash }: { before: User; hash: string | null },
  context: AccountContext,
): Promise<User> {
  const { env, company } = context
  const { id } = input.params
  const { active } = input.body as Partial<User>
  await changeLoginEmail(env.DIRECTORY, id, email)
  try {
    const person = await write(input, context)
    // An order that comes once more changes nothing of the record, which may have another address by now.
    if (person.email !== email) {
      await changeLoginEmail(env.DIRECTORY, id, person.email)
      return person
    }
    if (hash !== null) {
      await voidPassword(env.DIRECTORY, id, hash)
      await endAllSessions(context, company, id, 'administrator')
      await context.store(company).endKeys(id, 'Address changed before it was confirmed')
    }
    if (active === 'N') await endAllSessions(context, company, id, 'administrator')
    await sendMail(env, company, { to: before.email, ...emailMovedText(before) })
    return person
  } catch (error) {
    if (error instanceof Fault) await changeLoginEmail(env.DIRECTORY, id, before.email)
    throw error
  }
}
