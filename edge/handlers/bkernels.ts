import { canonicalJson } from '../../domain/canonical.ts'
import type { Reason } from '../../domain/reasons/reason.ts'
import type { CallInput } from '../../domain/call.ts'
import { bkernelCalls, type OfferedBkernel } from '../../domain/calls/bkernels.ts'
import { type Bkernel, bkernel, imageBytes } from '../../domain/entities/bkernel.ts'
import type { Device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import { can } from '../../domain/permissions.ts'
import { findInstallDays } from '../../domain/rules/self-install.ts'
import { compareVersions } from '../../domain/rules/version.ts'
import { daysBetween, isOffered } from '../../domain/rules/bkernel.ts'
import type { AccountContext } from '../context.ts'
import { keepBlob, readBlob } from '../files/blobs.ts'
import { findCompanies, findProvider, listCompanies } from '../directory/companies.ts'
import { findDevices } from '../directory/devices.ts'
import { fleetIndex } from '../fleet/open-index.ts'
import type { Handlers } from '../mount.ts'
import { listReleaseFiles, publishReleases, signsReleases } from '../files/release-files.ts'
import { packFiles } from '../files/pack-files.ts'
import { targetPath } from '../../releases/targets.ts'
import { pageOf } from '../organisation/list-companies.ts'
import { unwrap } from '../outcome.ts'
import { fleetLists } from './fleet-lists.ts'
import { rehearsals } from './rehearsal.ts'
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

/** Name the devices that are linked, as far as the index of the fleet knows them: the others keep their ids. */
async function linkedDevices(
  uuids: readonly string[],
  { env }: AccountContext,
): Promise<Options[string]> {
  const known = await findDevices(env.DIRECTORY, uuids)
  const holders = [...new Set(known.map(({ company_uuid }) => company_uuid))]
  const found = await fleetIndex(env).named(holders, uuids)
  return found.map(({ uuid, name, serial_no }) => {
    return { value: uuid, label: `${name} · ${serial_no}` }
  })
}

const linkForm = formHandler(bkernel, async (context, { device_uuids }) => ({
  ...(await companies(context)),
  device_uuids: await linkedDevices(device_uuids, context),
}))

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
  image: keepImage,
  stick: async ({ params }, { env, provider, by }) => {
    const store = await provider()
    const version = await unwrap(store.get('bkernel', params.id, by.sight))
    const { file_hash } = version
    const owner = await findProvider(env.DIRECTORY)
    const image = file_hash && owner ? await readBlob(env, owner.uuid, file_hash) : null
    if (!image || !file_hash) {
      throw new Fault('refused', 'There is no image of this version', {
        reason: 'version_without_hash',
      })
    }
    const files = await listReleaseFiles(env)
    const bytes = packFiles(
      new Map([...files, [`targets/${targetPath({ ...version, file_hash })}`, image]]),
    )
    return { bytes, type: 'application/zip', name: `bkernel-${version.version}-stick.zip` }
  },
  plan: async ({ params, body }, context) => {
    const { reason, ...plan } = body
    const { company_uuids, except_company_uuids, except_device_uuids } = plan
    await checkLinks({ company_uuids }, context)
    const except = { company_uuids: except_company_uuids, device_uuids: except_device_uuids }
    await checkLinks(except, context, 'except_')
    const change = { type: 'bkernel.plan', uuid: params.id, plan, reason } as const
    const store = await context.provider()
    return await unwrap(store.change(change, context.opId, context.by))
  },
  rollout: async ({ params, body }, { provider, opId, by }) => {
    const change = { type: 'bkernel.rollout', uuid: params.id, ...body } as const
    const store = await provider()
    return await unwrap(store.change(change, opId, by))
  },
  ...rehearsals,
  gates: async ({ params }, { provider, by }) => {
    const store = await provider()
    return await unwrap(store.ask({ name: 'rolloutGates', uuid: params.id }, by.sight))
  },
  ...fleetLists,
  devices: async ({ query, body }, context) => {
    const { limit, offset } = pageOf(query)
    const uuid = body.company_uuid
    const known = await findCompanies(context.env.DIRECTORY, [uuid])
    if (!known.has(uuid)) refuse('company_uuid', 'company_unknown', 'No such company')
    const asked = { name: 'devicesForVersions', limit, offset } as const
    const { data, total } = await unwrap(context.store(uuid).ask(asked, context.by.sight))
    return { data, pages: Math.max(1, Math.ceil(total / limit)), total }
  },
}

/**
 * Keep the image of a version, by the hash that is computed here.
 * @throws Fault `invalid` for an empty or too large file or one that release signers have not listed, `refused` where the version has its image.
 */
async function keepImage(
  { params, body }: CallInput<typeof bkernelCalls.image>,
  { env, provider, own, opId, by }: AccountContext,
): Promise<Bkernel> {
  const { file, targets, root } = body
  const store = await provider()
  // Read the record first: no bytes are kept for a version that is not there.
  const {
    version,
    models,
    file_hash: kept,
    processing,
  } = await unwrap(store.get('bkernel', params.id, by.sight))
  if (file.size === 0) refuse('file', 'file_empty', 'The file is empty')
  if (file.size > imageBytes) {
    throw new Fault('invalid', 'The file is too large', {
      field: 'file',
      reason: 'too_large',
      params: { limit: imageBytes },
    })
  }
  const owner = await findProvider(env.DIRECTORY)
  if (!owner) throw new Fault('not_found', 'This region has no provider yet')
  const signs = signsReleases(env)
  if (signs && !targets) refuse('targets', 'required', 'Release signers have to list this image')
  const hash = await keepBlob(env, owner.uuid, await file.bytes())
  if (signs && targets && (kept === null || kept === hash)) {
    const texts = { targets: await targets.text(), root: await root?.text() }
    // Ask for the right again, which may have ended while the bytes were kept: devices follow what is published.
    await unwrap(own.confirm(by))
    await publishReleases(env, texts, {
      version,
      models,
      file_hash: hash,
      file_size: file.size,
      ...(processing && { readings: canonicalJson(processing) }),
    })
  }
  const change = { type: 'bkernel.image', uuid: params.id, hash, size: file.size } as const
  return await unwrap(store.change(change, opId, by))
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
async function checkLinks(
  body: Links['body'],
  { env }: AccountContext,
  prefix: '' | 'except_' = '',
): Promise<void> {
  const linked = body.company_uuids ?? []
  const companies = await findCompanies(env.DIRECTORY, linked)
  const missing = linked.findIndex((uuid) => !companies.has(uuid))
  if (missing >= 0)
    refuse(`${prefix}company_uuids.${missing}`, 'company_unknown', 'No such company')
  const wanted = body.device_uuids ?? []
  const known = new Set((await findDevices(env.DIRECTORY, wanted)).map(({ uuid }) => uuid))
  const unknown = wanted.findIndex((uuid) => !known.has(uuid))
  if (unknown >= 0) refuse(`${prefix}device_uuids.${unknown}`, 'device_unknown', 'No such device')
}

function refuse(field: string, reason: Reason, message: string): never {
  throw new Fault('invalid', message, { field, reason })
}

type Search = CallInput<typeof bkernelCalls.search>

/** List the versions that a device of the company is offered. */
export async function versionsFor(device_uuid: string, context: AccountContext): Promise<string[]> {
  const wanted = { query: { limit: '500' }, body: { device_uuid } } as Search
  return (await searchOffered(wanted, context)).data.map(({ version }) => version)
}

/** List offered versions without the other companies they are linked to: only those who link them may see these. */
async function searchOffered({ query, body }: Search, context: AccountContext) {
  const { device_uuid, ...rest } = body ?? {}
  const device = device_uuid === undefined ? null : await findOwnDevice(device_uuid, context)
  const today = new Date().toISOString().slice(0, 10)
  const manages = can(context.by.permissions, bkernelCalls.link.needs)
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
      ...(manages ? {} : { company_uuids: [], device_uuids: [], ...outsiders(version) }),
      days_left:
        version.unsupported_from === null ? null : daysBetween(today, version.unsupported_from),
      ...installOf(version, device),
    })),
    pages: Math.max(1, Math.ceil(offered.length / limit)),
    total: offered.length,
  }
}

/** Return when the device installs a version by itself, if it does (decision 87). */
function installOf(version: Bkernel, device: Device | null): Pick<OfferedBkernel, 'install'> {
  const install = device && findInstallDays(version, device)
  return install ? { install } : {}
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

/** Return the rollout of a version as laboratories see it: without other laboratories, people and what the gates saw. */
function outsiders({ rollout }: Bkernel): Pick<Bkernel, 'rollout'> {
  if (!rollout) return {}
  const { state, phase, since, plan } = rollout
  const nobody = {
    company_uuids: [],
    ...(plan?.swarm_uuids && { swarm_uuids: [] }),
    except_company_uuids: [],
    except_device_uuids: [],
  }
  return { rollout: { state, phase, since, ...(plan && { plan: { ...plan, ...nobody } }) } }
}
