import { Fault } from '../../domain/fault.ts'

/**
 * What the region's directory knows of a company. Its record lies in its own store; this copy says who exists, who
 * provides the service and who is whose underling, since that must be known before any store is asked.
 */
export interface KnownCompany {
  uuid: string
  name: string
  provider: number
  partner: number
  partner_uuid: string | null
}

const columns = 'uuid, name, provider, partner, partner_uuid'

/** @throws Fault `taken` when another company provides the service already. */
export async function addCompany(
  directory: D1Database,
  company: Pick<KnownCompany, 'uuid' | 'name' | 'provider' | 'partner'>,
  at: string,
): Promise<void> {
  const { uuid, name, provider, partner } = company
  const known = provider === 1 ? await findProvider(directory) : null
  if (known && known.uuid !== uuid) {
    throw new Fault('taken', 'This region has a provider already', {
      field: 'company.isProvider',
      reason: 'provider_taken',
    })
  }
  await directory
    .prepare(
      `INSERT INTO companies (uuid, created_at, name, provider, partner) VALUES (?1, ?2, ?3, ?4, ?5)
       ON CONFLICT (uuid) DO UPDATE SET name = excluded.name, provider = excluded.provider, partner = excluded.partner`,
    )
    .bind(uuid, at, name, provider, partner)
    .run()
}

export async function findCompany(
  directory: D1Database,
  uuid: string,
): Promise<KnownCompany | null> {
  return directory
    .prepare(`SELECT ${columns} FROM companies WHERE uuid = ?1 AND deleted_at IS NULL`)
    .bind(uuid)
    .first<KnownCompany>()
}

export async function findProvider(directory: D1Database): Promise<KnownCompany | null> {
  return directory
    .prepare(`SELECT ${columns} FROM companies WHERE provider = 1 AND deleted_at IS NULL`)
    .first<KnownCompany>()
}

/** Companies by name: all of the region, or the underlings of one partner. */
export async function listCompanies(
  directory: D1Database,
  wanted: { partner?: string | undefined; search?: string | undefined },
  page: { limit: number; offset: number },
): Promise<{ companies: KnownCompany[]; total: number }> {
  const where = `deleted_at IS NULL AND (?1 IS NULL OR partner_uuid = ?1)
    AND (?2 IS NULL OR instr(lower(name), lower(?2)) > 0)`
  const values = [wanted.partner ?? null, wanted.search ?? null] as const
  const [rows, count] = await directory.batch<KnownCompany & { total: number }>([
    directory
      .prepare(
        `SELECT ${columns} FROM companies WHERE ${where} ORDER BY name COLLATE NOCASE, uuid LIMIT ?3 OFFSET ?4`,
      )
      .bind(...values, page.limit, page.offset),
    directory.prepare(`SELECT count(*) AS total FROM companies WHERE ${where}`).bind(...values),
  ])
  return { companies: rows?.results ?? [], total: count?.results[0]?.total ?? 0 }
}

/** Keeps the directory's copy in step with the company's record. */
export async function changeCompany(
  directory: D1Database,
  uuid: string,
  change: { name?: string; partner?: boolean; deletedAt?: string },
): Promise<void> {
  const { name = null, partner, deletedAt = null } = change
  await directory
    .prepare(
      `UPDATE companies SET name = coalesce(?2, name), partner = coalesce(?3, partner),
         deleted_at = coalesce(?4, deleted_at) WHERE uuid = ?1`,
    )
    .bind(uuid, name, partner === undefined ? null : Number(partner), deletedAt)
    .run()
}

/** Makes exactly these companies the underlings of a partner; those of another partner stay where they are. */
export async function setUnderlings(
  directory: D1Database,
  partner: string,
  underlings: readonly string[],
): Promise<void> {
  const list = JSON.stringify(underlings)
  await directory.batch([
    directory
      .prepare(
        `UPDATE companies SET partner_uuid = NULL
         WHERE partner_uuid = ?1 AND uuid NOT IN (SELECT value FROM json_each(?2))`,
      )
      .bind(partner, list),
    directory
      .prepare(
        `UPDATE companies SET partner_uuid = ?1
         WHERE partner_uuid IS NULL AND provider = 0 AND uuid <> ?1
           AND uuid IN (SELECT value FROM json_each(?2))`,
      )
      .bind(partner, list),
  ])
}
