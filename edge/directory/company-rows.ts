import { Fault } from '../../domain/fault.ts'
import { retireLogin } from './directory.ts'

/** Everything the directory has of one company, as rows: for a backup of it, and to be erased. */
// An alias, whose fields the compiler compares with those that are made by name below; an interface is open.
export type DirectoryRows = {
  companies: DirectoryRow[]
  logins: DirectoryRow[]
  two_step: DirectoryRow[]
  recovery_codes: DirectoryRow[]
  devices: DirectoryRow[]
  api_keys: DirectoryRow[]
  identity_providers: DirectoryRow[]
  identity_links: DirectoryRow[]
  scim_people: DirectoryRow[]
  scim_groups: DirectoryRow[]
  scim_members: DirectoryRow[]
  webhooks: DirectoryRow[]
  webhook_deliveries: DirectoryRow[]
  retired_names: DirectoryRow[]
}

type DirectoryRow = Record<string, string | number | null>

const ofPeople = 'user_uuid IN (SELECT user_uuid FROM logins WHERE company_uuid = ?1)'

/** Column of the company in each table. Rows may be restored in this order. */
const tables: Record<Exclude<keyof DirectoryRows, 'retired_names'>, string> = {
  companies: 'uuid = ?1',
  logins: 'company_uuid = ?1',
  two_step: ofPeople,
  recovery_codes: ofPeople,
  devices: 'company_uuid = ?1',
  api_keys: 'company_uuid = ?1',
  identity_providers: 'company_uuid = ?1',
  identity_links: 'company_uuid = ?1',
  scim_people: 'company_uuid = ?1',
  scim_groups: 'company_uuid = ?1',
  scim_members: 'group_uuid IN (SELECT uuid FROM scim_groups WHERE company_uuid = ?1)',
  webhooks: 'company_uuid = ?1',
  webhook_deliveries: 'webhook_uuid IN (SELECT uuid FROM webhooks WHERE company_uuid = ?1)',
}

/** @param former people of the company who are gone: their names stay taken. */
export async function readCompanyRows(
  directory: D1Database,
  company: string,
  former: readonly string[],
): Promise<DirectoryRows> {
  const results = await directory.batch<DirectoryRow>([
    ...Object.entries(tables).map(([table, where]) =>
      directory.prepare(`SELECT * FROM ${table} WHERE ${where} ORDER BY 1, 2`).bind(company),
    ),
    directory
      .prepare(
        `SELECT * FROM retired_names WHERE user_uuid IN (SELECT value FROM json_each(?1))
           OR ${ofPeople.replace('?1', '?2')} ORDER BY 1`,
      )
      .bind(JSON.stringify(former), company),
  ])
  const names = [...Object.keys(tables), 'retired_names']
  const rows = names.map((name, index) => [name, results[index]?.results ?? []] as const)
  return Object.fromEntries(rows) as DirectoryRows
}

/** Ways in of a person beside the login: of one whom the directory knows, it knows which of them there are by now. */
const waysIn = ['two_step', 'recovery_codes', 'identity_links'] as const
/** Rows of a person that are of the company, and go with it. */
const ofCompany = ['api_keys', 'scim_people', 'scim_members'] as const

/**
 * Leave out of a backup what the directory knows better: ways in of people who are there, such as a recovery code that has been used
 * since, and all that people had here who sign in at another company by now.
 */
export async function withoutOlder(
  directory: D1Database,
  company: string,
  rows: DirectoryRows,
): Promise<DirectoryRows> {
  const query = `SELECT user_uuid, company_uuid FROM logins
    WHERE user_uuid IN (SELECT value FROM json_each(?1))`
  const people = rows.logins.map(({ user_uuid }) => user_uuid)
  const { results } = await directory
    .prepare(query)
    .bind(JSON.stringify(people))
    .all<{ user_uuid: string; company_uuid: string }>()
  const known = new Set(results.map(({ user_uuid }) => user_uuid))
  const away = new Set(
    results
      .filter(({ company_uuid }) => company_uuid !== company)
      .map(({ user_uuid }) => user_uuid),
  )
  const without = (tables: readonly (keyof DirectoryRows)[], users: ReadonlySet<string>) =>
    tables.map((table) => [
      table,
      // Expect no rows of a table that was made after the backup.
      (rows[table] ?? []).filter(({ user_uuid }) => !users.has(String(user_uuid))),
    ])
  return {
    ...rows,
    ...Object.fromEntries([...without(waysIn, known), ...without(ofCompany, away)]),
  }
}

/**
 * Put a company's rows back; those that are there stay as they are. All or nothing.
 * @throws Fault `taken` when a name, or the place of the provider, belongs to somebody else by now.
 */
export async function putCompanyRows(
  directory: D1Database,
  rows: DirectoryRows,
): Promise<{ put: number; known: number }> {
  await checkNames(directory, rows)
  const statements = [...Object.keys(tables), 'retired_names'].flatMap((table) =>
    // Expect no rows of a table that was made after the backup.
    (rows[table as keyof DirectoryRows] ?? []).map((row) => insertRow(directory, table, row)),
  )
  // Send no empty batch, which the platform refuses.
  if (statements.length === 0) return { put: 0, known: 0 }
  const results = await directory.batch(statements)
  const put = results.filter(({ meta }) => meta.changes > 0).length
  return { put, known: results.length - put }
}

function insertRow(directory: D1Database, table: string, row: DirectoryRow): D1PreparedStatement {
  const names = Object.keys(row)
  const marks = names.map((_, index) => `?${index + 1}`)
  return directory
    .prepare(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks.join(', ')}) ON CONFLICT DO NOTHING`,
    )
    .bind(...Object.values(row))
}

async function checkNames(
  directory: D1Database,
  { logins, companies }: DirectoryRows,
): Promise<void> {
  const taken = await directory
    .prepare(
      `SELECT 1 FROM logins JOIN json_each(?1) AS given
       WHERE logins.user_uuid <> given.value ->> '$.user_uuid' AND (
         logins.username IN (given.value ->> '$.username', given.value ->> '$.email') OR
         logins.email IN (given.value ->> '$.username', given.value ->> '$.email')) LIMIT 1`,
    )
    .bind(
      JSON.stringify(
        logins.map(({ user_uuid, username, email }) => ({ user_uuid, username, email })),
      ),
    )
    .first()
  if (taken) throw new Fault('taken', 'A name of the backup belongs to somebody else by now')
  const [company] = companies
  if (company?.['provider'] !== 1) return
  const other = await directory
    .prepare('SELECT 1 FROM companies WHERE provider = 1 AND uuid <> ?1')
    .bind(company['uuid'] ?? '')
    .first()
  if (other) throw new Fault('taken', 'This region has a provider already')
}

/** List all companies, also closed ones, the oldest first. */
export async function listCompanyRows(
  directory: D1Database,
): Promise<{ uuid: string; name: string; closed_at: string | null }[]> {
  const { results } = await directory
    .prepare('SELECT uuid, name, deleted_at AS closed_at FROM companies ORDER BY created_at, uuid')
    .all<{ uuid: string; name: string; closed_at: string | null }>()
  return results
}

/** Find a company whose row has a closing time. */
export async function findClosed(
  directory: D1Database,
  company: string,
): Promise<{ name: string } | null> {
  return directory
    .prepare('SELECT name FROM companies WHERE uuid = ?1 AND deleted_at IS NOT NULL')
    .bind(company)
    .first<{ name: string }>()
}

/**
 * Erase people, devices, keys and mails of a company. Of the company only its id stays, and of names that they were
 * taken, so that nobody is ever known by another's (21 CFR 11.100(a)). May be repeated.
 */
export async function eraseCompanyRows(
  directory: D1Database,
  company: string,
): Promise<{ logins: number; mails: number }> {
  const run = (query: string) => directory.prepare(query).bind(company)
  const { results } = await run('SELECT user_uuid FROM logins WHERE company_uuid = ?1').all<{
    user_uuid: string
  }>()
  for (const { user_uuid } of results) await retireLogin(directory, { user: user_uuid, company })
  const [mails] = await directory.batch([
    run('DELETE FROM mails WHERE company_uuid = ?1'),
    run('DELETE FROM api_keys WHERE company_uuid = ?1'),
    run('DELETE FROM identity_providers WHERE company_uuid = ?1'),
    run('DELETE FROM identity_links WHERE company_uuid = ?1'),
    run('DELETE FROM identity_states WHERE company_uuid = ?1'),
    run('DELETE FROM signature_proofs WHERE company_uuid = ?1'),
    run('DELETE FROM scim_people WHERE company_uuid = ?1'),
    run('DELETE FROM scim_groups WHERE company_uuid = ?1'),
    run(
      'DELETE FROM webhook_deliveries WHERE webhook_uuid IN (SELECT uuid FROM webhooks WHERE company_uuid = ?1)',
    ),
    run('DELETE FROM webhooks WHERE company_uuid = ?1'),
    run('DELETE FROM due_entries WHERE company_uuid = ?1'),
    run('DELETE FROM devices WHERE company_uuid = ?1'),
    run(`UPDATE companies SET name = '' WHERE uuid = ?1`),
  ])
  return { logins: results.length, mails: mails?.meta.changes ?? 0 }
}
