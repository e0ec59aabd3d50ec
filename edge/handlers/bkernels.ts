import type { Reason } from '../../domain/reasons/reason.ts'
import type { CallInput } from '../../domain/call.ts'
import type { bkernelCalls, OfferedBkernel } from '../../domain/calls/bkernels.ts'
import { type Bkernel, bkernel } from '../../domain/entities/bkernel.ts'
import type { Device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import { can } from '../../domain/permissions.ts'
import { compareVersions } from '../../domain/rules/version.ts'
import { daysBetween, isOffered } from '../../domain/rules/bkernel.ts'
import type { AccountContext } from '../context.ts'
import { findCompanies, listCompanies } from '../directory/companies.ts'
import { findDevices } from '../directory/devices.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { createFormHandler, filterOf, formHandler, type Options } from './reads.ts'
import { createHandler, deleteHandler, editHandler } from './writes.ts'

const initial = { unsupported_from: null, file_hash: null, company_uuids: [], device_uuids: [] }

/** List the companies of the region: a person who may link versions serves them all. */
async function companies({ env }: AccountContext): Promise<Options> {
  const found = await listCompanies(env.DIRECTORY, {}, { limit: 500, offset: 0 })
  return {
    company_uuids: found.companies.map(({ uuid, name }) => ({ value: uuid, label: name })),
  }
}

const linkForm = formHandler(bkernel, companies)

export const bkernels: Handlers<typeof bkernelCalls> = {
  search: searchOffered,
  createForm: createFormHandler(() => ({})),
  create: createHandler(bkernel, () => initial),
  editForm: formHandler(bkernel, () => ({})),
  edit: editHandler(bkernel),
  linkForm,
  link: async (input, context) => {
    await checkLinks(input.body, context)
    return changeLinks(input, true, context)
  },
  unlinkForm: linkForm,
  unlink: (input, context) => changeLinks(input, false, context),
  delete: deleteHandler(bkernel),
}

type Links = CallInput<typeof bkernelCalls.link>

async function changeLinks(
  { params, body }: Links,
  linked: boolean,
  { provider, opId, by }: AccountContext,
): Promise<Bkernel> {
  const change = {
    type: 'bkernel.link',
    uuid: params.id,
    linked,
    company_uuids: body.company_uuids ?? [],
    device_uuids: body.device_uuids ?? [],
    reason: body.reason,
  } as const
  const store = await provider()
  return await unwrap(store.change(change, opId, by))
}

/** @throws Fault `invalid` naming the first that the region does not know. */
async function checkLinks(body: Links['body'], { env }: AccountContext): Promise<void> {
  const linked = body.company_uuids ?? []
  const companies = await findCompanies(env.DIRECTORY, linked)
  const missing = linked.findIndex((uuid) => !companies.has(uuid))
  if (missing >= 0) refuse(`company_uuids.${missing}`, 'company_unknown', 'No such company')
  const wanted = body.device_uuids ?? []
  const known = new Set((await findDevices(env.DIRECTORY, wanted)).map(({ uuid }) => uuid))
  const unknown = wanted.findIndex((uuid) => !known.has(uuid))
  if (unknown >= 0) refuse(`device_uuids.${unknown}`, 'device_unknown', 'No such device')
}

function refuse(field: string, reason: Reason, message: string): never {
  throw new Fault('invalid', message, { field, reason })
}

type Search = CallInput<typeof bkernelCalls.search>

/** List offered versions without the other companies they are linked to: only those who link them may see these. */
async function searchOffered({ query, body }: Search, context: AccountContext) {
  const { device_uuid, ...rest } = body ?? {}
  const device = device_uuid === undefined ? null : await findOwnDevice(device_uuid, context)
  const today = new Date().toISOString().slice(0, 10)
  const manages = can(context.by.permissions, 'bkernels.linkVersions')
  const store = await context.provider()
  const known = await unwrap(
    store.ask({ name: 'bkernels', filter: filterOf(rest) }, context.by.sight),
  )
  const reader = { company: context.company, device, manages, today }
  const offered = inOrder(
    known.filter((version) => isOffered(version, reader)),
    query.order,
  )
  const limit = Number(query.limit ?? 10)
  const start = (Number(query.page ?? 1) - 1) * limit
  return {
    data: offered.slice(start, start + limit).map((version): OfferedBkernel => ({
      ...version,
      ...(manages ? {} : { company_uuids: [], device_uuids: [] }),
      days_left:
        version.unsupported_from === null ? null : daysBetween(today, version.unsupported_from),
    })),
    pages: Math.max(1, Math.ceil(offered.length / limit)),
    total: offered.length,
  }
}

async function findOwnDevice(uuid: string, { own, by }: AccountContext): Promise<Device> {
  return await unwrap(own.get('device', uuid, by.sight))
}

/** Sort versions, the newest first by default. */
function inOrder(versions: Bkernel[], order: string | undefined): Bkernel[] {
  if (order === undefined) {
    return versions.toSorted((a, b) => compareVersions(b.version, a.version))
  }
  const [field, direction] = order.split(' ') as ['created_at' | 'updated_at' | 'name', string]
  const sign = direction === 'ASC' ? 1 : -1
  return versions.toSorted((a, b) => (a[field] < b[field] ? -sign : a[field] > b[field] ? sign : 0))
}
