import { claimCodeMs, claimRenewMs, mostWrongCodes } from '../../domain/live/device-claim.ts'
import { makeSecret } from '../crypto/secret.ts'

interface ClaimRow {
  public_key: string
  challenge: string
  made_at: number
  answer: string | null
  wrong: number
  taken_by: string | null
}

export interface OpenChallenge {
  challenge: string
  /** Milliseconds since 1970. */
  until: number
}

/** State of a device's claim: `not_in_stock` also for a device of a laboratory. */
export type ClaimState = 'not_in_stock' | 'other_key' | 'due' | OpenChallenge

/** Find whether a device can be claimed, by one question: each hello asks it. */
export async function findClaimState(
  directory: D1Database,
  { device, key, company }: { device: string; key: string; company: string },
  now: number,
): Promise<ClaimState> {
  const row = await directory
    .prepare(
      `SELECT c.* FROM companies LEFT JOIN device_claims c ON c.device_uuid = ?1
       WHERE companies.uuid = ?2 AND companies.provider = 1 AND companies.deleted_at IS NULL`,
    )
    .bind(device, company)
    .first<ClaimRow | Record<keyof ClaimRow, null>>()
  if (!row) return 'not_in_stock'
  if (row.public_key === null) return 'due'
  if (row.public_key !== key) return 'other_key'
  const isSpent = row.taken_by !== null || row.wrong >= mostWrongCodes
  if (isSpent || row.made_at + claimRenewMs <= now) return 'due'
  return { challenge: row.challenge, until: row.made_at + claimCodeMs }
}

/** Give a device of the stock its next challenge; its key is the first that it has sent. @returns null where it sends another one */
export async function makeChallenge(
  directory: D1Database,
  { device, key, serial }: { device: string; key: string; serial: string },
  now: number,
): Promise<OpenChallenge | null> {
  const challenge = makeSecret()
  const { meta } = await directory
    .prepare(
      `INSERT INTO device_claims (device_uuid, serial_no, public_key, challenge, made_at)
       VALUES (?1, ?2, ?3, ?4, ?5)
       ON CONFLICT (device_uuid) DO UPDATE SET serial_no = ?2, challenge = ?4, made_at = ?5,
         answer = NULL, wrong = 0, taken_by = NULL
       WHERE public_key = ?3`,
    )
    .bind(device, serial.toUpperCase(), key, challenge, now)
    .run()
  return meta.changes === 0 ? null : { challenge, until: now + claimCodeMs }
}

/** Keep the signature of a device over its challenge. @returns false for a challenge that is no longer open. */
export async function keepAnswer(
  directory: D1Database,
  { device, challenge, answer }: { device: string; challenge: string; answer: string },
): Promise<boolean> {
  const { meta } = await directory
    .prepare(
      `UPDATE device_claims SET answer = ?3
       WHERE device_uuid = ?1 AND challenge = ?2 AND taken_by IS NULL`,
    )
    .bind(device, challenge, answer)
    .run()
  return meta.changes > 0
}

export interface AnsweredClaim {
  device_uuid: string
  public_key: string
  challenge: string
  answer: string
  /** Company that the device belongs to now. */
  company_uuid: string
}

/**
 * Return the devices of a serial number whose code can be used by a company: in the stock, or on their way to that company since it
 * has used the code. A number is that of the maker; the code distinguishes two devices with the same number.
 */
export async function findAnswered(
  directory: D1Database,
  { serial, company }: { serial: string; company: string },
  now: number,
): Promise<AnsweredClaim[]> {
  const { results } = await directory
    .prepare(
      `SELECT d.uuid AS device_uuid, d.company_uuid, c.public_key, c.challenge, c.answer
       FROM device_claims c JOIN devices d ON d.uuid = c.device_uuid
         JOIN companies p ON p.uuid = d.company_uuid
       WHERE c.serial_no = ?1 AND c.answer IS NOT NULL AND c.wrong < ?4 AND c.made_at > ?3
         AND (c.taken_by = ?2 OR (c.taken_by IS NULL AND p.provider = 1)) LIMIT 5`,
    )
    .bind(serial.toUpperCase(), company, now - claimCodeMs, mostWrongCodes)
    .all<AnsweredClaim>()
  return results
}

/** Count a wrong code for each device of a serial number. */
export async function countWrongCode(directory: D1Database, serial: string): Promise<void> {
  await directory
    .prepare('UPDATE device_claims SET wrong = wrong + 1 WHERE serial_no = ?1 AND taken_by IS NULL')
    .bind(serial.toUpperCase())
    .run()
}

/**
 * Use the code of a device for a company, once. The company that has used it may go on with a claim that broke off; nobody else may.
 * @returns false where another company was first.
 */
export async function takeClaim(
  directory: D1Database,
  { device, challenge, company }: { device: string; challenge: string; company: string },
): Promise<boolean> {
  const { meta } = await directory
    .prepare(
      `UPDATE device_claims SET taken_by = ?3
       WHERE device_uuid = ?1 AND challenge = ?2 AND coalesce(taken_by, ?3) = ?3`,
    )
    .bind(device, challenge, company)
    .run()
  return meta.changes > 0
}
