import type {
  AccessRules,
  CountedProfile,
  permissionCalls,
  profileCalls,
} from '../../domain/calls/profiles.ts'
import type { SearchBody } from '../../domain/calls/record-rows.ts'
import type { PageQuery } from '../../domain/calls/shapes.ts'
import { type Profile, profile } from '../../domain/entities/profile.ts'
import { contract } from '../../domain/contract.ts'
import { defaultProfiles } from '../../domain/base-profiles.ts'
import { permissions, providerOnly } from '../../domain/permissions.ts'
import { cutName } from '../../domain/rules/plain-text.ts'
import type { AuditAction } from '../../domain/trail/actions.ts'
import type { AccountContext } from '../context.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { createFormHandler, getHandler, searchHandler, wordsOf } from './reads.ts'
import { deleteHandler, newUuid } from './writes.ts'

const find = getHandler(profile)
const list = searchHandler(profile)
const bases = Object.keys(defaultProfiles)

async function searchCounted(
  input: { query: PageQuery; body?: SearchBody },
  context: AccountContext,
) {
  const page = await list(input, context)
  const counts = await countsOf(page.data, context)
  return { ...page, data: page.data.map((one) => counted(one, counts)) }
}

async function findCounted(
  input: { params: { id: string } },
  context: AccountContext,
): Promise<CountedProfile> {
  const found = await find(input, context)
  return counted(found, await countsOf([found], context))
}

function countsOf(
  found: readonly Profile[],
  { own, by }: AccountContext,
): Promise<Record<string, number>> {
  const profiles = found.map(({ uuid }) => uuid)
  return unwrap(own.ask({ name: 'profileCounts', profiles }, by.sight))
}

function counted(record: Profile, counts: Record<string, number>): CountedProfile {
  return { ...record, users_count: counts[record.uuid] ?? 0 }
}

/** Keep those permissions that a company may hold at all; the rules look at each that is left. */
async function possible(names: readonly string[], { own }: AccountContext): Promise<string[]> {
  const { capabilities } = await unwrap(own.describe())
  const closed: readonly string[] = capabilities.provider ? [] : providerOnly
  return names.filter((name) => !closed.includes(name))
}

async function make(
  context: AccountContext,
  uuid: string,
  body: Omit<Profile, 'uuid' | 'created_at' | 'updated_at'>,
) {
  const change = { type: 'record.create', kind: 'profile', uuid, body } as const
  return await unwrap(context.own.change(change, context.opId, context.by))
}

async function edit(
  context: AccountContext,
  uuid: string,
  given: { patch: Partial<Profile>; seen: string | undefined; reason: string; action: AuditAction },
): Promise<Profile> {
  const { patch, seen: base, reason, action } = given
  const change = {
    type: 'record.edit',
    kind: 'profile',
    uuid,
    patch,
    base,
    reason,
    action,
  } as const
  return await unwrap(context.own.change(change, context.opId, context.by))
}

export const profiles: Handlers<typeof profileCalls> = {
  search: searchCounted,
  list: searchCounted,
  createForm: createFormHandler(() => ({
    base: wordsOf(bases) ?? [],
    permissions: wordsOf(permissions) ?? [],
  })),
  create: async ({ body }, context) => {
    const { uuid = newUuid(context), name, base } = body
    const granted = body.permissions ?? (await possible(defaultProfiles[base], context))
    return make(context, uuid, { name, base, permissions: [...new Set(granted)] })
  },
  editForm: async (input, context) => ({
    record: await findCounted(input, context),
    options: {},
  }),
  edit: async ({ params, body }, context) => {
    const { name, seen, reason } = body
    return edit(context, params.id, { patch: { name }, seen, reason, action: 'profile.edit' })
  },
  clone: async ({ params, body }, context) => {
    const { name, base, permissions: held } = await find({ params }, context)
    return make(context, newUuid(context), {
      name: body?.name ?? `${cutName(name, 113)} (copy)`,
      base,
      permissions: await possible(held, context),
    })
  },
  delete: deleteHandler(profile),
}

export const permissionMatrix: Handlers<typeof permissionCalls> = {
  editForm: async ({ params }, context) => {
    const { own, by } = context
    const record = await findCounted({ params }, context)
    return {
      record,
      matrix: await unwrap(own.ask({ name: 'profileMatrix', uuid: params.id, by }, by.sight)),
    }
  },
  edit: async ({ params, body }, context) => {
    const { seen, reason } = body
    const patch = { permissions: [...new Set<string>(body.permissions)] }
    return edit(context, params.id, { patch, seen, reason, action: 'profile.permissions' })
  },
  preview: async ({ params, body }, { own, by }) => {
    const wanted = [...new Set<string>(body.permissions)]
    const effect = await unwrap(
      own.ask({ name: 'profileEffect', uuid: params.id, permissions: wanted, by }, by.sight),
    )
    return { ...effect, opened: callsWith(effect.gained), closed: callsWith(effect.lost) }
  },
  uses: async ({ params, query }, { own, by }) => {
    const now = new Date().toISOString()
    const asked = { name: 'permissionUses', uuid: params.id, user: query.user, now } as const
    return unwrap(own.ask(asked, by.sight))
  },
  rules: async (_, context) => readRules(context),
  setRules: async ({ body }, context) => {
    const { own, by, opId } = context
    const { uuid } = await unwrap(own.ask({ name: 'accessRules' }, by.sight))
    const { rules, seen: base, reason } = body
    const change = {
      type: 'record.edit',
      kind: 'company',
      uuid,
      patch: { access_rules: rules },
      base,
      reason,
      action: 'company.access_rules',
    } as const
    await unwrap(own.change(change, opId, by))
    return readRules(context)
  },
}

async function readRules({ own, by }: AccountContext): Promise<AccessRules> {
  const { rules, updated_at } = await unwrap(own.ask({ name: 'accessRules' }, by.sight))
  return { rules, updated_at }
}

/** List the calls of the contract that need one of these permissions. */
function callsWith(names: readonly string[]): string[] {
  return Object.entries(contract).flatMap(([group, rows]) =>
    Object.entries(rows)
      .filter(([, { needs }]) => needs !== null && names.includes(needs))
      .map(([name]) => `${group}.${name}`),
  )
}
