import { Fault } from '../../domain/fault.ts'
import { mostWrongCodes } from '../../domain/live/device-claim.ts'

/** Facts of a device that are needed before its company is known: the company, and the hash of its key. */
export interface KnownDevice {
  uuid: string
  company_uuid: string
}

/** Return those of these devices that are registered with any company. */
export async function findDevices(
  directory: D1Database,
  uuids: readonly string[],
): Promise<KnownDevice[]> {
  const { results } = await directory
    .prepare(
      'SELECT uuid, company_uuid FROM devices WHERE uuid IN (SELECT value FROM json_each(?1))',
    )
    .bind(JSON.stringify(uuids))
    .all<KnownDevice>()
  return results
}

/**
 * Give a device to another company.
 * @returns false where neither of the two has it, or the other one is closed.
 */
export async function moveDevice(
  directory: D1Database,
  { uuid, from, to }: { uuid: string; from: string; to: string },
): Promise<boolean> {
  const [moved] = await directory.batch([
    directory
      .prepare(
        `UPDATE devices SET company_uuid = ?3 WHERE uuid = ?1 AND company_uuid IN (?2, ?3)
           AND EXISTS (SELECT 1 FROM companies WHERE uuid = ?3 AND deleted_at IS NULL)`,
      )
      .bind(uuid, from, to),
    // Void the code that it showed before, so that it is worth nothing when the device comes back to the stock.
    directory
      .prepare(
        `UPDATE device_claims SET answer = NULL, wrong = ?3
         WHERE device_uuid = ?1 AND (taken_by IS NULL OR taken_by <> ?2)`,
      )
      .bind(uuid, to, mostWrongCodes),
  ])
  return moved?.meta.changes === 1
}

/**
 * Give a company's device a new key. Its key for claims is forgotten: the hands that give it the new one may have set it up again.
 * @throws Fault `not_found` when the company does not have it.
 */
export async function changeDeviceKey(
  directory: D1Database,
  { uuid, company, keyHash }: { uuid: string; company: string; keyHash: string },
): Promise<void> {
  const [changed] = await directory.batch(newKey(directory, { uuid, company, keyHash }))
  if (changed?.meta.changes !== 1) throw new Fault('not_found', 'No such device')
}

/** Make the statements that give a company's device a new key; the first one changes a row if the company has it. */
export function newKey(
  directory: D1Database,
  { uuid, company, keyHash }: { uuid: string; company: string; keyHash: string },
): D1PreparedStatement[] {
  return [
    directory
      .prepare('UPDATE devices SET key_hash = ?3 WHERE uuid = ?1 AND company_uuid = ?2')
      .bind(uuid, company, keyHash),
    directory
      .prepare(
        `DELETE FROM device_claims WHERE device_uuid = ?1
           AND EXISTS (SELECT 1 FROM devices WHERE uuid = ?1 AND company_uuid = ?2)`,
      )
      .bind(uuid, company),
  ]
}

/** Revoke the key of a company's device: it is a stranger from now on. */
export async function forgetDevice(
  directory: D1Database,
  uuid: string,
  company: string,
): Promise<void> {
  await directory
    .prepare('DELETE FROM devices WHERE uuid = ?1 AND company_uuid = ?2')
    .bind(uuid, company)
    .run()
}
