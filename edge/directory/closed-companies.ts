import { Fault } from '../../domain/fault.ts'
import { inTime } from '../in-time.ts'
import { namesAsCompared, writeName } from './companies.ts'

/**
 * Take a company out of the lists: nobody reaches it, its devices and keys are unknown from now on. Its people's names stay taken.
 */
export async function closeCompany(directory: D1Database, uuid: string, at: string): Promise<void> {
  await directory.batch([
    directory
      .prepare(
        `UPDATE companies SET deleted_at = ?2, updated_at = ?2, provider = 0, partner = 0,
           partner_uuid = NULL
         WHERE uuid = ?1`,
      )
      .bind(uuid, at),
    directory
      .prepare('UPDATE companies SET partner_uuid = NULL WHERE partner_uuid = ?1')
      .bind(uuid),
    directory.prepare('DELETE FROM devices WHERE company_uuid = ?1').bind(uuid),
    directory.prepare('DELETE FROM api_keys WHERE company_uuid = ?1').bind(uuid),
    directory.prepare('DELETE FROM identity_providers WHERE company_uuid = ?1').bind(uuid),
    directory
      .prepare(
        `DELETE FROM password_resets
         WHERE user_uuid IN (SELECT user_uuid FROM logins WHERE company_uuid = ?1)`,
      )
      .bind(uuid),
  ])
}

/**
 * Open a closed company again, under its name. Partners and underlings are not put back.
 * @throws Fault `taken` when another company has the name, or one that looks like it, by now; `refused` for one whose erasing has
 * begun.
 */
export async function reopenCompany(
  directory: D1Database,
  uuid: string,
  name: string,
  at: string,
): Promise<void> {
  await writeName(directory, uuid, name, async (compared) => {
    const { meta } = await directory
      .prepare(
        `UPDATE companies SET deleted_at = NULL, updated_at = ?2, name = ?3
         WHERE uuid = ?1 AND name <> '' AND ${namesAsCompared.replace('?6', '?4')}`,
      )
      .bind(uuid, at, name, compared)
      .run()
    if (meta.changes === 0) await refuseErased(directory, uuid)
    return meta.changes > 0
  })
}

/** @throws Fault `refused` for a company whose erasing has begun, or is done. */
export async function refuseErased(directory: D1Database, uuid: string): Promise<void> {
  if ((await listErased(directory, [uuid])).length === 0) return
  throw new Fault('refused', 'This company was erased', { reason: 'closing_ended' })
}

/** List those of some companies whose erasing has begun, or is done. */
export async function listErased(
  directory: D1Database,
  uuids: readonly string[],
): Promise<string[]> {
  if (uuids.length === 0) return []
  const { results } = await inTime(
    'directory',
    directory
      .prepare(
        `SELECT uuid FROM companies WHERE uuid IN (SELECT value FROM json_each(?1))
           AND deleted_at IS NOT NULL AND name = ''`,
      )
      .bind(JSON.stringify(uuids))
      .all<{ uuid: string }>(),
  )
  return results.map(({ uuid }) => uuid)
}

/**
 * Take the name of a closed company away, after which nothing opens it again: of an erasing and a reopening at the same time one
 * is refused here. May be repeated.
 * @throws Fault `refused` for a company that is open.
 */
export async function beginErasing(directory: D1Database, uuid: string): Promise<void> {
  const query = `UPDATE companies SET name = '' WHERE uuid = ?1 AND deleted_at IS NOT NULL`
  const { meta } = await directory.prepare(query).bind(uuid).run()
  if (meta.changes > 0) return
  throw new Fault('refused', 'The company is open', { reason: 'closing_ended' })
}

/** Count the people and the devices of a company. */
export async function countMembers(
  directory: D1Database,
  company: string,
): Promise<{ people: number; devices: number }> {
  const row = await directory
    .prepare(
      `SELECT (SELECT count(*) FROM logins WHERE company_uuid = ?1) AS people,
         (SELECT count(*) FROM devices WHERE company_uuid = ?1) AS devices`,
    )
    .bind(company)
    .first<{ people: number; devices: number }>()
  return { people: row?.people ?? 0, devices: row?.devices ?? 0 }
}
