import { inTime } from '../in-time.ts'

/** List the companies that these people belong to, each once. */
export async function companiesOf(
  directory: D1Database,
  users: readonly string[],
): Promise<string[]> {
  if (users.length === 0) return []
  const { results } = await inTime(
    'directory',
    directory
      .prepare(
        `SELECT DISTINCT company_uuid FROM logins WHERE user_uuid IN (SELECT value FROM json_each(?1))`,
      )
      .bind(JSON.stringify(users))
      .all<{ company_uuid: string }>(),
  )
  return results.map(({ company_uuid }) => company_uuid)
}

/** List the ids of companies removed since a time: all of the region, or the former underlings of one partner. */
export async function removedCompanies(
  directory: D1Database,
  partner: string | null,
  since: string,
): Promise<string[]> {
  const { results } = await directory
    .prepare(
      `SELECT uuid FROM companies WHERE deleted_at >= ?1 AND (?2 IS NULL OR partner_uuid = ?2)
       ORDER BY deleted_at DESC LIMIT 5000`,
    )
    .bind(since, partner)
    .all<{ uuid: string }>()
  return results.map(({ uuid }) => uuid)
}
