import type { User } from '../../domain/entities/user.ts'
import { type Permission, refusePermission } from '../../domain/permissions.ts'
import { openRecord } from './open-record.ts'
import { readPerson } from './principal.ts'
import type { Sql } from './sql.ts'

/** List the active people of the company, no service accounts; oldest first. */
export function listActive(sql: Sql): User[] {
  return sql
    .all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'user' AND deleted_at IS NULL
         AND json_extract(body, '$.active') = 'Y' AND json_extract(body, '$.service') IS NULL
       ORDER BY created_at, uuid`,
    )
    .map(({ body }) => openRecord('user', body))
}

/** List those of them who have a permission now: who hear of what only they can deal with. */
export function listHolders(sql: Sql, permission: Permission): User[] {
  return listActive(sql).filter(({ uuid }) => {
    const known = readPerson(sql, uuid)
    return known !== null && refusePermission(permission, known.asker) === null
  })
}
