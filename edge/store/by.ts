import { Fault } from '../../domain/fault.ts'
import type { Kind } from '../../domain/registry.ts'
import { maySee, type Sight } from './lists.ts'
import { type OperationActor, readRecord, type StoredBody } from './operations.ts'
import type { Sql } from './sql.ts'

/** On whose behalf a change is made, as the server knows it. */
export interface By {
  actor: OperationActor
  sight: Sight
  permissions: readonly string[]
  fourEyes: boolean
}

/** The record when there is one in sight. @throws Fault `not_found`, the same for hidden and for missing. */
export function mustSee<Body extends StoredBody>(
  kind: Kind,
  body: Body | null,
  sight: Sight,
): Body {
  if (!body || !maySee(kind, body, sight)) throw new Fault('not_found', `No such ${kind}`)
  return body
}

export function readSeen(sql: Sql, kind: Kind, uuid: string, sight: Sight): StoredBody {
  return mustSee(kind, readRecord(sql, kind, uuid), sight)
}

/** Without the fields that are not given. */
export function defined(patch: object): StoredBody {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}
