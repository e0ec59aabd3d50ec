import type { OpenWork } from '../../domain/calls/hand-over.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Email } from '../../domain/entities/email.ts'
import type { Notification } from '../../domain/entities/notification.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { permissions, refusePermission } from '../../domain/permissions.ts'
import type { Stored } from '../../domain/registry.ts'
import { sightOf } from '../../domain/rules/access.ts'
import type { Keeper, WorkKind } from '../../domain/rules/hand-over.ts'
import { openVersion } from '../../domain/rules/recipe-version.ts'
import { isOpenAnalysis } from './open-analyses.ts'
import { openRecord } from './open-record.ts'
import { readPerson } from './principal.ts'
import type { Sql } from './sql.ts'

type WorkState = OpenWork['state']
export interface Author {
  user_uuid: string
  user_name: string
}

/** Facts that a hand-over needs of each kind: if a record is open, of whom, and how it gets another keeper. */
interface WorkFacts<Of extends WorkKind> {
  /** Part of the records that can be open work, in SQL: each is asked for by `stateOf` again. */
  where: string
  /** Index by which they are few. */
  index?: string
  /** Null for what is not open: it was launched, signed, sent or is in force. */
  stateOf: (record: Stored<Of>, at: string) => WorkState | null
  isOf: (record: Stored<Of>, user: string, at: string) => boolean
  give: (record: Stored<Of>, keeper: Author, from: string) => Stored<Of>
}

const isAuthorsOrKeepers = (record: Pick<Analysis, 'user_uuid' | 'keeper'>, user: string) =>
  (record.keeper?.user_uuid ?? record.user_uuid) === user

const unsent = {
  where: `json_extract(body, '$.status') <> 'Sent'`,
  stateOf: ({ status }: Pick<Email | Notification, 'status'>) =>
    status === 'Sent' ? null : 'waiting',
  isOf: isAuthorsOrKeepers,
} as const

const facts: { [Of in WorkKind]: WorkFacts<Of> } = {
  analysis: {
    index: 'INDEXED BY analyses_open',
    where: `${isOpenAnalysis} AND json_extract(body, '$.status') = 'INIT'`,
    stateOf: ({ status }) => (status === 'INIT' ? 'plan' : null),
    isOf: isAuthorsOrKeepers,
    give: (record, keeper) => ({ ...record, keeper }),
  },
  recipe: {
    where: `coalesce(json_extract(body, '$.next.release.state'), json_extract(body, '$.release.state'))
      IN ('draft', 'review')`,
    stateOf: (record, at) => {
      if (record.archived === 1) return null
      const state = openVersion(record, at)?.release.state
      // Count an approved version as done: it is signed, and only waits for its day.
      return state === 'draft' || state === 'review' ? state : null
    },
    isOf: (record, user, at) => {
      const { keeper, authors = [] } = openVersion(record, at)?.release ?? {}
      if (keeper) return keeper.user_uuid === user
      return authors.some(({ uuid }) => uuid === user)
    },
    give: giveVersion,
  },
  notification: { ...unsent, give: (record: Notification, keeper) => ({ ...record, keeper }) },
  email: { ...unsent, give: (record: Email, keeper) => ({ ...record, keeper }) },
  user: {
    where: `json_extract(body, '$.service') IS NOT NULL`,
    stateOf: ({ service }) => (service ? 'service' : null),
    isOf: ({ service }, user) => service?.owners.includes(user) ?? false,
    give: (record, keeper, from) => {
      const kept = record.service?.owners.filter((one) => one !== from) ?? []
      return { ...record, service: { owners: [...new Set([...kept, keeper.user_uuid])] } }
    },
  },
}

/** Put the keeper to the version that people work on, wherever that is kept. Its authors stay. */
function giveVersion(recipe: Recipe, keeper: Author): Recipe {
  const { next, release } = recipe
  if (next) return { ...recipe, next: { ...next, release: { ...next.release, keeper } } }
  return release ? { ...recipe, release: { ...release, keeper } } : recipe
}

/** Return the state of a record that is open work of a person; null where it is not, or not theirs. */
export function stateOfWork<Of extends WorkKind>(
  kind: Of,
  record: Stored<Of>,
  { user, at }: { user: string; at: string },
): WorkState | null {
  const { stateOf, isOf } = facts[kind]
  return isOf(record, user, at) ? stateOf(record, at) : null
}

/** Return the record with the person who carries it on. */
export function giveWork<Of extends WorkKind>(
  kind: Of,
  record: Stored<Of>,
  { keeper, from }: { keeper: Author; from: string },
): Stored<Of> {
  return facts[kind].give(record, keeper, from)
}

/** List the open work of a kind of a person, in or out of sight, the oldest first. */
export function listWork<Of extends WorkKind>(
  sql: Sql,
  kind: Of,
  given: { user: string; at: string },
): { record: Stored<Of>; state: WorkState }[] {
  const { where, index = '' } = facts[kind]
  return sql
    .all<{ body: string }>(
      `SELECT body FROM records ${index} WHERE kind = '${kind}' AND deleted_at IS NULL AND ${where}
       ORDER BY created_at, uuid`,
    )
    .flatMap(({ body }) => {
      const record = openRecord(kind, body)
      const state = stateOfWork(kind, record, given)
      return state === null ? [] : [{ record, state }]
    })
}

/** Read the person who is to take work over, as `refuseKeeper` asks of them; null for somebody who is not there. */
export function readKeeper(sql: Sql, uuid: string): (Keeper & { name: string }) | null {
  const known = readPerson(sql, uuid)
  if (!known) return null
  const { user, asker } = known
  const held = permissions.filter((name) => refusePermission(name, asker) === null)
  const { name, active, swarms } = user
  const isService = user.service !== undefined
  return { uuid, name, active, isService, permissions: held, sight: sightOf(held, swarms) }
}
