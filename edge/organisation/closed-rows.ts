import { type DirectoryRows, putCompanyRows, readCompanyRows } from '../directory/company-rows.ts'
import { Fault } from '../../domain/fault.ts'
import { seal, unseal } from '../session/seal.ts'

/*
 * The directory forgets devices, keys and identity provider of a closed company at once, so that all of them are refused. They are
 * kept sealed beside the anchors until the company is opened again or erased.
 */

const nameOf = (company: string) => `closed/${company}.sealed`
const purpose = 'closing'

type ClosedRows = Pick<DirectoryRows, 'devices' | 'api_keys' | 'identity_providers'>

/** Keep the rows that closing takes away; rows of a closing that broke off stay as they were kept first. */
export async function keepClosedRows(env: Env, company: string): Promise<void> {
  const known = await env.BLOBS.head(nameOf(company))
  if (known) return
  const rows = await readCompanyRows(env.DIRECTORY, company, [])
  const { devices, api_keys, identity_providers } = rows
  const kept: ClosedRows = { devices, api_keys, identity_providers }
  const text = seal(env.SEALING_SECRET, { purpose, bound: company }, JSON.stringify(kept))
  await env.BLOBS.put(nameOf(company), text)
}

/** Put the rows back; a device that has been registered elsewhere meanwhile stays there. */
export async function putClosedRows(env: Env, company: string): Promise<void> {
  const kept = await env.BLOBS.get(nameOf(company))
  if (!kept) return
  const text = unseal(env.SEALING_SECRET, { purpose, bound: company }, await kept.text())
  if (text === null) {
    throw new Fault('refused', 'The rows were sealed with a SEALING_SECRET that is not set here')
  }
  const nothing = {
    companies: [],
    logins: [],
    two_step: [],
    recovery_codes: [],
    identity_links: [],
    scim_people: [],
    scim_groups: [],
    scim_members: [],
    retired_names: [],
  }
  await putCompanyRows(env.DIRECTORY, { ...nothing, ...(JSON.parse(text) as ClosedRows) })
  await forgetClosedRows(env, company)
}

export async function forgetClosedRows(env: Env, company: string): Promise<void> {
  await env.BLOBS.delete(nameOf(company))
}
