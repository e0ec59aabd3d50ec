import { foldName } from '../../domain/rules/plain-text.ts'
import { sha256Hex } from '../crypto/secret.ts'
import type { PasswordChosen } from './directory.ts'
import { readAgain } from './read-again.ts'

/** All that a sign-in asks the directory, in one row. */
export interface KnownLogin {
  user_uuid: string
  company_uuid: string
  password_hash: string
  /** Counts changes of the password; another hash of the same password is none. */
  password_version: number
  password_chosen: PasswordChosen
  /** Secret of the second step, sealed; null while it is off. */
  sealed_secret: string | null
  /** 1 for a person of a domain that signs in with the company's identity provider alone (decision 44). */
  provider_only: number
}

const columns = `logins.user_uuid, company_uuid, password_hash, password_version, password_chosen, sealed_secret,
  EXISTS (SELECT 1 FROM identity_providers AS provider
    WHERE provider.company_uuid = logins.company_uuid AND enabled = 1 AND break_glass_uuid <> logins.user_uuid
      AND substr(lower(logins.email), -length(domain) - 1) = '@' || domain) AS provider_only
  FROM logins LEFT JOIN two_step ON two_step.user_uuid = logins.user_uuid`

/**
 * Find a login by username or e-mail as spelled, ignoring the case of ASCII letters; else by any spelling of them. Of
 * two older accounts with the same folded name, the exact spelling decides.
 */
export async function findSignIn(directory: D1Database, name: string): Promise<KnownLogin | null> {
  const statement = directory
    .prepare(
      `SELECT ${columns} WHERE logins.user_uuid = coalesce(
         (SELECT user_uuid FROM logins WHERE username = ?1 OR email = ?1 LIMIT 1),
         (SELECT user_uuid FROM login_names WHERE folded = ?2))`,
    )
    .bind(name, foldName(name))
  return readAgain(() => statement.first<KnownLogin>())
}

export async function signInOf(directory: D1Database, user: string): Promise<KnownLogin | null> {
  const statement = directory.prepare(`SELECT ${columns} WHERE logins.user_uuid = ?1`).bind(user)
  return readAgain(() => statement.first<KnownLogin>())
}

/**
 * Set a password by the one before, unless it has been changed since `version`; every token to reset it ends. Where the one
 * before may be somebody else's, so may this one.
 */
export async function changePasswordHash(
  directory: D1Database,
  user: string,
  version: number,
  hash: string,
): Promise<boolean> {
  const [changed] = await directory.batch([
    directory
      .prepare(
        `UPDATE logins SET password_hash = ?3, password_version = password_version + 1,
           password_chosen = CASE WHEN password_chosen IN (2, 3) THEN 3 ELSE 1 END
         WHERE user_uuid = ?1 AND password_version = ?2`,
      )
      .bind(user, version, hash),
    directory.prepare('DELETE FROM password_resets WHERE user_uuid = ?1').bind(user),
  ])
  return (changed?.meta.changes ?? 0) > 0
}

/** Replace a hash by another one of the same password, unless the hash has changed meanwhile. */
export async function replaceHash(
  directory: D1Database,
  { user_uuid, password_hash }: Pick<KnownLogin, 'user_uuid' | 'password_hash'>,
  hash: string,
): Promise<void> {
  await directory
    .prepare('UPDATE logins SET password_hash = ?3 WHERE user_uuid = ?1 AND password_hash = ?2')
    .bind(user_uuid, password_hash, hash)
    .run()
}

/**
 * Put a password that nobody knows in the place of one, as if the person had never chosen any; their links end.
 * @param kinds of passwords (PasswordChosen) that end.
 * @returns false where it was of another kind.
 */
export async function voidPassword(
  directory: D1Database,
  user: string,
  hash: string,
  kinds: readonly PasswordChosen[] = [0, 1, 2, 3],
): Promise<boolean> {
  const [voided] = await directory.batch([
    directory
      .prepare(
        `UPDATE logins SET password_hash = ?2, password_version = password_version + 1, password_chosen = 0
         WHERE user_uuid = ?1 AND password_chosen IN (SELECT value FROM json_each(?3))`,
      )
      .bind(user, hash, JSON.stringify(kinds)),
    // Delete the links of the password that has ended.
    directory.prepare(endedLinks).bind(user),
  ])
  return (voided?.meta.changes ?? 0) > 0
}

/** End all password links of a person, used or not. */
export async function endLinks(directory: D1Database, user: string): Promise<void> {
  await directory.prepare('DELETE FROM password_resets WHERE user_uuid = ?1').bind(user).run()
}

/** Return true for a person who has neither a chosen password nor a valid link to choose one. */
export async function hasNoWayIn(
  directory: D1Database,
  user: string,
  now: number,
): Promise<boolean> {
  const found = await directory
    .prepare(
      `SELECT 1 FROM logins WHERE user_uuid = ?1 AND password_chosen = 0
         AND NOT EXISTS (SELECT 1 FROM password_resets WHERE user_uuid = ?1 AND expires_at > ?2)`,
    )
    .bind(user, now)
    .first()
  return found !== null
}

/**
 * Return true for a person without a chosen password to whom no invitation is under way: there is no valid link, or no mail that
 * took one.
 */
export async function isUninvited(
  directory: D1Database,
  user: string,
  now: number,
): Promise<boolean> {
  const found = await directory
    .prepare(
      `SELECT 1 FROM logins WHERE user_uuid = ?1 AND password_chosen = 0 AND NOT (
         EXISTS (SELECT 1 FROM password_resets WHERE user_uuid = ?1 AND expires_at > ?2)
         AND EXISTS (SELECT 1 FROM mails WHERE company_uuid = logins.company_uuid
           AND recipient = logins.email AND state <> 'failed'))`,
    )
    .bind(user, now)
    .first()
  return found !== null
}

/** Return true for a company somebody of which has signed in, here or in the company they came from. */
export async function hasOwner(directory: D1Database, company: string): Promise<boolean> {
  const found = await directory
    .prepare(
      `SELECT 1 FROM logins WHERE company_uuid = ?1 AND (password_chosen IN (1, 3)
         OR EXISTS (SELECT 1 FROM identity_links WHERE user_uuid = logins.user_uuid)) LIMIT 1`,
    )
    .bind(company)
    .first()
  return found !== null
}

const endedLinks = `DELETE FROM password_resets WHERE user_uuid = ?1
  AND password_version <> (SELECT password_version FROM logins WHERE user_uuid = ?1)`

/**
 * Keep a reset token by its hash, of a link that goes to `email`.
 * @param given.endsOlder the person's links before it end.
 * @returns false when password, company or address have changed meanwhile: the link must not be sent.
 */
export async function keepReset(
  directory: D1Database,
  token: string,
  login: Pick<KnownLogin, 'user_uuid' | 'company_uuid' | 'password_version'>,
  given: { email: string; now: number; expires: number; endsOlder: boolean },
): Promise<boolean> {
  const [, kept] = await directory.batch([
    directory
      .prepare('DELETE FROM password_resets WHERE expires_at < ?1 OR (?2 = 1 AND user_uuid = ?3)')
      .bind(given.now, given.endsOlder ? 1 : 0, login.user_uuid),
    directory
      .prepare(
        `INSERT INTO password_resets (token_hash, user_uuid, password_version, expires_at)
         SELECT ?1, user_uuid, password_version, ?4 FROM logins
         WHERE user_uuid = ?2 AND password_version = ?3 AND company_uuid = ?5 AND email = ?6`,
      )
      .bind(
        sha256Hex(token),
        login.user_uuid,
        login.password_version,
        given.expires,
        login.company_uuid,
        given.email,
      ),
  ])
  return (kept?.meta.changes ?? 0) > 0
}

const liveReset = `token_hash = ?1 AND user_uuid = ?2 AND expires_at >= ?3 AND password_version =
  (SELECT password_version FROM logins WHERE logins.user_uuid = ?2)`

/** Return the person whose password a token sets; null for a used token. */
export async function findReset(
  directory: D1Database,
  user: string,
  token: string,
  now: number,
): Promise<{ username: string; password_chosen: number } | null> {
  return directory
    .prepare(
      `SELECT username, password_chosen FROM logins
       WHERE user_uuid = ?2 AND EXISTS (SELECT 1 FROM password_resets WHERE ${liveReset})`,
    )
    .bind(sha256Hex(token), user, now)
    .first<{ username: string; password_chosen: number }>()
}

/**
 * Set a password by a token, which is used up with all others of the person. In one step: a link ends with an address or a
 * company, and nothing of it is left in hand when they change.
 * @returns false for a token that is spent.
 */
export async function setPasswordByToken(
  directory: D1Database,
  user: string,
  token: string,
  given: { hash: string; chosen: PasswordChosen; now: number },
): Promise<boolean> {
  const [changed] = await directory.batch([
    directory
      .prepare(
        `UPDATE logins SET password_hash = ?4, password_version = password_version + 1, password_chosen = ?5
         WHERE user_uuid = ?2 AND EXISTS (SELECT 1 FROM password_resets WHERE ${liveReset})`,
      )
      .bind(sha256Hex(token), user, given.now, given.hash, given.chosen),
    directory.prepare(endedLinks).bind(user),
  ])
  return (changed?.meta.changes ?? 0) > 0
}

/**
 * Switch the second step on with its recovery codes. False when it is on already, or the password that was asked for
 * is no longer the person's.
 */
export async function addTwoStep(
  directory: D1Database,
  { user_uuid: user, password_version }: Pick<KnownLogin, 'user_uuid' | 'password_version'>,
  given: { sealed: string; step: number; at: string; recovery: readonly string[] },
): Promise<boolean> {
  const [added] = await directory.batch([
    directory
      .prepare(
        `INSERT OR IGNORE INTO two_step (user_uuid, sealed_secret, last_step, activated_at)
         SELECT user_uuid, ?2, ?3, ?4 FROM logins WHERE user_uuid = ?1 AND password_version = ?5`,
      )
      .bind(user, given.sealed, given.step, given.at, password_version),
    // Keep them only beside the secret that has just come: a second activation leaves the codes of the first alone.
    directory
      .prepare(
        `INSERT INTO recovery_codes (user_uuid, code_hash) SELECT ?1, value FROM json_each(?2)
         WHERE (SELECT sealed_secret FROM two_step WHERE user_uuid = ?1) = ?3`,
      )
      .bind(
        user,
        JSON.stringify(given.recovery.map((code) => recoveryHash(user, code))),
        given.sealed,
      ),
  ])
  return (added?.meta.changes ?? 0) > 0
}

export async function removeTwoStep(directory: D1Database, user: string): Promise<void> {
  await directory.batch([
    directory.prepare('DELETE FROM two_step WHERE user_uuid = ?1').bind(user),
    directory.prepare('DELETE FROM recovery_codes WHERE user_uuid = ?1').bind(user),
  ])
}

/**
 * Remove the second step after the person has proved their identity; false when password or second step have changed
 * since.
 */
export async function removeProvenTwoStep(
  directory: D1Database,
  { user_uuid: user, password_version, sealed_secret }: KnownLogin,
): Promise<boolean> {
  const [, removed] = await directory.batch([
    directory
      .prepare(
        `DELETE FROM recovery_codes WHERE user_uuid = ?1
           AND EXISTS (SELECT 1 FROM two_step WHERE user_uuid = ?1 AND sealed_secret = ?2)
           AND EXISTS (SELECT 1 FROM logins WHERE user_uuid = ?1 AND password_version = ?3)`,
      )
      .bind(user, sealed_secret, password_version),
    directory
      .prepare(
        `DELETE FROM two_step WHERE user_uuid = ?1 AND sealed_secret = ?2
           AND EXISTS (SELECT 1 FROM logins WHERE user_uuid = ?1 AND password_version = ?3)`,
      )
      .bind(user, sealed_secret, password_version),
  ])
  return (removed?.meta.changes ?? 0) > 0
}

/** Mark a step as used; false when it or a later one was used before. */
export async function takeStep(
  directory: D1Database,
  user: string,
  step: number,
): Promise<boolean> {
  const { meta } = await directory
    .prepare('UPDATE two_step SET last_step = ?2 WHERE user_uuid = ?1 AND last_step < ?2')
    .bind(user, step)
    .run()
  return meta.changes > 0
}

/** Use up a recovery code; false when there is no such one. */
export async function takeRecovery(
  directory: D1Database,
  user: string,
  code: string,
): Promise<boolean> {
  const { meta } = await directory
    .prepare('DELETE FROM recovery_codes WHERE user_uuid = ?1 AND code_hash = ?2')
    .bind(user, recoveryHash(user, code))
    .run()
  return meta.changes > 0
}

export async function readTwoStep(
  directory: D1Database,
  user: string,
): Promise<{ activated_at: string; recovery_left: number } | null> {
  return directory
    .prepare(
      `SELECT activated_at, (SELECT count(*) FROM recovery_codes WHERE user_uuid = ?1) AS recovery_left
       FROM two_step WHERE user_uuid = ?1`,
    )
    .bind(user)
    .first<{ activated_at: string; recovery_left: number }>()
}

/** 80 random bits need no slow hash; bound to the person, so that equal hashes say nothing. */
function recoveryHash(user: string, code: string): string {
  return sha256Hex(`${user}:${code}`)
}
