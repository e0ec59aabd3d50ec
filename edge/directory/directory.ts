import { Fault } from '../../domain/fault.ts'

export interface Login {
  user_uuid: string
  company_uuid: string
  password_hash: string
}

/** Finds a login by username or e-mail, whatever the case of its letters. */
export async function findLogin(directory: D1Database, name: string): Promise<Login | null> {
  return directory
    .prepare(
      'SELECT user_uuid, company_uuid, password_hash FROM logins WHERE username = ?1 OR email = ?1',
    )
    .bind(name)
    .first<Login>()
}

export async function loginOf(directory: D1Database, user: string): Promise<Login | null> {
  return directory
    .prepare('SELECT user_uuid, company_uuid, password_hash FROM logins WHERE user_uuid = ?1')
    .bind(user)
    .first<Login>()
}

/**
 * Adds a login. Repeating it for the same user changes nothing. Either name signs in, so a username may not
 * be another's e-mail address: they could no longer sign in. Asked and written in one statement, since two
 * may come at once.
 * @returns whether it was added.
 * @throws Fault `taken` with the field that another account holds in this region.
 */
export async function addLogin(
  directory: D1Database,
  login: Login & { username: string; email: string },
): Promise<boolean> {
  const { user_uuid, company_uuid, username, email, password_hash } = login
  const { meta } = await directory
    .prepare(
      `INSERT INTO logins (user_uuid, company_uuid, username, email, password_hash)
       SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (
         SELECT 1 FROM logins
         WHERE user_uuid = ?1 OR username = ?3 OR email = ?3 OR username = ?4 OR email = ?4)`,
    )
    .bind(user_uuid, company_uuid, username, email, password_hash)
    .run()
  if (meta.changes > 0) return true
  if (await loginOf(directory, user_uuid)) return false
  const field = (await findLogin(directory, username)) ? 'username' : 'email'
  throw new Fault('taken', `This ${field} is taken`, { field, reason: `${field}_taken` })
}

export async function removeLogin(directory: D1Database, user: string): Promise<void> {
  await directory.prepare('DELETE FROM logins WHERE user_uuid = ?1').bind(user).run()
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

/** Registers a device, or gives it a new key. A device of another company is refused. */
export async function putDevice(
  directory: D1Database,
  device: { uuid: string; company_uuid: string; key_hash: string },
): Promise<void> {
  const known = await findDevice(directory, device.uuid)
  if (known && known.company_uuid !== device.company_uuid) {
    throw new Fault('taken', 'This device belongs to another company', { field: 'device.uuid' })
  }
  await directory
    .prepare(
      `INSERT INTO devices (uuid, company_uuid, key_hash) VALUES (?1, ?2, ?3)
       ON CONFLICT (uuid) DO UPDATE SET key_hash = excluded.key_hash`,
    )
    .bind(device.uuid, device.company_uuid, device.key_hash)
    .run()
}
