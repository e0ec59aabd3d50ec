import type { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { Fault } from '../../domain/fault.ts'
import { keepBlob, listBlobs, readBlob } from '../files/blobs.ts'
import type { CallContext, Store } from '../context.ts'
import { countMembers, refuseErased } from '../directory/closed-companies.ts'
import { findProvider } from '../directory/companies.ts'
import {
  type DirectoryRows,
  findClosed,
  listCompanyRows,
  putCompanyRows,
  readCompanyRows,
  withoutOlder,
} from '../directory/company-rows.ts'
import { listAway } from '../directory/people.ts'
import { asRestored, pauseWebhooks } from '../directory/webhooks.ts'
import { fleetIndex } from '../fleet/open-index.ts'
import { inTime } from '../in-time.ts'
import { logFailure } from '../log.ts'
import type { Handlers } from '../mount.ts'
import { keepApart, withClosedRows } from '../organisation/closed-rows.ts'
import { eraseCompany } from '../organisation/erase-company.ts'
import { unwrap } from '../outcome.ts'
import { exportReleases, restoreReleases } from '../files/release-files.ts'
import { sha256Hex } from '../crypto/secret.ts'
import { seal, unseal } from '../session/seal.ts'

const actor = {
  uuid: '00000000-0000-0000-0000-000000000001',
  name: 'operator',
  via: 'operator',
} as const

/** Backup, restore and erasing of a company by the deployment's operator (docs/deploy.md, sections 10 and 13). */
export const operatorStore: Handlers<typeof operatorStoreCalls> = {
  listCompanies: async (_input, { env }) => listCompanyRows(env.DIRECTORY),
  measureStores: async ({ body }, context) =>
    Promise.all(
      body.company_uuids.map(async (uuid) => {
        try {
          return { uuid, size: await inTime(`store of ${uuid}`, context.store(uuid).size()) }
        } catch (error) {
          logFailure(`store of ${uuid} cannot be read`, error)
          return { uuid, size: null }
        }
      }),
    ),
  fleetIndex: async ({ body }, { env }) =>
    body.rebuild ? fleetIndex(env).rebuild() : fleetIndex(env).state(),
  backup: async ({ body }, context) => {
    const { company_uuid, after = null } = body
    const own = context.store(company_uuid)
    const directory = after ? null : await sealDirectory(context, own, company_uuid)
    const page = await unwrap(own.backup(after, directory))
    return { bytes: new TextEncoder().encode(page), type: 'application/x-ndjson' }
  },
  listBlobs: async ({ body }, { env }) => listBlobs(env, body.company_uuid, body.after ?? null),
  readBlob: async ({ body }, { env }) => ({
    bytes: await readBlob(env, body.company_uuid, body.hash),
    type: 'application/octet-stream',
  }),
  listReleases: async ({ body }, { env }) => {
    const owner = await findProvider(env.DIRECTORY)
    return owner?.uuid === body.company_uuid ? exportReleases(env) : []
  },
  restoreReleases: async ({ body }, { env }) => {
    const owner = await findProvider(env.DIRECTORY)
    if (owner?.uuid !== body.company_uuid) throw new Fault('not_found', 'No such provider')
    await restoreReleases(env, body.files)
    return {}
  },
  restoreBlob: async ({ body }, { env, store }) => {
    const { company_uuid, hash, file } = body
    await checkEmpty(store(company_uuid))
    const bytes = await file.bytes()
    if (sha256Hex(bytes) !== hash) {
      throw new Fault('invalid', 'The file has another hash', { field: 'hash' })
    }
    await keepBlob(env, company_uuid, bytes)
    return {}
  },
  restore: async ({ body }, context) => {
    const { company_uuid, page } = body
    await refuseErased(context.env.DIRECTORY, company_uuid)
    return unwrap(context.store(company_uuid).restore(company_uuid, await page.text()))
  },
  openRestored: async ({ body }, context) => {
    const { company_uuid, reason } = body
    const { env, store } = context
    await refuseErased(context.env.DIRECTORY, company_uuid)
    const own = store(company_uuid)
    const known = openDirectory(context, company_uuid, await unwrap(own.restored()))
    const kept = await keepApart(env, company_uuid, known)
    const rows = await withoutOlder(env.DIRECTORY, company_uuid, kept)
    // Write the directory first: a sign-in before the store is open is refused, and all of this may be repeated.
    // A backup from before webhooks were in it has none.
    const paused = asRestored(rows.webhooks ?? [], rows.webhook_deliveries ?? [], context.origin)
    const { put, known: there } = await putCompanyRows(env.DIRECTORY, { ...rows, ...paused })
    const hooks = await pauseWebhooks(env.DIRECTORY, company_uuid)
    const away = await listAway(env.DIRECTORY, company_uuid, await unwrap(own.people()))
    const entries = await unwrap(own.openRestored(company_uuid, { actor, reason, away }))
    return { put, known: there, entries, ...hooks }
  },
  rewind: async ({ body }, { store }) => {
    const { company_uuid, to } = body
    return { undo: await unwrap(store(company_uuid).rewind(to)) }
  },
  explainRewound: async ({ body }, { env, store }) => {
    const { company_uuid, reason, unsealed_up_to } = body
    const own = store(company_uuid)
    const away = await listAway(env.DIRECTORY, company_uuid, await unwrap(own.people()))
    const explained = own.explainRewound({ actor, reason, away }, unsealed_up_to)
    return { entries: await unwrap(explained) }
  },
  erase: async ({ body }, { env, store }) => {
    const { company_uuid, confirm, reason } = body
    const closed = await findClosed(env.DIRECTORY, company_uuid)
    if (!closed) throw new Fault('not_found', 'No closed company has this id')
    // Finish an erasing that broke off, whatever was typed: it has taken the name away.
    const isBegun = closed.name === '' && (await hasLeft({ env, store }, company_uuid))
    if (!isBegun && (closed.name === '' || closed.name !== confirm)) {
      throw new Fault('refused', 'Type the name of the company', { field: 'confirm' })
    }
    return eraseCompany({ env, store }, company_uuid, reason)
  },
}

/**
 * Seal the rows of the directory, which hold password hashes and keys: only this deployment can read them in a backup.
 */
async function sealDirectory({ env }: CallContext, own: Store, company: string): Promise<string> {
  const former = await unwrap(own.formerUsers())
  const rows = await withClosedRows(
    env,
    company,
    await readCompanyRows(env.DIRECTORY, company, former),
  )
  return seal(env.SEALING_SECRET, { purpose: 'backup', bound: company }, JSON.stringify(rows))
}

function openDirectory({ env }: CallContext, company: string, sealed: string): DirectoryRows {
  const text = unseal(env.SEALING_SECRET, { purpose: 'backup', bound: company }, sealed)
  if (text !== null) return JSON.parse(text) as DirectoryRows
  throw new Fault('refused', 'The backup was sealed with a SEALING_SECRET that is not set here')
}

async function checkEmpty(store: Store): Promise<void> {
  const known = await store.describe()
  if (known.ok) throw new Fault('taken', 'There is a company in this store already')
}

/** Tell if an erasing has left something of a company behind. */
async function hasLeft({ env, store }: Pick<CallContext, 'env' | 'store'>, company: string) {
  if (await store(company).hasCompany()) return true
  return (await countMembers(env.DIRECTORY, company)).people > 0
}
