import { Fault } from '../../domain/fault.ts'
import { looksLike, refuseMarksOnly } from '../names/look-alike.ts'
import { findNamed, mayBeNamed } from '../names/find-named.ts'
import { inTime } from '../in-time.ts'
import { orderPage, type Sorting } from '../page-order.ts'

/**
 * A company in the region's directory. Its record is in its own store; this copy says which companies exist, which one provides
 * the service and which are underlings of which, since that must be known before any store is asked.
 */
export interface KnownCompany {
  uuid: string
  name: string
  provider: number
  partner: number
  partner_uuid: string | null
  /** Moment at which it got this partner; null for a company that had it before this was kept. */
  partner_since: string | null
}

/** A company of a list, with the time at which it was made (ISO). */
interface ListedCompany extends KnownCompany {
  created_at: string
}

const columns = 'uuid, name, provider, partner, partner_uuid, partner_since'

const noOtherProvider = 'NOT EXISTS (SELECT 1 FROM companies WHERE provider = 1 AND uuid <> ?1)'

/**
 * True while every other company has the name that it had when the names were compared: SQL cannot compare how names look. `?6`
 * is what `checkCompanyName` returned.
 */
export const namesAsCompared = `NOT EXISTS (SELECT 1 FROM companies AS other
  WHERE other.deleted_at IS NULL AND other.uuid <> ?1
    AND other.uuid || ' ' || other.name NOT IN (SELECT value FROM json_each(?6)))`

/**
 * Enter a company. Name and provider are decided by the statement that writes: of two requests at once one is refused.
 * @throws Fault `taken` when another company has this name or one that looks like it, or provides the service already.
 */
export async function addCompany(
  directory: D1Database,
  company: Pick<KnownCompany, 'uuid' | 'name' | 'provider' | 'partner'>,
  at: string,
): Promise<void> {
  const { uuid, name, provider, partner } = company
  await writeName(directory, uuid, name, async (compared) => {
    const { meta } = await directory
      .prepare(
        `INSERT INTO companies (uuid, created_at, updated_at, name, provider, partner)
         SELECT ?1, ?2, ?2, ?3, ?4, ?5 WHERE (?4 = 0 OR ${noOtherProvider}) AND ${namesAsCompared}
         ON CONFLICT (uuid) DO UPDATE SET name = excluded.name, provider = excluded.provider,
           partner = excluded.partner, updated_at = excluded.updated_at`,
      )
      .bind(uuid, at, name, provider, partner, compared)
      .run()
    if (meta.changes > 0) return true
    if (provider === 1) await refuseSecondProvider(directory, uuid)
    return false
  })
}

/** @throws Fault `taken`, with the company that provides the service: the operator may have to go on with it. */
export async function refuseSecondProvider(directory: D1Database, uuid: string): Promise<void> {
  const other = await directory
    .prepare('SELECT uuid FROM companies WHERE provider = 1 AND uuid <> ?1')
    .bind(uuid)
    .first<{ uuid: string }>()
  if (other === null) return
  throw new Fault('taken', 'This region has a provider already', {
    field: 'company.isProvider',
    reason: 'provider_taken',
    params: { company: other.uuid },
  })
}

/** Compare the names once more so often while others are founded or renamed. */
const mostTries = 10

/** Compare a name, and write it where no other name has changed meanwhile; otherwise compare again. */
export async function writeName(
  directory: D1Database,
  uuid: string,
  name: string,
  write: (compared: string) => Promise<boolean>,
): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    // Compare again only after the statement has found another name.
    // oxlint-disable-next-line no-await-in-loop
    if (await write(JSON.stringify(await checkCompanyName(directory, uuid, name)))) return
  }
  throw new Fault('stale', 'Other companies are being named at this moment: try again')
}

/**
 * Give a company another name. @throws Fault `taken`, `invalid` as `checkCompanyName`.
 * @returns the name that it had.
 */
export async function renameCompany(
  directory: D1Database,
  uuid: string,
  name: string,
  at: string,
): Promise<string> {
  const before = (await findCompany(directory, uuid))?.name
  if (before === undefined) throw new Fault('not_found', 'No such company')
  await writeName(directory, uuid, name, async (compared) => {
    const { meta } = await directory
      .prepare(
        `UPDATE companies SET name = ?3, updated_at = ?2 WHERE uuid = ?1 AND ${namesAsCompared.replace('?6', '?4')}`,
      )
      .bind(uuid, at, name, compared)
      .run()
    return meta.changes > 0
  })
  return before
}

/**
 * Refuse a name that looks like that of another company of the region, since people would open or close the wrong one. Closed
 * companies do not count; names that were alike before this rule stay until they are changed.
 * @throws Fault `taken` when another company has this name, or one that looks like it (UTS #39); `invalid` for nothing but
 * signs.
 * @returns the companies that it was compared with, as id and name.
 */
export async function checkCompanyName(
  directory: D1Database,
  uuid: string,
  name: string,
): Promise<string[]> {
  const { results } = await directory
    .prepare('SELECT uuid, name FROM companies WHERE deleted_at IS NULL')
    .all<{ uuid: string; name: string }>()
  const compared = results.map((one) => `${one.uuid} ${one.name}`)
  if (results.some((one) => one.uuid === uuid && one.name === name)) return compared
  refuseMarksOnly(name)
  const isAlike = looksLike(name)
  if (!results.some((one) => one.uuid !== uuid && isAlike(one.name))) return compared
  throw new Fault('taken', 'Another company has this name, or one that looks like it', {
    field: 'name',
    reason: 'name_taken',
  })
}

export async function findCompany(
  directory: D1Database,
  uuid: string,
): Promise<KnownCompany | null> {
  return inTime(
    'directory',
    directory
      .prepare(`SELECT ${columns} FROM companies WHERE uuid = ?1 AND deleted_at IS NULL`)
      .bind(uuid)
      .first<KnownCompany>(),
  )
}

/** Find companies by one question; those that are not there are left out. */
export async function findCompanies(
  directory: D1Database,
  uuids: readonly string[],
): Promise<Map<string, KnownCompany>> {
  if (uuids.length === 0) return new Map()
  const { results } = await inTime(
    'directory',
    directory
      .prepare(
        `SELECT ${columns} FROM companies
         WHERE uuid IN (SELECT value FROM json_each(?1)) AND deleted_at IS NULL`,
      )
      .bind(JSON.stringify(uuids))
      .all<KnownCompany>(),
  )
  return new Map(results.map((one) => [one.uuid, one]))
}

/** Return true when there is or was a company with this id: the store of a closed one still has its people. */
export async function wasEverCompany(directory: D1Database, uuid: string): Promise<boolean> {
  return (
    (await directory.prepare('SELECT 1 FROM companies WHERE uuid = ?1').bind(uuid).first()) !== null
  )
}

export async function findProvider(directory: D1Database): Promise<KnownCompany | null> {
  return inTime(
    'directory',
    directory
      .prepare(`SELECT ${columns} FROM companies WHERE provider = 1 AND deleted_at IS NULL`)
      .first<KnownCompany>(),
  )
}

/** Filter of a list of companies; empty: all of the region. */
export interface WantedCompanies {
  /** Underlings of this partner. */
  partner?: string | undefined
  /** The partner itself as well. */
  withPartner?: boolean | undefined
  state?: 'partner' | 'plain' | undefined
  search?: string | undefined
  /** Changed in this period, UTC. */
  updateFrom?: string | undefined
  updateTo?: string | undefined
}

/** Expressions that lists are sorted by; names whatever the case of their letters. */
const sorting: Sorting = {
  compared: { name: 'lower(name)', created_at: 'created_at', updated_at: 'updated_at' },
  nullable: [],
  keys: ['created_at', 'uuid'],
  byKeys: 'created_at',
}

const listed = `deleted_at IS NULL
  AND (?1 IS NULL OR partner_uuid = ?1 OR (?2 = 1 AND uuid = ?1))
  AND (?3 IS NULL OR (?3 = 'partner' AND partner = 1)
    OR (?3 = 'plain' AND partner = 0 AND provider = 0 AND partner_uuid IS NULL))
  AND (?4 IS NULL OR uuid IN (SELECT value FROM json_each(?4)))
  AND (?5 IS NULL OR updated_at >= ?5) AND (?6 IS NULL OR updated_at <= ?6)`

/** List the ids of all companies of the region. */
export async function listCompanyIds(directory: D1Database): Promise<string[]> {
  const { results } = await inTime(
    'directory',
    directory
      .prepare('SELECT uuid FROM companies WHERE deleted_at IS NULL')
      .all<{ uuid: string }>(),
  )
  return results.map(({ uuid }) => uuid)
}

/**
 * List a page of companies. @throws Fault `invalid` for an order that lists do not have.
 * @returns `next`: `after` of the next page; null on the last one.
 */
export async function listCompanies(
  directory: D1Database,
  wanted: WantedCompanies,
  page: { limit: number; offset: number; order?: string | undefined; after?: string | undefined },
): Promise<{ companies: ListedCompany[]; total: number; next: string | null }> {
  const { limit, after } = page
  const order = orderPage({ order: page.order ?? 'name ASC', after }, sorting)
  const values = [
    wanted.partner ?? null,
    Number(wanted.withPartner ?? false),
    wanted.state ?? null,
    wanted.search === undefined ? null : await findByText(directory, wanted.search),
    wanted.updateFrom ?? null,
    wanted.updateTo ?? null,
  ] as const
  let place = values.length + 2
  const behind = order.after?.replaceAll('?', () => `?${(place += 1)}`)
  const [rows, count] = await directory.batch<Record<string, string | number | null>>([
    directory
      .prepare(
        `SELECT * FROM (SELECT ${columns}, created_at, updated_at, ${order.value} FROM companies WHERE ${listed})
         ${behind ? `WHERE ${behind}` : ''} ORDER BY ${order.orderBy} LIMIT ?7 OFFSET ?8`,
      )
      .bind(...values, limit + 1, after === undefined ? page.offset : 0, ...order.values),
    directory.prepare(`SELECT count(*) AS total FROM companies WHERE ${listed}`).bind(...values),
  ])
  const found = rows?.results ?? []
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    // Take the columns that the statement names.
    companies: shown.map(({ uuid, name, provider, partner, partner_uuid, created_at }) => ({
      uuid,
      name,
      provider,
      partner,
      partner_uuid,
      created_at,
    })) as ListedCompany[],
    total: Number(count?.results[0]?.['total'] ?? 0),
    next: found.length > limit && last ? order.cursorOf(last) : null,
  }
}

/** Find the companies whose names contain a text, whatever case and accents, as a list in JSON. */
async function findByText(directory: D1Database, text: string): Promise<string> {
  const likely = mayBeNamed(['name'], text)
  const { results } = await directory
    .prepare(`SELECT uuid, name FROM companies WHERE deleted_at IS NULL AND ${likely.text}`)
    .bind(...likely.values)
    .all<{ uuid: string; name: string }>()
  return JSON.stringify(
    findNamed(
      results.map(({ uuid, name }) => [uuid, name]),
      text,
    ),
  )
}

/** Keep the directory's copy in step with the company's record. */
export async function changeCompany(
  directory: D1Database,
  uuid: string,
  change: { name?: string; partner?: boolean; updatedAt: string },
): Promise<void> {
  const { name = null, partner, updatedAt } = change
  await directory
    .prepare(
      `UPDATE companies SET name = coalesce(?2, name), partner = coalesce(?3, partner),
         updated_at = ?4 WHERE uuid = ?1`,
    )
    .bind(uuid, name, partner === undefined ? null : Number(partner), updatedAt)
    .run()
}

/** List the names in the tokens of all who may have a live connection to a company. */
export async function liveNamesOf(directory: D1Database, company: string): Promise<string[]> {
  const { results } = await directory
    .prepare(
      `SELECT 'user:' || user_uuid AS name FROM logins WHERE company_uuid = ?1
       UNION ALL SELECT 'device:' || uuid FROM devices WHERE company_uuid = ?1`,
    )
    .bind(company)
    .all<{ name: string }>()
  return results.map(({ name }) => name)
}
