import { inTime } from '../in-time.ts'
import { nameHashes } from './names.ts'

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

/** Most people of one question: its text has a limit. */
const mostAsked = 2000

/**
 * List those of a company's people who have no way in there by what the directory says: they sign in at another company, or
 * were deleted. Somebody of whom it knows nothing is none of them.
 */
export async function listAway(
  directory: D1Database,
  company: string,
  people: readonly { uuid: string; username: string }[],
): Promise<string[]> {
  const away: string[] = []
  for (let from = 0; from < people.length; from += mostAsked) {
    const asked = people.slice(from, from + mostAsked).map(({ uuid, username }) => ({
      uuid,
      hashes: nameHashes(username),
    }))
    const query = directory
      .prepare(
        `SELECT given.value ->> '$.uuid' AS uuid FROM json_each(?2) AS given
         LEFT JOIN logins ON logins.user_uuid = given.value ->> '$.uuid'
         WHERE logins.company_uuid <> ?1 OR (logins.user_uuid IS NULL AND EXISTS (
           SELECT 1 FROM json_each(given.value, '$.hashes') AS hash JOIN retired_names
             ON retired_names.name_hash = hash.value
             AND retired_names.user_uuid = given.value ->> '$.uuid'))`,
      )
      .bind(company, JSON.stringify(asked))
    // Ask for one part after the other: there are five at most.
    // oxlint-disable-next-line no-await-in-loop
    const { results } = await query.all<{ uuid: string }>()
    away.push(...results.map(({ uuid }) => uuid))
  }
  return away
}
