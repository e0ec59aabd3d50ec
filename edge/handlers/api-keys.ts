import { type ApiKeyEntry, apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { scimCalls } from '../../domain/calls/scim.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { ApiKey } from '../../domain/entities/api-key.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import {
  addKey,
  type KnownSecret,
  keyUses,
  removeKey,
  rotateSecret,
  secretOf,
} from '../directory/api-keys.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { sha256Hex } from '../crypto/secret.ts'
import { makeKey } from '../session/api-key.ts'
import { mustHold, refuseWithout } from '../store/right.ts'
import { proveSelf } from '../session/prove.ts'
import { warnHolder } from '../session/warn-holder.ts'
import { newUuid } from './writes.ts'

/** Calls of which somebody holds all permissions who makes a token for SCIM. */
const provisioning = [userCalls.search, userCalls.create, userCalls.edit, scimCalls.mapGroup]

export const apiKeys: Handlers<typeof apiKeyCalls> = {
  create: async ({ body }, context) => {
    const { password, code, use = null, service, ...wish } = body
    if (use === 'scim' && service !== undefined) throw notForScim()
    if (use === 'scim') for (const { needs } of provisioning) mustHold(needs, context.by)
    const { login } = await proveSelf(context, { password, code, codeToo: true })
    // Give a provider what its maker may give, by the addresses of SCIM and by no other.
    const given = use === 'scim' ? { ...wish, permissions: [...context.by.permissions] } : wish
    const uuid = newUuid(context)
    const { publicKey, secret, whole } = makeKey()
    const { company_uuid, uuid: maker } = context.account
    const user_uuid = service ?? maker
    const key = { uuid, user_uuid, company_uuid, secret_hash: sha256Hex(secret), use }
    if (!(await addKey(context.env.DIRECTORY, publicKey, key))) throw shownBefore()
    const record = await makeRecord(context, uuid, {
      ...given,
      user_uuid,
      public_key: publicKey,
      status: 'active',
    })
    context.later(() => warnHolder(context, login, 'key_created'))
    return { record: { ...record, ...unused, use }, key: whole }
  },
  rotate: async ({ params, body }, context) => {
    const { password, code, old_hours, expires_at } = body
    const { login } = await proveSelf(context, { password, code, codeToo: true })
    const old_until = new Date(Date.now() + old_hours * 3_600_000).toISOString()
    // Read the secret before the record is written: a rotation that is written after this one has replaced another.
    const seen = await secretOf(context.env.DIRECTORY, params.id)
    const record = await edit(context, params.id, 'api_key.rotate', { expires_at, old_until })
    const { secret, whole } = makeKey(record.public_key)
    await replaceSecret(context, record, { seen, secretHash: sha256Hex(secret) })
    context.later(() => warnHolder(context, login, 'key_created'))
    return { record: await withUses(context, record), key: whole }
  },
  endOld: async ({ params }, context) => {
    const patch = { old_until: new Date().toISOString() }
    return withUses(context, await edit(context, params.id, 'api_key.end_old', patch))
  },
  search: async (_, context) => {
    const services = await servicesOf(context)
    const whose = [context.account.uuid, ...services.map(({ uuid }) => uuid)]
    const lists = await Promise.all(whose.map((user) => listOf(context, user)))
    const data = lists.flatMap((list) => list.data)
    return { data, pages: 1, total: data.length }
  },
  services: async (_, context) => ({ services: await servicesOf(context) }),
  activate: async ({ params }, context) => setStatus(context, params.id, 'active'),
  deactivate: async ({ params }, context) => setStatus(context, params.id, 'inactive'),
  delete: async ({ params }, context) => {
    const { own, opId, by, env } = context
    const change = { type: 'record.delete', kind: 'api_key', uuid: params.id } as const
    await unwrap(own.change(change, opId, by))
    await removeKey(env.DIRECTORY, params.id)
    return {}
  },
  ofUser: async ({ params }, context) => {
    const { account, by, own } = context
    const isOwn = params.id === account.uuid
    refuseWithout((isOwn ? apiKeyCalls.search : userCalls.endKey).needs, by.permissions)
    await unwrap(own.get('user', params.id, by.sight))
    return listOf(context, params.id)
  },
}

function servicesOf({ own, by, account }: AccountContext) {
  return unwrap(own.ask({ name: 'servicesOf', owner: account.uuid }, by.sight))
}

function notForScim(): Fault {
  return new Fault('invalid', 'A token for SCIM is of a person', {
    field: 'service',
    reason: 'service_account',
  })
}

async function makeRecord(
  { own, opId, by, env }: AccountContext,
  uuid: string,
  body: Record<string, unknown>,
): Promise<ApiKey> {
  try {
    const change = { type: 'record.create', kind: 'api_key', uuid, body } as const
    return await unwrap(own.change(change, opId, by))
  } catch (error) {
    await removeKey(env.DIRECTORY, uuid)
    throw error
  }
}

/**
 * Put a new secret in place of the one that was seen before its record was written. Of several rotations at once the one whose record
 * was written last counts: it replaces what an earlier one has put there, and an earlier one that comes late is refused.
 */
async function replaceSecret(
  { env, own }: AccountContext,
  { uuid, user_uuid, old_until: oldUntil = '' }: ApiKey,
  given: { seen: KnownSecret | null; secretHash: string },
): Promise<void> {
  let { seen } = given
  while (seen && seen.old_until !== oldUntil) {
    const rotated = { seen: seen.secret_hash, secretHash: given.secretHash, oldUntil }
    // Try again only where another rotation has come between, which each of them does once.
    // oxlint-disable-next-line no-await-in-loop
    if (await rotateSecret(env.DIRECTORY, uuid, rotated)) return
    // oxlint-disable-next-line no-await-in-loop
    const now = (await own.apiKeys(user_uuid)).find((key) => key.uuid === uuid)
    if (now?.old_until !== oldUntil) {
      throw new Fault('stale', 'The key was changed meanwhile', { reason: 'changed_meanwhile' })
    }
    // oxlint-disable-next-line no-await-in-loop
    seen = await secretOf(env.DIRECTORY, uuid)
  }
  throw shownBefore()
}

async function setStatus(
  context: AccountContext,
  uuid: string,
  status: ApiKey['status'],
): Promise<ApiKeyEntry> {
  const action = status === 'active' ? 'api_key.activate' : 'api_key.deactivate'
  return withUses(context, await edit(context, uuid, action, { status }))
}

async function edit(
  { own, opId, by }: AccountContext,
  uuid: string,
  action: `api_key.${'activate' | 'deactivate' | 'end_old' | 'rotate'}`,
  patch: Partial<ApiKey>,
): Promise<ApiKey> {
  const change = { type: 'record.edit', kind: 'api_key', uuid, patch, action } as const
  return unwrap(own.change(change, opId, by))
}

async function withUses({ env }: AccountContext, record: ApiKey): Promise<ApiKeyEntry> {
  const uses = await keyUses(env.DIRECTORY, record.user_uuid)
  return { ...record, ...(uses.get(record.uuid) ?? unused) }
}

const unused = { last_used_at: null, old_used_at: null, use: null }

async function listOf({ own, env }: AccountContext, user: string) {
  const [keys, uses] = await Promise.all([own.apiKeys(user), keyUses(env.DIRECTORY, user)])
  const data = keys.map((key) => ({ ...key, ...(uses.get(key.uuid) ?? unused) }))
  return { data, pages: 1, total: data.length }
}

/** Explain a repeated delivery: the key was made, and its secret was in the answer that got lost. */
function shownBefore(): Fault {
  return new Fault('taken', 'This key was made and its secret shown. Delete it and make another', {
    reason: 'key_shown_before',
  })
}
