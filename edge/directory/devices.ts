import { Fault } from '../../domain/fault.ts'

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
 * Gives a device to another company.
 * @throws Fault `not_found` when neither of the two has it.
 */
export async function moveDevice(
  directory: D1Database,
  { uuid, from, to }: { uuid: string; from: string; to: string },
): Promise<void> {
  const { meta } = await directory
    .prepare('UPDATE devices SET company_uuid = ?3 WHERE uuid = ?1 AND company_uuid IN (?2, ?3)')
    .bind(uuid, from, to)
    .run()
  if (meta.changes === 0) throw new Fault('not_found', 'No such device')
}

/**
 * Gives a company's device a new key.
 * @throws Fault `not_found` when the company does not have it.
 */
export async function changeDeviceKey(
  directory: D1Database,
  { uuid, company, keyHash }: { uuid: string; company: string; keyHash: string },
): Promise<void> {
  const { meta } = await directory
    .prepare('UPDATE devices SET key_hash = ?3 WHERE uuid = ?1 AND company_uuid = ?2')
    .bind(uuid, company, keyHash)
    .run()
  if (meta.changes === 0) throw new Fault('not_found', 'No such device')
}

/** Revokes the key of a company's device: it is a stranger from now on. */
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
