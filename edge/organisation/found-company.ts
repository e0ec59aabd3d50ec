import type { Company } from '../../domain/entities/company.ts'
import { type BaseProfile, defaultProfiles } from '../../domain/base-profiles.ts'
import type { Store } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { addCompany } from '../directory/companies.ts'
import type { StoredBody } from '../store/operations.ts'

/** Writes one record of the new company; the same record again changes nothing. */
export type PutRecord = (
  kind: 'company' | 'profile' | 'swarm',
  uuid: string,
  body: StoredBody,
) => Promise<unknown>

export type NewCompany = Omit<Company, 'created_at' | 'updated_at' | 'underlings' | 'logo'>

/**
 * Make a company: its place in the directory, its store, its record, the four ordinary profiles and its swarms. Every
 * step may be repeated, so that one that broke off is finished by asking again.
 */
export async function foundCompany(
  directory: D1Database,
  store: Store,
  given: { company: NewCompany; swarms: readonly { uuid: string; name: string }[] },
  put: PutRecord,
): Promise<void> {
  const { company, swarms } = given
  await addCompany(
    directory,
    {
      uuid: company.uuid,
      name: company.name,
      provider: Number(company.isProvider === 'Y'),
      partner: Number(company.isPartner === 'Y'),
    },
    new Date().toISOString(),
  )
  await store.found(company.uuid)
  await put('company', company.uuid, company)
  for (const [name, permissions] of Object.entries(defaultProfiles)) {
    const base = name as BaseProfile
    await put('profile', ordinaryProfile(company.uuid, base), { name, base, permissions })
  }
  for (const swarm of swarms) {
    await put('swarm', swarm.uuid, { ...swarm, company_uuid: company.uuid })
  }
}

/** Derive the uuid of one of a company's four ordinary profiles. */
export function ordinaryProfile(company: string, base: BaseProfile): string {
  return derivedUuid(company, base)
}
