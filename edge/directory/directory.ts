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
 * Adds a login. Repeating it for the same user changes nothing.
 * @throws Fault `taken` with the field that another account holds in this region.
 */
export async function addLogin(
  directory: D1Database,
  login: Login & { username: string; email: string },
): Promise<void> {
  const holder = await directory
    .prepare('SELECT user_uuid, username FROM logins WHERE username = ?1 OR email = ?2')
    .bind(login.username, login.email)
    .all<{ user_uuid: string; username: string }>()
  for (const row of holder.results) {
    if (row.user_uuid === login.user_uuid) return
    const field = row.username.toLowerCase() === login.username.toLowerCase() ? 'username' : 'email'
    throw new Fault('taken', `This ${field} is taken`, { field, reason: `${field}_taken` })
  }
  await directory
    .prepare(
      'INSERT INTO logins (user_uuid, company_uuid, username, email, password_hash) VALUES (?1, ?2, ?3, ?4, ?5)',
    )
    .bind(login.user_uuid, login.company_uuid, login.username, login.email, login.password_hash)
    .run()
}

export async function removeLogin(directory: D1Database, user: string): Promise<void> {
  await directory.prepare('DELETE FROM logins WHERE user_uuid = ?1').bind(user).run()
}

export async function addCompany(directory: D1Database, uuid: string, at: string): Promise<void> {
  await directory
    .prepare('INSERT OR IGNORE INTO companies (uuid, created_at) VALUES (?1, ?2)')
    .bind(uuid, at)
    .run()
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
