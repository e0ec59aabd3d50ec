/* Companies and their partners, as the directory keeps them: reach begins and ends with these statements. */

/** List the underlings of partners, by partner and name. */
export async function underlingsOf(
  directory: D1Database,
  partners: readonly string[],
): Promise<Map<string, { uuid: string; name: string }[]>> {
  const { results } = await directory
    .prepare(
      `SELECT partner_uuid, uuid, name FROM companies
       WHERE partner_uuid IN (SELECT value FROM json_each(?1)) AND deleted_at IS NULL
       ORDER BY name COLLATE NOCASE, uuid`,
    )
    .bind(JSON.stringify(partners))
    .all<{ partner_uuid: string; uuid: string; name: string }>()
  const found = new Map(partners.map((one) => [one, [] as { uuid: string; name: string }[]]))
  for (const { partner_uuid, ...company } of results) found.get(partner_uuid)?.push(company)
  return found
}

/** Let go of every underling of a partner that is not among these. Reach ends with this statement. */
export async function releaseUnderlings(
  directory: D1Database,
  partner: string,
  kept: readonly string[],
): Promise<void> {
  await directory
    .prepare(
      `UPDATE companies SET partner_uuid = NULL, partner_since = NULL
       WHERE partner_uuid = ?1 AND uuid NOT IN (SELECT value FROM json_each(?2))`,
    )
    .bind(partner, JSON.stringify(kept))
    .run()
}

/**
 * Make exactly these companies the underlings of a partner; those of another partner stay where they are. A partner that was closed
 * meanwhile gets none: they could never leave it.
 */
export async function setUnderlings(
  directory: D1Database,
  partner: string,
  underlings: readonly string[],
): Promise<void> {
  await releaseUnderlings(directory, partner, underlings)
  await directory
    .prepare(
      `UPDATE companies SET partner_uuid = ?1, partner_since = ?3
       WHERE partner_uuid IS NULL AND provider = 0 AND partner = 0 AND deleted_at IS NULL
         AND uuid <> ?1 AND uuid IN (SELECT value FROM json_each(?2))
         AND EXISTS (SELECT 1 FROM companies WHERE uuid = ?1 AND deleted_at IS NULL)`,
    )
    .bind(partner, JSON.stringify(underlings), new Date().toISOString())
    .run()
}

/** Let a company leave its partner. Reach ends with this statement. */
export async function leavePartner(
  directory: D1Database,
  uuid: string,
  partner: string,
): Promise<void> {
  await directory
    .prepare(
      `UPDATE companies SET partner_uuid = NULL, partner_since = NULL
       WHERE uuid = ?1 AND partner_uuid = ?2`,
    )
    .bind(uuid, partner)
    .run()
}
