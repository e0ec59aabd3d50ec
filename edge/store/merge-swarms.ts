import type { ApiKey } from '../../domain/entities/api-key.ts'
import type { Swarm } from '../../domain/entities/swarm.ts'
import { Fault } from '../../domain/fault.ts'
import { entities, type Kind } from '../../domain/registry.ts'
import { chooseInstead, messageCategory } from '../../domain/rules/message-choices.ts'
import { stateOfKey } from '../../domain/rules/api-key.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { keysOf } from '../names/look-alike.ts'
import { mergedKeyWords } from '../mail/merged-key-words.ts'
import { type By, readSeen } from './by.ts'
import { type Alias, type AliasMove, aliasesIn, moveAlias, moveAliases } from './move-aliases.ts'
import {
  type PlannedOfSomeKind,
  type PlannedOperation,
  ofSomeKind,
  readRecord,
  type StoredBody,
} from './operations.ts'
import type { Sql } from './sql.ts'
import { openRecord } from './open-record.ts'
import { planDelivery } from './outgoing-changes.ts'
import { linkOf, type MemberKind, membersOf } from './swarm-members.ts'

/** Beyond this a merge would keep the company's store busy for too long; some records are migrated first then. */
const mergeLimit = 10_000

/** Kinds that belong to a swarm. Files follow the record they belong to (followers.ts). */
const ofSwarms = entities
  .filter(({ scope, kind }) => scope === 'swarm' && kind !== 'attachment')
  .map(({ kind }) => kind)

/**
 * Move everything into another swarm, in one transaction with an entry for each record. Signed analyses cannot move: as
 * long as there are any the swarm stays, archived, and the people of both are in both, so that none loses sight of a
 * record. The first operation carries the rules: a repeated delivery finds the others done.
 */
export function planMerge(
  sql: Sql,
  { uuid, into, reason }: { uuid: string; into: string; reason: string },
  by: By,
  at: string,
): PlannedOfSomeKind[] {
  const target: PlannedOperation<'swarm'> = {
    kind: 'swarm',
    uuid: into,
    action: 'swarm.merge',
    reason,
    change: () => checkMerge(sql, uuid, into, by),
  }
  const source = readSource(sql, uuid)
  if (!source || uuid === into) return [target]
  const name = readRecord(sql, 'swarm', into)?.name ?? ''
  const inside = recordsOf(sql, uuid)
  const moving = inside.filter(({ fixed }) => fixed === 0)
  if (moving.length > mergeLimit) {
    throw new Fault('refused', 'This swarm holds too much to be merged at once', {
      reason: 'swarm_too_large',
      params: { found: moving.length, limit: mergeLimit },
    })
  }
  const stays = moving.length < inside.length
  const taken = new Set(aliasesIn(sql, into).flatMap(({ alias }) => keysOf(alias)))
  const move = { uuid, into, name, taken }
  return [
    target,
    ...moving.map(({ kind, uuid: record }) =>
      ofSomeKind({
        kind,
        uuid: record,
        action: `${kind}.migrate`,
        reason,
        apart: true,
        change: (found) => found && moveRecord(found, move),
      }),
    ),
    ...(['user', 'device'] as const).flatMap((kind) =>
      moveMembers(sql, kind, { source, into, reason, stays: stays && kind === 'user' }),
    ),
    ...moveAliases(sql, move, reason, new Set(moving.map((one) => one.uuid))),
    ...moveChoices(sql, { uuid, into, reason }),
    ...planKeyNotices(sql, { from: source, into: { uuid: into, name } }, by, at),
    {
      kind: 'swarm',
      uuid,
      action: stays ? 'swarm.archive' : 'swarm.delete',
      reason,
      change: (found) => (stays && found ? { ...found, archived: 1 } : null),
    },
  ]
}

/** Count the analyses of a swarm, and the records that stay where they are when it is merged. */
export function countMoves(sql: Sql, swarm: string): { analyses: number; stays: number } {
  const inside = recordsOf(sql, swarm)
  return {
    analyses: inside.filter(({ kind }) => kind === 'analysis').length,
    stays: inside.filter(({ fixed }) => fixed !== 0).length,
  }
}

/** Read the swarm to be merged; null when it is gone or was archived by an earlier merge. */
function readSource(sql: Sql, uuid: string): Swarm | null {
  const swarm = readRecord(sql, 'swarm', uuid)
  return swarm?.archived === 1 ? null : swarm
}

/** @throws Fault for a swarm into itself (VAL-026), one that is gone and one that is archived. */
function checkMerge(sql: Sql, uuid: string, into: string, by: By): StoredBody {
  const source = readSeen(sql, 'swarm', uuid, by.sight)
  if (uuid === into) {
    throw new Fault('invalid', 'Choose a different swarm', {
      field: 'swarm_uuid',
      reason: 'same_swarm',
    })
  }
  const target = readTarget(sql, into, by)
  if (source['archived'] === 1 || target['archived'] === 1) {
    throw new Fault('refused', 'An archived swarm only keeps signed analyses', {
      field: source['archived'] === 1 ? 'id' : 'swarm_uuid',
      reason: 'swarm_archived',
    })
  }
  return target
}

function readTarget(sql: Sql, uuid: string, by: By): StoredBody {
  try {
    return readSeen(sql, 'swarm', uuid, by.sight)
  } catch {
    throw new Fault('invalid', 'There is no such swarm', {
      field: 'swarm_uuid',
      reason: 'swarm_unknown',
    })
  }
}

interface Inside extends Record<string, string | number> {
  kind: Kind
  uuid: string
  /** 1 for what stays where it is. */
  fixed: number
}

/** List the records of a swarm. Those marked `fixed` cannot move: signed ones, and those of signed analyses, as studies and corrections are. */
function recordsOf(sql: Sql, swarm: string): Inside[] {
  return sql.all<Inside>(
    `SELECT kind, uuid, CASE kind
         WHEN 'analysis' THEN status = 'VALIDATION' OR json_extract(body, '$.corrects') IS NOT NULL
         WHEN 'certificate' THEN status = 'Issued' OR ${ofSigned}
         WHEN 'report' THEN json_extract(body, '$.signature') IS NOT NULL OR ${ofSigned}
         WHEN 'study' THEN 1
         ELSE 0 END AS fixed
     FROM records INDEXED BY records_listed_by_created_at
     WHERE kind IN (SELECT value FROM json_each(?)) AND swarm_uuid = ? AND deleted_at IS NULL
       AND NOT ${follows}
     ORDER BY kind, created_at, uuid`,
    JSON.stringify(ofSwarms),
    swarm,
  )
}

const ofSigned = `EXISTS (SELECT 1 FROM records AS signed WHERE signed.kind = 'analysis'
  AND signed.uuid = json_extract(records.body, '$.analysis_uuid') AND signed.status = 'VALIDATION')`

/** A report that goes with its analysis by itself (followers.ts). */
const follows = `(kind = 'report' AND json_extract(body, '$.signature') IS NULL
  AND EXISTS (SELECT 1 FROM records AS whole WHERE whole.kind = 'analysis'
    AND whole.uuid = json_extract(records.body, '$.analysis_uuid') AND whole.deleted_at IS NULL
    AND whole.swarm_uuid = records.swarm_uuid AND whole.status <> 'VALIDATION'))`

function moveRecord(found: StoredBody, move: AliasMove & { name: string }): StoredBody {
  return {
    ...found,
    swarm_uuid: move.into,
    ...('swarm_name' in found ? { swarm_name: move.name } : {}),
    ...('aliases' in found ? { aliases: moveAlias(found['aliases'] as Alias[], move) } : {}),
  }
}

/** Change the chosen swarms of people's messages: in place of the merged swarm the one that its runs are in now. */
function moveChoices(
  sql: Sql,
  { uuid, into, reason }: { uuid: string; into: string; reason: string },
): PlannedOfSomeKind[] {
  return sql
    .all<{ person: string }>(
      `SELECT uuid AS person FROM records WHERE kind = 'user_settings' AND deleted_at IS NULL
         AND EXISTS (SELECT 1 FROM json_each(body, '$.settings')
           WHERE json_extract(value, '$.category') = ? AND json_extract(value, '$.name') = ?)`,
      messageCategory,
      `swarm.${uuid}`,
    )
    .map(({ person }) =>
      ofSomeKind({
        kind: 'user_settings',
        uuid: person,
        action: 'user_settings.set',
        reason,
        apart: true,
        change: (found) =>
          found && { ...found, settings: chooseInstead(found.settings, uuid, into) },
      }),
    )
}

/**
 * Plan a notice to the people whose API keys are in the merged swarm and not in the other one. A key never has
 * more than it was made with (decision 58), so it does not follow: its program would get no more runs, without an error.
 */
function planKeyNotices(
  sql: Sql,
  { from, into }: { from: Pick<Swarm, 'uuid' | 'name'>; into: Pick<Swarm, 'uuid' | 'name'> },
  by: By,
  at: string,
): PlannedOfSomeKind[] {
  const has = 'EXISTS (SELECT 1 FROM json_each(body, ?) WHERE value = ?)'
  const lists = ['$.swarms', from.uuid, '$.swarms', into.uuid]
  const held = sql
    .all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'api_key' AND deleted_at IS NULL AND ${has} AND NOT ${has}`,
      ...lists,
    )
    .map(({ body }) => openRecord('api_key', body))
    .filter((key) => stateOfKey(key, at) === 'active')
    .flatMap((key) => ownersOf(sql, key).map((person) => ({ person, key: key.description })))
  const readers = [...Map.groupBy(held, ({ person }) => person)].flatMap(([person, some]) => {
    const user = readRecord(sql, 'user', person)
    return user ? [{ user, keys: some.map(({ key }) => key) }] : []
  })
  return readers.map(({ user, keys }) => {
    const words = mergedKeyWords(user.default_language, { from: from.name, into: into.name, keys })
    const uuid = derivedUuid(from.uuid, `keys ${user.uuid}`)
    const sender = by.actor.name
    return ofSomeKind(
      planDelivery(
        { uuid, notification_uuid: from.uuid, ...words, sender, users: [user.uuid] },
        at,
      ),
    )
  })
}

/** List the people who answer for a key: its person or, of a service account, the owner of the key or those of the account. */
function ownersOf(sql: Sql, { user_uuid, owner }: ApiKey): readonly string[] {
  if (owner) return [owner.user_uuid]
  return readRecord(sql, 'user', user_uuid)?.service?.owners ?? [user_uuid]
}

function moveMembers(
  sql: Sql,
  kind: MemberKind,
  merge: { source: Swarm; into: string; reason: string; stays: boolean },
): PlannedOfSomeKind[] {
  const { source, into, reason, stays } = merge
  const { uuid } = source
  const members = [...membersOf(sql, kind, uuid), ...(stays ? membersOf(sql, kind, into) : [])]
  const wanted = (swarms: readonly string[]) => [
    ...swarms.filter((one) => one !== into && one !== uuid),
    into,
    ...(stays ? [uuid] : []),
  ]
  const merged = { from: uuid, from_name: source.name, into }
  return [...new Set(members)].map((member) => linkOf(kind, member, reason, wanted, merged))
}
