import type { Account } from '../../../domain/calls/session.ts'
import { openDirectory, queryStore } from '../residency/cloudflare-test.ts'

/** Amount written so far: the trails of companies, and the directory's rows of people, companies and keys. */
export interface Written {
  operations: number
  /** Moment of the newest operation. */
  newest: string
  directory: string
}

/** Actor of what the service writes by itself: commands of the preparations run out meanwhile. */
const service = '00000000-0000-0000-0000-000000000000'
const trail = `SELECT count(*) AS count, coalesce(max(operations.at), '') AS newest FROM operations JOIN audit USING (seq)
  WHERE operations.kind <> 'sign_in' AND actor <> '${service}'`
const tables = [
  'SELECT * FROM logins ORDER BY user_uuid',
  'SELECT * FROM companies ORDER BY uuid',
  'SELECT * FROM devices ORDER BY uuid',
  'SELECT user_uuid, sealed_secret FROM two_step ORDER BY user_uuid',
  'SELECT * FROM password_resets ORDER BY user_uuid',
]

export async function measureWritten(companies: readonly string[]): Promise<Written> {
  const trails = await Promise.all(
    companies.map(async (company) => {
      const [row] = (await queryStore(company, trail)) as { count: number; newest: string }[]
      return row ?? { count: 0, newest: '' }
    }),
  )
  const directory = openDirectory()
  const found = await directory.batch(tables.map((table) => directory.prepare(table)))
  return {
    operations: trails.reduce((sum, { count }) => sum + count, 0),
    newest: trails.map(({ newest }) => newest).reduce((a, b) => (a > b ? a : b), ''),
    directory: JSON.stringify(found.map(({ results }) => results)),
  }
}

type Row = Record<string, string>

export async function sessionsOf({ company_uuid, uuid }: Account): Promise<Row[]> {
  const select = 'SELECT * FROM sessions WHERE user_uuid = ?'
  return (await queryStore(company_uuid, select, uuid)) as Row[]
}

/** Restore sessions that a change has ended or given another secret, because preparations share them. */
export async function putSessions(
  { company_uuid, uuid }: Account,
  rows: readonly Row[],
): Promise<void> {
  await queryStore(company_uuid, 'DELETE FROM sessions WHERE user_uuid = ?', uuid)
  for (const row of rows) {
    const names = Object.keys(row)
    const insert = `INSERT INTO sessions (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
    await queryStore(company_uuid, insert, ...Object.values(row))
  }
}
