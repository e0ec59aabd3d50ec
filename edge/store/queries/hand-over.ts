import { mostWorks, type OpenWork } from '../../../domain/calls/hand-over.ts'
import { hiddenBy } from '../../../domain/rules/access.ts'
import { refuseKeeper, type WorkKind, workKinds } from '../../../domain/rules/hand-over.ts'
import { Fault } from '../../../domain/fault.ts'
import { readSeen } from '../by.ts'
import type { Sight } from '../lists.ts'
import { listWork, readKeeper } from '../open-work.ts'
import type { Sql } from '../sql.ts'

export const handOverQueries = {
  /**
   * List the open work of a person that the asker sees, with the reason that `to` may not take it over, and count the rest.
   * @throws Fault `not_found` for a person out of sight, `invalid` for a `to` who is not there.
   */
  openWork: (
    sql: Sql,
    { user, to }: { user: string; to?: string | undefined },
    sight: Sight,
  ): { works: OpenWork[]; hidden: number } => {
    readSeen(sql, 'user', user, sight)
    const keeper = to === undefined ? null : readKeeper(sql, to)
    if (to !== undefined && !keeper) {
      throw new Fault('invalid', 'There is no such person', {
        field: 'query.to',
        reason: 'user_unknown',
      })
    }
    const at = new Date().toISOString()
    const works: OpenWork[] = []
    let hidden = 0
    for (const kind of workKinds) {
      for (const { record, state } of listWork(sql, kind, { user, at })) {
        const isSeen = sight.kinds.includes(kind) && hiddenBy(kind, record, sight) === null
        if (!isSeen || works.length >= mostWorks) {
          hidden += 1
          continue
        }
        works.push({
          kind,
          uuid: record.uuid,
          name: nameOf(kind, record),
          state,
          updated_at: record.updated_at,
          refusal: keeper && refuseKeeper(kind, record, { from: user, to: keeper }),
        })
      }
    }
    return { works, hidden }
  },

  /** List the service accounts that a person owns, with the permissions that each holds. */
  servicesOf: (sql: Sql, { owner }: { owner: string }, _sight: Sight) =>
    listWork(sql, 'user', { user: owner, at: new Date().toISOString() }).map(({ record }) => {
      const { uuid, name, active } = record
      return { uuid, name, active, permissions: [...(readKeeper(sql, uuid)?.permissions ?? [])] }
    }),
}

function nameOf(kind: WorkKind, record: object): string {
  const { name, title, subject } = record as Record<'name' | 'title' | 'subject', string>
  return { analysis: name, recipe: name, notification: title, email: subject, user: name }[kind]
}
