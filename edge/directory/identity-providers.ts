import { type DueEntry, keepIfChanged } from './due-entries.ts'

/** Settings of a company's identity provider, as the directory keeps them. */
export interface KnownProvider {
  company_uuid: string
  issuer: string
  client_id: string
  sealed_secret: string | null
  domain: string
  domain_token: string
  domain_proven_at: string | null
  tested_at: string | null
  enabled: number
  break_glass_uuid: string | null
  version: number
  /** Proof that signatures of its people need (decision 52). */
  signing: 'password' | 'provider'
  saved_by: string | null
  /** 1 where its people may sign by PIN. */
  pins: number
}

/** A sign-in that went to a provider. */
export interface KnownState {
  state_hash: string
  browser_hash: string
  company_uuid: string
  version: number
  tester_uuid: string | null
  sealed: string
  expires_at: number
}

export async function readProvider(
  directory: D1Database,
  company: string,
): Promise<KnownProvider | null> {
  return directory
    .prepare('SELECT * FROM identity_providers WHERE company_uuid = ?1')
    .bind(company)
    .first<KnownProvider>()
}

/** Find the provider that is switched on for a domain, of a company that is not closed. */
export async function findProviderOf(
  directory: D1Database,
  domain: string,
): Promise<KnownProvider | null> {
  return directory
    .prepare(
      `SELECT identity_providers.* FROM identity_providers
       JOIN companies ON companies.uuid = company_uuid AND companies.deleted_at IS NULL
       WHERE domain = ?1 AND domain_proven_at IS NOT NULL AND enabled = 1`,
    )
    .bind(domain)
    .first<KnownProvider>()
}

/**
 * Keep new settings, which are off and untested. A domain that stays the same stays proven.
 * @returns false when they have changed since `seen`, the version that the new ones were made from.
 */
export async function saveProvider(
  directory: D1Database,
  given: Pick<
    KnownProvider,
    | 'company_uuid'
    | 'issuer'
    | 'client_id'
    | 'sealed_secret'
    | 'domain'
    | 'domain_token'
    | 'saved_by'
  >,
  { seen, due }: { seen: number; due: DueEntry },
): Promise<boolean> {
  const statement = directory
    .prepare(
      `INSERT INTO identity_providers
         (company_uuid, issuer, client_id, sealed_secret, domain, domain_token, saved_by)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?8)
       ON CONFLICT (company_uuid) DO UPDATE SET
         issuer = ?2, client_id = ?3, sealed_secret = ?4, domain_token = ?6,
         domain_proven_at = CASE WHEN domain = ?5 THEN domain_proven_at END, domain = ?5,
         tested_at = NULL, enabled = 0, break_glass_uuid = NULL, version = version + 1,
         signing = 'password', pins = 0, saved_by = ?8
       WHERE version = ?7`,
    )
    .bind(
      given.company_uuid,
      given.issuer,
      given.client_id,
      given.sealed_secret,
      given.domain,
      given.domain_token,
      seen,
      given.saved_by,
    )
  const [saved] = await directory.batch([statement, keepIfChanged(directory, due)])
  return (saved?.meta.changes ?? 0) > 0
}

/** Note that a domain is the company's; that of a closed company is free. Returns false when it is proven for another one, or is no longer the company's choice. */
export async function proveDomain(
  directory: D1Database,
  company: string,
  domain: string,
  { at, due }: { at: string; due?: DueEntry },
): Promise<boolean> {
  const [, proven] = await directory.batch([
    directory
      .prepare(
        `DELETE FROM identity_providers WHERE domain = ?1
           AND company_uuid IN (SELECT uuid FROM companies WHERE deleted_at IS NOT NULL)`,
      )
      .bind(domain),
    directory
      .prepare(
        `UPDATE OR IGNORE identity_providers SET domain_proven_at = ?3
         WHERE company_uuid = ?1 AND domain = ?2`,
      )
      .bind(company, domain, at),
    ...(due ? [keepIfChanged(directory, due)] : []),
  ])
  return (proven?.meta.changes ?? 0) > 0
}

/** Note that a sign-in with these settings worked; false when they have changed since. */
export async function markTested(
  directory: D1Database,
  { company_uuid, version }: Pick<KnownProvider, 'company_uuid' | 'version'>,
  at: string,
): Promise<boolean> {
  const { meta } = await directory
    .prepare(
      'UPDATE identity_providers SET tested_at = ?3 WHERE company_uuid = ?1 AND version = ?2',
    )
    .bind(company_uuid, version, at)
    .run()
  return meta.changes > 0
}

/** Switch the sign-in on or off; on only where the domain is proven and a test worked. Returns false otherwise. */
export async function switchProvider(
  directory: D1Database,
  { company_uuid, version }: Pick<KnownProvider, 'company_uuid' | 'version'>,
  { on, breakGlass, due }: { on: boolean; breakGlass: string | null; due: DueEntry },
): Promise<boolean> {
  const statement = directory
    .prepare(
      `UPDATE identity_providers SET enabled = ?2, break_glass_uuid = ?3
       WHERE company_uuid = ?1 AND version = ?4
         AND (?2 = 0 OR (domain_proven_at IS NOT NULL AND tested_at IS NOT NULL))`,
    )
    .bind(company_uuid, on ? 1 : 0, on ? breakGlass : null, version)
  const [switched] = await directory.batch([statement, keepIfChanged(directory, due)])
  return (switched?.meta.changes ?? 0) > 0
}

/** Keep a sign-in that goes to a provider; those that took too long end. */
export async function keepState(
  directory: D1Database,
  given: KnownState,
  now: number,
): Promise<void> {
  await directory.batch([
    directory.prepare('DELETE FROM identity_states WHERE expires_at <= ?1').bind(now),
    directory
      .prepare(
        `INSERT INTO identity_states
           (state_hash, browser_hash, company_uuid, version, tester_uuid, sealed, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
      )
      .bind(
        given.state_hash,
        given.browser_hash,
        given.company_uuid,
        given.version,
        given.tester_uuid,
        given.sealed,
        given.expires_at,
      ),
  ])
}

/** Take a sign-in out, so that its state is used once; null for one that is used up or over. */
export async function takeState(
  directory: D1Database,
  stateHash: string,
  now: number,
): Promise<KnownState | null> {
  return directory
    .prepare('DELETE FROM identity_states WHERE state_hash = ?1 AND expires_at > ?2 RETURNING *')
    .bind(stateHash, now)
    .first<KnownState>()
}

/** Find the person of a company that a subject of the provider is bound to. */
export async function findLinked(
  directory: D1Database,
  { company_uuid, issuer }: KnownProvider,
  subject: string,
): Promise<string | null> {
  const row = await directory
    .prepare(
      `SELECT identity_links.user_uuid FROM identity_links
       JOIN logins ON logins.user_uuid = identity_links.user_uuid AND logins.company_uuid = ?1
       WHERE identity_links.company_uuid = ?1 AND issuer = ?2 AND subject = ?3`,
    )
    .bind(company_uuid, issuer, subject)
    .first<{ user_uuid: string }>()
  return row?.user_uuid ?? null
}

/**
 * Bind a subject to the person of the company with this e-mail address, once: neither a bound subject nor a bound person is
 * bound again, nor anybody while two accounts of old differ by the case of their addresses only. Returns the person, or null.
 */
export async function bindByEmail(
  directory: D1Database,
  { company_uuid, issuer, version }: KnownProvider,
  { subject, email }: { subject: string; email: string },
): Promise<string | null> {
  const row = await directory
    .prepare(
      `INSERT OR IGNORE INTO identity_links (company_uuid, issuer, subject, user_uuid)
       SELECT ?1, ?2, ?3, min(user_uuid) FROM logins WHERE company_uuid = ?1 AND lower(email) = ?4
         AND EXISTS (
           SELECT 1 FROM identity_providers WHERE company_uuid = ?1 AND enabled = 1 AND version = ?5)
       HAVING count(*) = 1
       RETURNING user_uuid`,
    )
    .bind(company_uuid, issuer, subject, email, version)
    .first<{ user_uuid: string }>()
  return row?.user_uuid ?? null
}

/** Return true where a person of the company has this e-mail address. */
export async function hasPerson(
  directory: D1Database,
  company: string,
  email: string,
): Promise<boolean> {
  const row = await directory
    .prepare('SELECT 1 FROM logins WHERE company_uuid = ?1 AND lower(email) = ?2')
    .bind(company, email)
    .first()
  return row !== null
}

/** Return true for the only person of a company who signs in with a password, where its provider alone signs in. */
export async function isBreakGlass(
  directory: D1Database,
  { company, user }: { company: string; user: string },
): Promise<boolean> {
  const row = await directory
    .prepare(
      `SELECT 1 FROM identity_providers
       WHERE company_uuid = ?1 AND break_glass_uuid = ?2 AND enabled = 1`,
    )
    .bind(company, user)
    .first()
  return row !== null
}

/**
 * Let passwords count again in a company whose only person with one is gone: found after a change that went on beside the switch.
 */
export async function endBreakGlass(
  directory: D1Database,
  { company, user }: { company: string; user: string },
): Promise<void> {
  await directory
    .prepare(
      `UPDATE identity_providers SET break_glass_uuid = NULL
       WHERE company_uuid = ?1 AND break_glass_uuid = ?2`,
    )
    .bind(company, user)
    .run()
}
