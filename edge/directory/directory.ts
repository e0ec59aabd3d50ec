import { Fault } from '../../domain/fault.ts'
import { foldName } from '../../domain/rules/plain-text.ts'
import { newKey } from './devices.ts'
import { foldOlderNames, keepNames, nameHashes } from './names.ts'

export interface Login {
  user_uuid: string
  company_uuid: string
  password_hash: string
}

/**
 * Origin of a password: 0 none yet (invited), 1 chosen by the person, 2 set by somebody else, to be changed at once; 3 chosen with
 * a credential that somebody else had (a password of kind 2, or a link that no mail delivered): it may be theirs.
 */
export type PasswordChosen = 0 | 1 | 2 | 3

async function loginOf(directory: D1Database, user: string): Promise<Login | null> {
  return directory
    .prepare('SELECT user_uuid, company_uuid, password_hash FROM logins WHERE user_uuid = ?1')
    .bind(user)
    .first<Login>()
}

/**
 * Add a login. Repeating it for the same user changes nothing. Either name signs in, so a username may not
 * be another's e-mail address: they could no longer sign in. Asked and written in one statement, since two
 * may come at once. A name that somebody else had is taken for ever (21 CFR 11.100(a)).
 * @returns whether it was added.
 * @throws NameUnusable with the field that another account holds, or held, in this region.
 */
export async function addLogin(
  directory: D1Database,
  login: Login & { username: string; email: string; password_chosen?: PasswordChosen },
): Promise<boolean> {
  const { user_uuid, company_uuid, username, email, password_hash, password_chosen = 1 } = login
  await foldOlderNames(directory)
  const names = [username, email]
  const [added] = await directory.batch([
    directory
      .prepare(
        `INSERT INTO logins (user_uuid, company_uuid, username, email, password_hash, password_chosen)
         SELECT ?1, ?2, ?3, ?4, ?5, ?8 WHERE NOT EXISTS (
           SELECT 1 FROM logins
           WHERE user_uuid = ?1 OR username = ?3 OR email = ?3 OR username = ?4 OR email = ?4)
         AND NOT EXISTS (SELECT 1 FROM login_names WHERE folded IN (SELECT value FROM json_each(?7)))
         AND NOT EXISTS (
           SELECT 1 FROM retired_names
           WHERE name_hash IN (SELECT value FROM json_each(?6)) AND user_uuid <> ?1)`,
      )
      .bind(
        user_uuid,
        company_uuid,
        username,
        email,
        password_hash,
        JSON.stringify(names.flatMap(nameHashes)),
        JSON.stringify(names.map(foldName)),
        password_chosen,
      ),
    keepNames(directory, user_uuid, names),
  ])
  if ((added?.meta.changes ?? 0) > 0) return true
  const known = await loginOf(directory, user_uuid)
  // Refuse the same operation id in another company, which is no repeat: two records would share one login.
  if (known && known.company_uuid !== company_uuid) {
    throw new Fault('taken', 'This operation id was used for something else', {
      reason: 'operation_id_taken',
    })
  }
  if (known) return false
  throw await unusable(directory, names)
}

/**
 * Refusal of a name that somebody of the region has or had. It says nothing of them: they may be of another company, of which
 * the asker learns nothing (decision 58).
 */
export class NameUnusable extends Fault {
  readonly field: 'username' | 'email'
  /** Person who has or had the name; for the service itself. */
  readonly holder: string | null

  constructor(field: 'username' | 'email', holder: string | null) {
    super('refused', `This ${field} cannot be used`, { field, reason: 'name_unusable' })
    this.field = field
    this.holder = holder
  }
}

async function unusable(
  directory: D1Database,
  [username, email]: readonly string[],
): Promise<NameUnusable> {
  const holders = await findHolders(
    directory,
    [username, email].filter((one) => one !== undefined),
  )
  const field = holders.has(username ?? '') ? 'username' : 'email'
  return new NameUnusable(field, holders.get((field === 'email' ? email : username) ?? '') ?? null)
}

/** Find the people of the region who have or had some names, in one request; a name of nobody is left out. */
export async function findHolders(
  directory: D1Database,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  await foldOlderNames(directory)
  const asked = names.map((name) =>
    directory
      .prepare(
        `SELECT user_uuid FROM logins WHERE username = ?1 OR email = ?1
         UNION ALL SELECT user_uuid FROM login_names WHERE folded = ?2
         UNION ALL SELECT user_uuid FROM retired_names
           WHERE name_hash IN (SELECT value FROM json_each(?3)) LIMIT 1`,
      )
      .bind(name, foldName(name), JSON.stringify(nameHashes(name))),
  )
  const answers = await directory.batch<{ user_uuid: string }>(asked)
  return new Map(
    names.flatMap((name, at) => {
      const holder = answers[at]?.results[0]?.user_uuid
      return holder === undefined ? [] : [[name, holder] as const]
    }),
  )
}

/** Remove a login whose person could not be added, and free its names. */
export async function removeLogin(
  directory: D1Database,
  { user_uuid, company_uuid }: Pick<Login, 'user_uuid' | 'company_uuid'>,
): Promise<void> {
  await directory
    .prepare('DELETE FROM logins WHERE user_uuid = ?1 AND company_uuid = ?2')
    .bind(user_uuid, company_uuid)
    .run()
}

interface Names {
  username: string
  email: string
}

/** A person as a company writes them: their login is that company's, or out of its reach by now. */
interface Member {
  user: string
  company: string
}

async function namesOf(directory: D1Database, { user, company }: Member): Promise<Names | null> {
  return directory
    .prepare('SELECT username, email FROM logins WHERE user_uuid = ?1 AND company_uuid = ?2')
    .bind(user, company)
    .first<Names>()
}

/** Return the address that somebody of a company signs in with. */
export async function addressOf(directory: D1Database, member: Member): Promise<string | null> {
  return (await namesOf(directory, member))?.email ?? null
}

const retire = 'INSERT OR IGNORE INTO retired_names (name_hash, user_uuid) VALUES (?1, ?2)'

/** End the login of a deleted person: it signs nobody in, and nobody else gets its names. */
export async function retireLogin(directory: D1Database, member: Member): Promise<void> {
  const { user } = member
  const names = await namesOf(directory, member)
  if (!names) return
  await directory.batch([
    ...[names.username, names.email]
      .flatMap(nameHashes)
      .map((hash) => directory.prepare(retire).bind(hash, user)),
    directory.prepare('DELETE FROM logins WHERE user_uuid = ?1').bind(user),
  ])
}

/**
 * Change the e-mail address of a login; links to set a password that went to the old one end, and so does the binding to
 * the identity provider. The old one stays reserved for the person.
 * @throws NameUnusable when another login has or had it, Fault `not_found` without a login.
 */
export async function changeLoginEmail(
  directory: D1Database,
  member: Member,
  email: string,
): Promise<void> {
  const { user, company } = member
  const names = await namesOf(directory, member)
  if (!names) throw new Fault('not_found', 'No such user')
  await foldOlderNames(directory)
  const folded = foldName(email)
  const [changed] = await directory.batch([
    directory
      .prepare(
        `UPDATE logins SET email = ?2 WHERE user_uuid = ?1 AND company_uuid = ?5
           AND NOT EXISTS (
             SELECT 1 FROM logins WHERE user_uuid <> ?1 AND (username = ?2 OR email = ?2))
           AND NOT EXISTS (SELECT 1 FROM login_names WHERE folded = ?4 AND user_uuid <> ?1)
           AND NOT EXISTS (
             SELECT 1 FROM retired_names
             WHERE name_hash IN (SELECT value FROM json_each(?3)) AND user_uuid <> ?1)`,
      )
      .bind(user, email, JSON.stringify(nameHashes(email)), folded, company),
    // Use the address that they have now, also where the one before was folded to the same.
    directory
      .prepare(
        `DELETE FROM login_names WHERE user_uuid = ?1 AND folded = ?2
           AND EXISTS (SELECT 1 FROM logins WHERE user_uuid = ?1 AND email = ?3)`,
      )
      .bind(user, foldName(names.email), email),
    directory
      .prepare(
        `INSERT OR IGNORE INTO login_names (folded, user_uuid)
         SELECT value, ?1 FROM json_each(?2) WHERE EXISTS (
           SELECT 1 FROM logins WHERE user_uuid = ?1 AND email = ?3)`,
      )
      .bind(user, JSON.stringify([foldName(names.username), folded]), email),
    directory.prepare('DELETE FROM password_resets WHERE user_uuid = ?1').bind(user),
    // Forget the subject of the provider that the address before was bound to.
    ...(names.email === email
      ? []
      : [
          directory
            .prepare(
              `DELETE FROM identity_links WHERE user_uuid = ?1
                 AND EXISTS (SELECT 1 FROM logins WHERE user_uuid = ?1 AND email = ?2)`,
            )
            .bind(user, email),
        ]),
    ...nameHashes(names.email).map((hash) => directory.prepare(retire).bind(hash, user)),
  ])
  if ((changed?.meta.changes ?? 0) > 0) return
  throw new NameUnusable('email', (await findHolders(directory, [email])).get(email) ?? null)
}

/**
 * Move a person's login from one company to another, without links to a password; one that is elsewhere stays there.
 * @returns false where neither of the two has it.
 */
export async function moveLogin(
  directory: D1Database,
  user: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const [, moved] = await directory.batch([
    directory
      .prepare(
        `DELETE FROM password_resets WHERE user_uuid = ?1
           AND EXISTS (SELECT 1 FROM logins WHERE user_uuid = ?1 AND company_uuid = ?2)`,
      )
      .bind(user, from),
    directory
      .prepare(
        'UPDATE logins SET company_uuid = ?3 WHERE user_uuid = ?1 AND company_uuid IN (?2, ?3)',
      )
      .bind(user, from, to),
  ])
  return moved?.meta.changes === 1
}

/** End API keys and the identity provider of the companies that a person was in before. */
export async function endFormerWays(directory: D1Database, user: string): Promise<void> {
  const other = 'company_uuid <> (SELECT company_uuid FROM logins WHERE user_uuid = ?1)'
  await directory.batch([
    directory.prepare(`DELETE FROM api_keys WHERE user_uuid = ?1 AND ${other}`).bind(user),
    directory.prepare(`DELETE FROM identity_links WHERE user_uuid = ?1 AND ${other}`).bind(user),
  ])
}

export async function findDevice(
  directory: D1Database,
  uuid: string,
): Promise<{ company_uuid: string; key_hash: string } | null> {
  return directory
    .prepare('SELECT company_uuid, key_hash FROM devices WHERE uuid = ?1')
    .bind(uuid)
    .first<{ company_uuid: string; key_hash: string }>()
}

/**
 * Register a device, or give it a new key. A device of another company is refused.
 * @returns true for one that was there.
 */
export async function putDevice(
  directory: D1Database,
  device: { uuid: string; company_uuid: string; key_hash: string },
): Promise<boolean> {
  const known = await findDevice(directory, device.uuid)
  if (known && known.company_uuid !== device.company_uuid) {
    throw new Fault('taken', 'This device belongs to another company', { field: 'device.uuid' })
  }
  const { uuid, company_uuid, key_hash } = device
  const added = await directory
    .prepare('INSERT OR IGNORE INTO devices (uuid, company_uuid, key_hash) VALUES (?1, ?2, ?3)')
    .bind(uuid, company_uuid, key_hash)
    .run()
  if (added.meta.changes > 0) return false
  await directory.batch(newKey(directory, { uuid, company: company_uuid, keyHash: key_hash }))
  return true
}
