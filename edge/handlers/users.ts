import type { userCalls } from '../../domain/calls/users.ts'
import type { User } from '../../domain/entities/user.ts'
import { languageCodes } from '../../domain/catalog/languages.ts'
import { user } from '../../domain/entities/user.ts'
import { Fault } from '../../domain/fault.ts'
import type { PersonAction } from '../../domain/actions/person.ts'
import { addPerson, addService } from '../organisation/add-person.ts'
import type { AccountContext } from '../context.ts'
import { changeLoginEmail, retireLogin } from '../directory/directory.ts'
import { endBreakGlass, isBreakGlass } from '../directory/identity-providers.ts'
import { voidPassword } from '../directory/sign-in.ts'
import { checkPeople, invitePeople } from '../organisation/invite-people.ts'
import { confirmPerson, endWhatItOpened } from '../organisation/confirm-person.ts'
import { mailState, sendMail } from '../mail/send.ts'
import { takeName } from '../organisation/take-name.ts'
import { companyChoices } from '../organisation/list-companies.ts'
import { migratePerson } from '../organisation/migrate-person.ts'
import type { Handlers } from '../mount.ts'
import { followAddress } from '../directory/follow-record.ts'
import { unwrap } from '../outcome.ts'
import { makeSecret } from '../crypto/secret.ts'
import { closeLive, endAllSessions } from '../session/end-sessions.ts'
import { switchTwoStepOffFor } from '../session/lost-phone.ts'
import { hashPassword } from '../session/password.ts'
import { emailMovedText } from '../session/mail-texts.ts'
import { readFlagAttributes } from '../product-flags.ts'
import { proveSelf } from '../session/prove.ts'
import { noteHandedOver, startResetOf } from '../session/reset.ts'
import { swarmChoices } from '../organisation/swarm-choices.ts'
import { choicesOf, createFormHandler, formHandler, sortedSearchHandler, wordsOf } from './reads.ts'
import { refuseService } from '../store/rules/user.ts'
import { signInOf } from '../directory/sign-in.ts'
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
  /** Delivery of the invitation: `kept` where the deployment sends no mail. */
  mail: wordsOf([mailState(context.env)]),
})

const details = () => ({
  default_language: wordsOf(languageCodes) ?? [],
  date_format: wordsOf(user.schema.entries.date_format.options) ?? [],
})

const nothing = () => ({})

export const users: Handlers<typeof userCalls> = {
  search: sortedSearchHandler(user),
  createForm: createFormHandler(newPerson),
  create: async ({ body }, context) => addPerson(context, body),
  createService: async ({ body }, context) => addService(context, body),
  checkMany: async ({ body }, context) => {
    await checkPeople(context, body.people)
    return { people: body.people.length }
  },
  inviteMany: async ({ body }, context) => context.finish(() => invitePeople(context, body.people)),
  editForm: formHandler(user, membership),
  edit: async ({ params, body }, context) => {
    const { password, code, ...given } = body
    const input = { params, body: given }
    const { email, active } = given
    if (active === 'N') await refuseBreakGlass(params.id, context)
    const person =
      email === undefined
        ? await writePerson(input, context)
        : await editEmail(input, { email, password, code }, context)
    // Close the open pages of an inactive person at once, who is nobody from the next call on.
    if (active === 'N') {
      await endAllSessions(context, context.company, person.uuid, 'administrator')
      await endBreakGlass(context.env.DIRECTORY, { company: context.company, user: person.uuid })
    }
    return person
  },
  editDetailsForm: async (_, context) =>
    formHandler(user, details)({ params: { id: context.account.uuid } }, context),
  editDetails: async ({ body }, context) =>
    write({ params: { id: context.account.uuid }, body }, context),
  editDetailsFormOf: formHandler(user, details),
  editDetailsOf: write,
  migrateForm: formHandler(user, async (context) => ({
    company_uuid: await companyChoices(context),
  })),
  migrate: async ({ params, body }, context) => {
    await refuseBreakGlass(params.id, context)
    const moved = await migratePerson(context, params.id, body)
    await endBreakGlass(context.env.DIRECTORY, { company: context.company, user: params.id })
    return moved
  },
  linkForm: formHandler(user, async (context) => ({
    swarms: await swarmChoices(context),
  })),
  link: async ({ params, body }, { own, by, opId }) => {
    const { swarms, base, reason } = body
    const change = {
      type: 'record.edit',
      kind: 'user',
      uuid: params.id,
      patch: { swarms },
      base,
      reason,
      action: 'user.linkSwarms',
    } as const
    return await unwrap(own.change(change, opId, by))
  },
  delete: async (input, context) => {
    await refuseBreakGlass(input.params.id, context)
    await remove(input, context)
    const { env, company } = context
    const user = input.params.id
    await retireLogin(env.DIRECTORY, { user, company })
    await endBreakGlass(env.DIRECTORY, { user, company })
    await endAllSessions(context, company, user, 'administrator')
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
    // Refuse a link too when the account may not edit the person.
    await unwrap(own.ask({ name: 'checkPerson', uuid: params.id, patch: {}, by }, by.sight))
    refuseService(await unwrap(own.get('user', params.id, by.sight)))
    const mail = mailState(context.env)
    // Note that somebody else hands the link over where no mail is sent, by which it would reach the person alone.
    if (mail === 'kept') await noteHandedOver(context, params.id)
    await startResetOf(context, params.id)
    return { mail }
  },
  resetTwoStep: async ({ params, body }, context) => {
    refuseService(await unwrap(context.own.get('user', params.id, context.by.sight)))
    await switchTwoStepOffFor(context, params.id, body.reason)
    return {}
  },
  access: async ({ params, query }, context) => {
    const { own, by } = context
    const { analysis, at } = query
    const attributes = at === undefined ? [...(await readFlagAttributes(context))] : []
    const asked = { name: 'accessOf', user: params.id, analysis, at } as const
    return unwrap(own.ask({ ...asked, attributes }, by.sight))
  },
  signIns: async ({ params }, { own, by, env }) => {
    await unwrap(own.get('user', params.id, by.sight))
    const [{ list, signIn }, login] = await Promise.all([
      own.sessions(params.id, ''),
      signInOf(env.DIRECTORY, params.id),
    ])
    const seen = [...list.map(({ seen_at }) => seen_at), signIn?.signed_in_at ?? '']
    return {
      seen_at: seen.toSorted().at(-1) || null,
      failed: signIn?.failed ?? 0,
      two_step: Boolean(login?.sealed_secret),
      invited: login?.password_chosen === 0,
      sessions: list.map(({ current: _current, ...session }) => session),
    }
  },
  endSessions: async ({ params, body }, context) => {
    const { own, by, opId, company } = context
    const { session, reason = '' } = body
    // Write the entry of the trail first: there the right is asked for again.
    await unwrap(own.change({ type: 'sign_in.stop', uuid: params.id, reason }, opId, by))
    const which = session === undefined ? 'all' : { uuid: session }
    return { ended: await endAllSessions(context, company, params.id, 'administrator', which) }
  },
  endKey: async ({ params, body }, { own, by, opId }) => {
    const { key: uuid, reason = '' } = body
    await unwrap(own.change({ type: 'api_key.stop', uuid, user: params.id, reason }, opId, by))
    return {}
  },
  confirm: async ({ params, body }, context) => confirmPerson(context, params.id, body),
  getSettings,
  setSettings,
}

/** Write a person; end the API keys of one whose access is switched off. */
async function writePerson(input: Parameters<typeof write>[0], context: AccountContext) {
  if ((input.body as Partial<User>).active === 'N') await endKeysOf(input, context)
  return write(input, context)
}

/**
 * End the API keys of somebody whose access is switched off, so that they do not hold again when it is switched on. The rules
 * are asked first: what they refuse ends no key.
 */
async function endKeysOf(
  { params, body }: Parameters<typeof write>[0],
  { own, by, opId }: AccountContext,
): Promise<void> {
  const { id: uuid } = params
  const { base, reason, ...patch } = body as Partial<User> & { base?: string; reason?: string }
  await unwrap(own.ask({ name: 'checkPerson', uuid, patch, base, opId, by }, by.sight))
  await unwrap(own.endKeys(uuid, reason || 'Access switched off', by.actor))
}

/** Make the handler that sets a flag of a person, by the table of states (domain/actions/person.ts). */
function standing(action: PersonAction) {
  return async (
    {
      params,
      body,
    }: {
      params: { id: string }
      body: { reason?: string | undefined; base?: string | undefined } | undefined
    },
    context: AccountContext,
  ) => {
    const { own, by, opId } = context
    const change = {
      type: 'user.stand',
      uuid: params.id,
      action,
      reason: body?.reason ?? '',
      base: body?.base,
    } as const
    const person = await unwrap(own.change(change, opId, by))
    // Restart open pages, since the person's access has changed.
    closeLive(context, context.company, params.id)
    return person
  }
}

/**
 * Change an e-mail address, which is a way to sign in: ask the rules first, then the directory, which alone knows
 * whether the address is taken, then write the record. A mail to the old address informs the person (ASVS 6.3.7). If
 * the account waits for a confirmation, its password ends as well: the owner of the previous address may have chosen
 * it, and would keep it after the confirmation.
 */
async function editEmail(
  input: Parameters<typeof write>[0],
  given: { email: string; password?: string | undefined; code?: string | undefined },
  context: AccountContext,
): Promise<User> {
  const { email } = given
  const { own, by, opId, company } = context
  const { id } = input.params
  const {
    base,
    reason: _reason,
    ...patch
  } = input.body as Partial<User> & {
    base?: string
    reason?: string
  }
  // Compare with the version that was seen, before the directory and keys are touched.
  await unwrap(own.ask({ name: 'checkPerson', uuid: id, patch, base, opId, by }, by.sight))
  const before = await unwrap(own.get('user', id, by.sight))
  refuseService(before, 'email')
  if (before.email === email) {
    // Write it also where an earlier change broke off between directory and record.
    await takeName(context, () =>
      changeLoginEmail(context.env.DIRECTORY, { user: id, company }, email),
    )
    return writeFollowed(id, context, () => writePerson(input, context))
  }
  if (id === context.account.uuid) await proveForOwnAddress(given, context)
  const hash = before.unconfirmed?.length
    ? await hashPassword(makeSecret(), context.account.uuid)
    : null
  return context.finish(() => moveAddress(input, email, { before, hash }, context))
}

/**
 * Ask for password and code before one's own address changes: with an open session alone, a thief could have a link
 * sent to a new address, set a password, and sign. A change by an API key counts as made by another person instead
 * (rules/confirm.ts).
 * @throws Fault `invalid` without a password; `wrong_credentials`.
 */
async function proveForOwnAddress(
  { password, code }: { password?: string | undefined; code?: string | undefined },
  context: AccountContext,
): Promise<void> {
  if (context.by.actor.key !== undefined) return
  if (password === undefined) {
    throw new Fault('invalid', 'Your own address is changed with your password', {
      field: 'password',
      reason: 'required',
    })
  }
  await proveSelf(context, { password, code, codeToo: true })
}

/** @param given.hash of a password that nobody knows, where the previous one ends. */
async function moveAddress(
  input: Parameters<typeof write>[0],
  email: string,
  { before, hash }: { before: User; hash: string | null },
  context: AccountContext,
): Promise<User> {
  const { env, company } = context
  const { id } = input.params
  const { active } = input.body as Partial<User>
  await takeName(context, () => changeLoginEmail(env.DIRECTORY, { user: id, company }, email))
  return writeFollowed(id, context, async () => {
    // Do this first, so that a damaged store refuses before anything is set.
    if (hash !== null || active === 'N') {
      const ended =
        hash === null ? 'Access switched off' : 'Address changed before it was confirmed'
      await unwrap(context.store(company).endKeys(id, ended, context.by.actor))
    }
    const person = await write(input, context)
    // Leave the record as it is when an order comes once more: it may have another address by now.
    if (person.email !== email) return person
    if (hash !== null) {
      await voidPassword(env.DIRECTORY, id, hash)
      await endWhatItOpened(context, id, 'Address changed before it was confirmed')
    }
    await sendMail(env, company, { to: before.email, ...emailMovedText(before) })
    return person
  })
}

/** Write a person whose address the directory has by now, and set it to that of the record afterwards, also where it is refused. */
async function writeFollowed<Done>(
  id: string,
  context: AccountContext,
  work: () => Promise<Done>,
): Promise<Done> {
  const { env, own, by, company } = context
  const follow = () =>
    followAddress(env.DIRECTORY, { user: id, company }, async () => {
      const known = await own.get('user', id, by.sight)
      return known.ok ? known.value.email : null
    })
  try {
    const done = await work()
    await follow()
    return done
  } catch (error) {
    if (error instanceof Fault) await follow()
    throw error
  }
}

/**
 * Refuse that the only person who signs in with a password goes while the identity provider alone signs in: nobody would come in
 * any more where it does not answer (decision 44).
 * @throws Fault `refused`
 */
async function refuseBreakGlass(id: string, { env, company }: AccountContext): Promise<void> {
  if (!(await isBreakGlass(env.DIRECTORY, { company, user: id }))) return
  throw new Fault('refused', 'This account alone signs in with a password', {
    field: 'id',
    reason: 'break_glass',
  })
}
