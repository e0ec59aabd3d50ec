import { type DirectoryRows, putCompanyRows, readCompanyRows } from '../directory/company-rows.ts'
import { Fault } from '../../domain/fault.ts'
import { seal, unseal } from '../session/seal.ts'

/*
 * The directory forgets devices, keys and identity provider of a closed company at once, so that all of them are refused. They are
 * kept sealed beside the anchors until the company is opened again or erased, and are in its backups.
 */

const nameOf = (company: string) => `closed/${company}.sealed`
const purpose = 'closing'

type ClosedRows = Pick<DirectoryRows, 'devices' | 'api_keys' | 'identity_providers'>

/**
 * Keep the rows that closing is about to take away, in place of those of an earlier closing. Rows that are taken away already, by
 * a closing at the same time or one that broke off, stay as they were kept then.
 */
export async function keepClosedRows(env: Env, company: string, isNoted: boolean): Promise<void> {
  const rows = await readCompanyRows(env.DIRECTORY, company, [])
  if (isClosed(rows)) return
  const { devices, api_keys, identity_providers } = rows
  const isEmpty = devices.length + api_keys.length + identity_providers.length === 0
  if (isNoted && isEmpty && (await hasClosedRows(env, company))) return
  await keep(env, company, rows)
}

async function keep(
  env: Env,
  company: string,
  { devices, api_keys, identity_providers }: ClosedRows,
): Promise<void> {
  const kept: ClosedRows = { devices, api_keys, identity_providers }
  const text = seal(env.SEALING_SECRET, { purpose, bound: company }, JSON.stringify(kept))
  await env.BLOBS.put(nameOf(company), text)
}

/** Read the rows that were kept; null where there are none. @throws Fault `refused` where they cannot be opened. */
async function readClosedRows(env: Env, company: string): Promise<ClosedRows | null> {
  const kept = await env.BLOBS.get(nameOf(company))
  if (!kept) return null
  const text = unseal(env.SEALING_SECRET, { purpose, bound: company }, await kept.text())
  if (text !== null) return JSON.parse(text) as ClosedRows
  throw new Fault('refused', 'The rows were sealed with a SEALING_SECRET that is not set here')
}

/**
 * Put the rows back; a device that has been registered elsewhere meanwhile stays there.
 * @returns false where none were kept: devices, keys and identity provider stay unknown.
 */
export async function putClosedRows(env: Env, company: string): Promise<boolean> {
  const kept = await readClosedRows(env, company)
  if (kept) await putCompanyRows(env.DIRECTORY, { ...nothing, ...kept })
  return kept !== null
}

const nothing: DirectoryRows = {
  companies: [],
  logins: [],
  two_step: [],
  recovery_codes: [],
  devices: [],
  api_keys: [],
  identity_providers: [],
  identity_links: [],
  scim_people: [],
  scim_groups: [],
  scim_members: [],
  webhooks: [],
  webhook_deliveries: [],
  retired_names: [],
}

/** Tell if rows of a company are kept. */
export async function hasClosedRows(env: Env, company: string): Promise<boolean> {
  return (await env.BLOBS.head(nameOf(company))) !== null
}

export async function forgetClosedRows(env: Env, company: string): Promise<void> {
  await env.BLOBS.delete(nameOf(company))
}

/** Add the rows that a closing took away to those of the directory, for a backup. */
export async function withClosedRows(
  env: Env,
  company: string,
  rows: DirectoryRows,
): Promise<DirectoryRows> {
  return { ...rows, ...(isClosed(rows) && (await readClosedRows(env, company))) }
}

/**
 * Keep the rows of a backup that a closing had taken away as closing keeps them: a company that is put back closed stays so, and
 * is opened again with them.
 * @returns the rows for the directory.
 */
export async function keepApart(
  env: Env,
  company: string,
  rows: DirectoryRows,
): Promise<DirectoryRows> {
  if (!isClosed(rows)) return rows
  if (!(await hasClosedRows(env, company))) await keep(env, company, rows)
  return { ...rows, devices: [], api_keys: [], identity_providers: [] }
}

function isClosed({ companies: [company] }: DirectoryRows): boolean {
  return (company?.['deleted_at'] ?? null) !== null
}
