import type { Call, CallInput } from '../../domain/call.ts'
import type { Why, whyCalls } from '../../domain/calls/why.ts'
import { contract } from '../../domain/contract.ts'
import { readFlags } from '../../domain/entities/context-attribute.ts'
import { Fault } from '../../domain/fault.ts'
import { defaultProfiles } from '../../domain/base-profiles.ts'
import {
  type Asker,
  can,
  type Capabilities,
  type Permission,
  refusePermission,
} from '../../domain/permissions.ts'
import { explainCall } from '../../domain/rules/access.ts'
import type { AccountContext } from '../context.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { readFlagAttributes } from '../product-flags.ts'

const rows = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, row]) => ({ name: `${group}.${name}`, row })),
)

export const why: Handlers<typeof whyCalls> = {
  why: async ({ query }, context) => {
    const { call, needs, refusal } = await answer(query, context)
    return {
      call,
      permission: needs,
      profile: context.account.profile,
      granted_by: needs === null ? [] : holdersOf(needs),
      held_by: needs === null ? [] : await profilesWith(needs, context),
      allowed: refusal.reason === null,
      ...refusal,
    }
  },
}

type Asked = CallInput<(typeof whyCalls)['why']>['query']
type Refusal = Pick<Why, 'reason' | 'capability' | 'support_contact'>

const none = { reason: null, capability: null, support_contact: null }

/** @throws Fault `invalid` unless exactly one thing is asked, `not_found` for a call that is not there. */
async function answer(query: Asked, context: AccountContext) {
  const { call, permission } = query
  if (call !== undefined && permission === undefined) {
    const { name, row } = findRow(call)
    return { call: name, needs: row.needs, refusal: await findRefusal(row, context) }
  }
  if (call === undefined && permission !== undefined) {
    return { call: null, needs: permission, refusal: await findLack(permission, context) }
  }
  throw new Fault('invalid', 'Ask for a call or for a permission', {
    field: 'query.call',
    reason: 'call_or_permission',
  })
}

async function findRefusal(row: Call, context: AccountContext): Promise<Refusal> {
  const { asker, support } = await askerOf(context)
  const refusal = explainCall(row, asker)
  if (refusal) return sayRefusal(refusal, support)
  return row.needs === null || can(context.by.permissions, row.needs)
    ? none
    : { ...none, reason: 'store_damaged' }
}

async function findLack(needed: Permission, context: AccountContext): Promise<Refusal> {
  if (can(context.by.permissions, needed)) return none
  const { asker, support } = await askerOf(context)
  const refusal = refusePermission(needed, asker)
  return refusal ? sayRefusal(refusal, support) : { ...none, reason: 'store_damaged' }
}

/** Ask the account's own company for the profiles that hold a permission, also while it acts in another. */
async function profilesWith(needed: Permission, context: AccountContext): Promise<string[]> {
  const home = context.store(context.account.company_uuid)
  return unwrap(home.ask({ name: 'profilesWith', permission: needed }, context.by.sight))
}

/** Read the facts by which the account's rights are decided; of a key its scope as far as the person holds it. */
async function askerOf(context: AccountContext): Promise<{ asker: Asker; support: string }> {
  const { account, company, own, store, by, key } = context
  const home = store(account.company_uuid)
  const grants = await unwrap(home.ask({ name: 'grants', user: account.uuid }, by.sight))
  const isAway = company !== account.company_uuid
  const there = isAway ? (await unwrap(own.describe())).capabilities : undefined
  const attributes = await readFlagAttributes(context)
  const flags = [
    ...(grants.account ? [readFlags(attributes, grants.account)] : []),
    ...(isAway
      ? [readFlags(attributes, { company_uuid: company, profile_uuid: '', base: '' })]
      : []),
  ]
  const asker = {
    granted: new Set(grants.granted),
    home: grants.capabilities ?? nothing,
    flags,
    ...(there && { there }),
    ...(key !== null && { scope: new Set<string>(account.permissions) }),
  }
  return { asker, support: grants.support }
}

const nothing: Capabilities = {
  canUseCfx96: false,
  certificates: false,
  developer: false,
  partner: false,
  provider: false,
}

function sayRefusal(
  refusal: NonNullable<ReturnType<typeof explainCall>>,
  support: string,
): Refusal {
  const isOurs = refusal.reason === 'capability' || refusal.reason === 'provider_only'
  return {
    reason: refusal.reason === 'not_by_key' ? 'api_key' : refusal.reason,
    capability: refusal.reason === 'capability' ? refusal.capability : null,
    support_contact: (isOurs && support) || null,
  }
}

function holdersOf(needed: Permission): string[] {
  return Object.entries(defaultProfiles)
    .filter(([, held]) => held.includes(needed))
    .map(([name]) => name)
}

/** Find a row by its name in the contract, or by method and path, with or without `/v3`. @throws Fault `not_found` */
function findRow(wanted: string): (typeof rows)[number] {
  const [first = '', path = ''] = wanted.split(' ')
  const found = rows.find(({ name, row }) =>
    path === '' ? name === first : fits(row, first.toUpperCase(), path.replace(/^\/v3\//, '/')),
  )
  if (found) return found
  throw new Fault('not_found', 'No such call', { field: 'query.call' })
}

function fits(row: Call, method: string, path: string): boolean {
  if (method !== row.method && !(row.alsoGet && method === 'GET')) return false
  const wanted = path.split('?')[0]?.split('/') ?? []
  const parts = row.path.split('/')
  return (
    parts.length === wanted.length &&
    parts.every((part, index) => part.startsWith(':') || part === wanted[index])
  )
}
