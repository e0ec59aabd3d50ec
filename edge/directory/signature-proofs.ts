import { type DueEntry, keepIfChanged } from './due-entries.ts'
import type { KnownProvider } from './identity-providers.ts'

/** A proof for one signature (decision 52). */
export interface SignatureProof {
  proof_hash: string
  state_hash: string
  company_uuid: string
  user_uuid: string
  version: number
  record_hash: string
  expires_at: number
}

/** Keep a proof that goes to a provider; those that took too long end. */
export async function keepProof(
  directory: D1Database,
  given: SignatureProof,
  now: number,
): Promise<void> {
  const { proof_hash, state_hash, company_uuid, user_uuid, version, record_hash, expires_at } =
    given
  await directory.batch([
    directory.prepare('DELETE FROM signature_proofs WHERE expires_at <= ?1').bind(now),
    directory
      .prepare(
        `INSERT INTO signature_proofs
           (proof_hash, state_hash, company_uuid, user_uuid, version, record_hash, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
      )
      .bind(proof_hash, state_hash, company_uuid, user_uuid, version, record_hash, expires_at),
  ])
}

/** Find the person whose proof waits for a sign-in at the provider; null for a sign-in of another kind. */
export async function findProver(directory: D1Database, stateHash: string): Promise<string | null> {
  const row = await directory
    .prepare('SELECT user_uuid FROM signature_proofs WHERE state_hash = ?1')
    .bind(stateHash)
    .first<{ user_uuid: string }>()
  return row?.user_uuid ?? null
}

/** Note that the person has signed in at the provider; from now on the signature has to come within `windowMs`. */
export async function settleProof(
  directory: D1Database,
  stateHash: string,
  { now, windowMs }: { now: number; windowMs: number },
): Promise<boolean> {
  const { meta } = await directory
    .prepare(
      `UPDATE signature_proofs SET proven_at = ?2, expires_at = ?3
       WHERE state_hash = ?1 AND proven_at IS NULL AND expires_at > ?2`,
    )
    .bind(stateHash, now, now + windowMs)
    .run()
  return meta.changes > 0
}

/**
 * Use a proof for an operation. Any try uses it up, also one for another content; only the same operation, sent again after a lost
 * answer, may bring it once more. Returns null for a proof that is unknown, not proven, over or used by another operation.
 */
export async function spendProof(
  directory: D1Database,
  proofHash: string,
  { opId, now }: { opId: string; now: number },
): Promise<SignatureProof | null> {
  return directory
    .prepare(
      `UPDATE signature_proofs SET used_by = ?2
       WHERE proof_hash = ?1 AND proven_at IS NOT NULL AND expires_at > ?3
         AND (used_by IS NULL OR used_by = ?2)
       RETURNING *`,
    )
    .bind(proofHash, opId, now)
    .first<SignatureProof>()
}

/**
 * Return the provider at which somebody proves their signatures: their company has chosen so, they have signed in there before,
 * and they are not its break-glass account. Null for everybody else, who signs with a password.
 */
export async function signingProviderOf(
  directory: D1Database,
  { uuid, company_uuid }: { uuid: string; company_uuid: string },
): Promise<KnownProvider | null> {
  return directory
    .prepare(
      `SELECT provider.* FROM identity_providers AS provider
       JOIN identity_links AS link ON link.company_uuid = provider.company_uuid
         AND link.issuer = provider.issuer AND link.user_uuid = ?2
       WHERE provider.company_uuid = ?1 AND enabled = 1 AND signing = 'provider'
         AND break_glass_uuid IS NOT ?2`,
    )
    .bind(company_uuid, uuid)
    .first<KnownProvider>()
}

/**
 * Choose the proof for signatures of a company. Its provider only while that is on, and by another person than who saved its
 * settings: one alone could sign as anybody. Returns false otherwise.
 */
export async function chooseSigning(
  directory: D1Database,
  company: string,
  given: { way: KnownProvider['signing']; pins: boolean; by: string; due: DueEntry },
): Promise<boolean> {
  const { way, pins, by, due } = given
  const [chosen] = await directory.batch([
    directory
      .prepare(
        `UPDATE identity_providers SET signing = ?2, pins = ?4 WHERE company_uuid = ?1
           AND (?2 = 'password' OR (enabled = 1 AND saved_by <> ?3))`,
      )
      .bind(company, way, by, Number(pins && way === 'provider')),
    keepIfChanged(directory, due),
    // End PINs where they are forbidden: allowing them again does not bring them back.
    directory
      .prepare(
        `DELETE FROM signing_pins WHERE company_uuid = ?1
           AND EXISTS (SELECT 1 FROM identity_providers WHERE company_uuid = ?1 AND pins = 0)`,
      )
      .bind(company),
  ])
  return (chosen?.meta.changes ?? 0) > 0
}
