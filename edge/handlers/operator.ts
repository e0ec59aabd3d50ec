import type { operatorCalls } from '../../domain/calls/operator.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import { Fault } from '../../domain/fault.ts'
import type { Kind } from '../../domain/registry.ts'
import type { Region } from '../../domain/regions.ts'
import type { CallContext, Store } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { findCompany, refuseSecondProvider } from '../directory/companies.ts'
import { addLogin, putDevice } from '../directory/directory.ts'
import { proveDomain } from '../directory/identity-providers.ts'
import { checkFounders } from '../organisation/check-founders.ts'
import { foundCompany, type NewCompany } from '../organisation/found-company.ts'
import { replaceKey } from '../organisation/replace-key.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { makeSecret, sha256Hex } from '../crypto/secret.ts'
import { signInOf } from '../directory/sign-in.ts'
import { closeDeviceLink } from '../live/tell-people.ts'
import { hashPassword } from '../session/password.ts'
import { checkPassword } from '../session/password-rule.ts'
import { inviteForOperator } from '../session/reset.ts'
import type { By } from '../store/by.ts'
import type { Change } from '../store/changes.ts'

const by: By = {
  actor: { uuid: '00000000-0000-0000-0000-000000000001', name: 'operator', via: 'operator' },
  sight: { kinds: [], swarms: [] },
  permissions: [],
  fourEyes: false,
}

type PutKind = Extract<Change, { type: 'put' }>['kind']

/** Make a record of a new company, once: asked again it stays as it is by then, whatever people have changed since. */
async function make(
  store: Store,
  kind: PutKind & Kind,
  uuid: string,
  body: Record<string, unknown>,
): Promise<void> {
  const change = { type: 'put', kind, uuid, body, once: true } as const
  await unwrap(store.change(change, `made:${uuid}`, by))
}

/** Write a record; the operation's id is its content's hash, so a repeat changes nothing. */
async function put(
  store: Store,
  kind: PutKind & Kind,
  uuid: string,
  body: Record<string, unknown>,
  initial: Record<string, unknown> = {},
): Promise<void> {
  const opId = `put:${sha256Hex(canonicalJson([kind, uuid, body])).slice(0, 40)}`
  await unwrap(store.change({ type: 'put', kind, uuid, body, initial }, opId, by))
}

export const operator: Handlers<typeof operatorCalls> = {
  createCompany: async ({ body }, context) => {
    const { DIRECTORY } = context.env
    checkPlace(body.company.data_region, context.env.REGION)
    for (const { password } of body.users) if (password !== undefined) checkPassword(password)
    if (body.company.isProvider === 'Y') await refuseSecondProvider(DIRECTORY, body.company.uuid)
    await checkFounders(DIRECTORY, body.users)
    const company = await asKnown(DIRECTORY, body.company)
    const store = context.store(company.uuid)
    await foundCompany(DIRECTORY, store, { ...body, company }, (kind, uuid, record) =>
      make(store, kind, uuid, record),
    )
    await Promise.all(body.users.map((user) => addUser(context, store, company.uuid, user)))
    const inviter = body.users.find(({ password }) => password !== undefined)?.name ?? company.name
    const links = body.users.map(async ({ uuid: user, password }) => {
      const login = password === undefined ? await signInOf(DIRECTORY, user) : null
      // Make no link for a person who has chosen a password: somebody else could choose another one with it.
      if (login?.password_chosen !== 0) return []
      const about = { inviter, company: company.name }
      return [{ user, link: await inviteForOperator(context, login, about) }]
    })
    return { created: true, invited: (await Promise.all(links)).flat() }
  },
  proveDomain: async ({ body }, { env }) => {
    const at = new Date().toISOString()
    if (await proveDomain(env.DIRECTORY, body.company_uuid, body.domain, { at })) return {}
    throw new Fault('refused', 'The company has not chosen this domain, or another one has it', {
      reason: 'domain_taken',
    })
  },
  createDevice: async ({ body }, { env, store }) => {
    const key = makeSecret()
    const { company_uuid, device } = body
    await checkCompany(env.DIRECTORY, company_uuid)
    const kept = { uuid: device.uuid, company_uuid, key_hash: sha256Hex(key) }
    await replaceKey(store(company_uuid), device.uuid, async () => {
      // Close the link of a device that was there, which has a new key now. Leave a new one, which has no earlier tokens and may connect in the
      // same second.
      const wasThere = await putDevice(env.DIRECTORY, kept)
      if (wasThere) await closeDeviceLink(env, company_uuid, device.uuid)
    })
    await put(store(company_uuid), 'device', device.uuid, device, {
      config: {},
      status: JSON.stringify({ serial: device.serial_no, srv_status: 0 }),
      connected: '0',
      busy: 'N',
      active: 'Y',
      analysis_uuid: null,
    })
    return { key }
  },
  putRecords: async ({ body }, { env, store }) => {
    await checkCompany(env.DIRECTORY, body.company_uuid)
    const own = store(body.company_uuid)
    for (const { kind, uuid, body: record } of body.records) await put(own, kind, uuid, record)
    return { created: body.records.length }
  },
}

async function checkCompany(directory: D1Database, uuid: string): Promise<void> {
  if (await findCompany(directory, uuid)) return
  throw new Fault('not_found', 'There is no such company', { field: 'company_uuid' })
}

/** Refuse a company of another region: only the deployment of its region may hold its data (decisions R13). */
function checkPlace(meant: Region, own: Region): void {
  if (meant === own) return
  throw new Fault('wrong_region', `This is the region ${own}`, {
    field: 'company.data_region',
    reason: 'wrong_region',
    params: { region: own },
  })
}

/** Return a company under the name and rank that it has by now: a run that goes on takes neither back. */
async function asKnown<Given extends NewCompany>(
  directory: D1Database,
  given: Given,
): Promise<Given> {
  const known = await findCompany(directory, given.uuid)
  if (!known) return given
  const isProvider = known.provider === 1 ? 'Y' : 'N'
  const isPartner = known.partner === 1 ? 'Y' : 'N'
  return { ...given, name: known.name, isProvider, isPartner }
}

type NewUser = Parameters<(typeof operator)['createCompany']>[0]['body']['users'][number]

async function addUser(
  { env }: CallContext,
  store: Store,
  company: string,
  user: NewUser,
): Promise<void> {
  const { password, profile, ...given } = user
  const { uuid, username, email } = given
  const password_hash = await hashPassword(password ?? makeSecret())
  await addLogin(env.DIRECTORY, {
    user_uuid: uuid,
    company_uuid: company,
    username,
    email,
    password_hash,
    password_chosen: password === undefined ? 0 : 1,
  })
  await make(store, 'user', uuid, { ...given, profile_uuid: derivedUuid(company, profile) })
}
