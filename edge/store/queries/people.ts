import type { User } from '../../../domain/entities/user.ts'
import type { Permission } from '../../../domain/permissions.ts'
import { listHolders } from '../list-holders.ts'
import { openRecord } from '../open-record.ts'
import { wasEverUsed } from '../operations.ts'
import type { Sql } from '../sql.ts'

/** Questions about the people of a company as its identity provider lists them. */
export const peopleQueries = {
  /** Read these people of the company, in the order in which they came; strangers are left out. */
  peopleOf: (sql: Sql, { uuids }: { uuids: readonly string[] }): User[] =>
    sql
      .all<{ body: string }>(
        // Join in this order, so that each is found by its id: in order of time all people would be read.
        `SELECT body FROM json_each(?) AS one
           CROSS JOIN records ON kind = 'user' AND uuid = one.value
         WHERE deleted_at IS NULL ORDER BY created_at, uuid`,
        JSON.stringify([...new Set(uuids)]),
      )
      .map(({ body }) => openRecord('user', body)),

  /** List the active people of the company who have a permission now. */
  holdersOf: (
    sql: Sql,
    { permission }: { permission: Permission },
  ): Pick<User, 'uuid' | 'email' | 'default_language'>[] =>
    listHolders(sql, permission).map(({ uuid, email, default_language }) => ({
      uuid,
      email,
      default_language,
    })),

  /** List those of some ids that are or were people of the company: their names are no news to it. */
  wereHere: (sql: Sql, { uuids }: { uuids: readonly string[] }): string[] =>
    uuids.filter((uuid) => wasEverUsed(sql, 'user', uuid)),

  /**
   * Read a page of the company's people in the order in which they came, without service accounts, and without these as far as
   * their access is off.
   * @param gone people whom an identity provider has deleted.
   */
  peopleBut: (
    sql: Sql,
    { gone, offset, limit }: { gone: readonly string[]; offset: number; limit: number },
  ): { data: User[]; total: number } => {
    const left = `FROM records INDEXED BY records_listed_by_created_at
      WHERE kind = 'user' AND deleted_at IS NULL
        AND json_extract(body, '$.service') IS NULL AND uuid NOT IN (
        SELECT off.uuid FROM json_each(?) AS one
          JOIN records AS off ON off.kind = 'user' AND off.uuid = one.value
        WHERE json_extract(off.body, '$.active') = 'N')`
    const values = JSON.stringify(gone)
    const page = sql.all<{ uuid: string }>(
      `SELECT uuid ${left} ORDER BY created_at, uuid LIMIT ? OFFSET ?`,
      values,
      limit,
      offset,
    )
    const count = sql.first<{ total: number }>(`SELECT count(*) AS total ${left}`, values)
    const uuids = page.map(({ uuid }) => uuid)
    return { data: peopleQueries.peopleOf(sql, { uuids }), total: count?.total ?? 0 }
  },
}
