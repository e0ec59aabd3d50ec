import type { Reason } from '../../domain/reasons/reason.ts'
import type { MethodKind } from '../../domain/actions/method.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { Fault } from '../../domain/fault.ts'
import { keepCqMethods } from '../../domain/rules/cq-default.ts'
import { cutName } from '../../domain/rules/plain-text.ts'
import { withOpenVersion } from '../../domain/rules/recipe-version.ts'
import { type By, defined, mustSee, readSeen } from './by.ts'
import { type StoredBody, wasEverUsed } from './operations.ts'
import type { Planners } from './planner.ts'
import { checkBase } from './record-changes.ts'
import { allowMethod, checkMethod, checkTechnician } from './rules/methods.ts'
import { checkInForce, copyVersion, isOtherContent, placeVersion } from './rules/recipe-versions.ts'
import type { Sql } from './sql.ts'

/** Changes of a method (recipes of all kinds, applications, protocols) beside creating and deleting it. */
export type MethodChange =
  | {
      type: 'method.edit'
      kind: MethodKind
      uuid: string
      patch: StoredBody
      base?: string | undefined
      reason?: string | undefined
      /** True for the technicians' call, which may touch what is theirs. */
      dev?: boolean
    }
  | {
      type: 'method.duplicate'
      kind: MethodKind
      uuid: string
      from: string
      name?: string | undefined
    }
  | {
      type: 'method.migrate'
      kind: MethodKind
      uuid: string
      swarm_uuid: string | null
      reason?: string | undefined
    }
  /** Applications that a protocol gets beside those it has. */
  | {
      type: 'protocol.link'
      uuid: string
      applications: string[]
      base?: string | undefined
      reason?: string | undefined
    }

export const methodPlanners: Planners<MethodChange> = {
  'method.edit': (sql, change, by, at) => {
    const { kind, uuid, reason = '' } = change
    const action = actionOf(change.patch, change.dev ?? false)
    return {
      kind,
      uuid,
      action: `${kind}.${auditNames[action]}`,
      reason,
      change: (found) => editMethod(sql, found, change, action, by, at),
    }
  },
  'method.duplicate': (sql, change, by, at) => ({
    kind: change.kind,
    uuid: change.uuid,
    action: `${change.kind}.duplicate`,
    change: (found) => duplicateMethod(sql, found, change, by, at),
  }),
  'method.migrate': (sql, change, by) => ({
    kind: change.kind,
    uuid: change.uuid,
    action: `${change.kind}.migrate`,
    reason: change.reason ?? '',
    change: (found) => migrateMethod(sql, found, change, by),
  }),
  'protocol.link': (sql, change, by, at) => ({
    kind: 'protocol',
    uuid: change.uuid,
    action: 'protocol.link_application',
    reason: change.reason ?? '',
    change: (found) => {
      const linked = (found?.['application_uuids'] as string[] | undefined) ?? []
      const patch = { application_uuids: [...linked, ...change.applications] }
      return editMethod(sql, found, { kind: 'protocol', patch, base: change.base }, 'edit', by, at)
    },
  }),
}

const auditNames = {
  edit: 'edit',
  devEdit: 'dev_edit',
  archive: 'archive',
  unarchive: 'unarchive',
  request: 'request_publication',
  withdraw: 'withdraw_publication',
} as const
type EditAction = keyof typeof auditNames

/**
 * Archiving and asking for publication are edits on the wire (decisions D18, D19) and steps of their own here.
 * @throws Fault `invalid` when one of them comes together with anything else.
 */
function actionOf(patch: StoredBody, dev: boolean): EditAction {
  const given = Object.keys(defined(patch))
  const flag = given.find((name) => name === 'archived' || name === 'publication_requested')
  if (flag === undefined) return dev ? 'devEdit' : 'edit'
  if (given.length > 1) {
    throw new Fault('invalid', 'This is done alone, without other changes', {
      field: flag,
      reason: 'not_alone',
    })
  }
  const on = patch[flag] === 1
  if (flag === 'archived') return on ? 'archive' : 'unarchive'
  return on ? 'request' : 'withdraw'
}

type MethodEdit = Extract<MethodChange, { type: 'method.edit' }>

function editMethod(
  sql: Sql,
  found: StoredBody | null,
  { kind, patch: given, base }: Pick<MethodEdit, 'kind' | 'patch' | 'base'>,
  action: EditAction,
  by: By,
  at: string,
): StoredBody {
  const before = mustSee(kind, found, by.sight)
  const patch = defined(given)
  checkBase(before, base, patch)
  allowMethod(kind, action, before, by)
  if (action === 'archive') return withoutRequest({ ...before, ...patch })
  if (action === 'withdraw') {
    return { ...withoutRequest({ ...before, ...patch }), publication_requested: 0 }
  }
  if (action === 'request') checkInForce(before as Recipe, at)
  if (action !== 'edit' && action !== 'devEdit') return { ...before, ...patch }
  // Edit the version beside the one in force, where a recipe has one.
  const known = kind === 'recipe' ? { ...withOpenVersion(before as Recipe, at) } : before
  const after: StoredBody = { ...known, ...patch, ...keepMethods(patch, known) }
  if (action === 'edit') checkTechnician(after, known, by)
  checkMethod(sql, kind, after, known, by)
  if (kind === 'recipe') return placeVersion(sql, before as Recipe, after as Recipe, by, at)
  return { ...after, version: versionAfter(kind, after, known) }
}

/** Return the evaluation that an edit gives, with the Cq methods that it leaves open. */
function keepMethods(patch: StoredBody, before: StoredBody): StoredBody {
  const [given, known] = [patch['evaluation'], before['evaluation']] as (Evaluation | undefined)[]
  return given && known ? { evaluation: keepCqMethods(given, known) } : {}
}

/** Remove an open request for publication from a recipe. What became of an earlier one stays. */
function withoutRequest({ publication_requested: _requested, ...body }: StoredBody): StoredBody {
  const { publication, ...rest } = body
  const isOpen = (publication as Recipe['publication'])?.state === 'requested'
  return isOpen ? rest : body
}

/** Raise the version with every change of what the method does; a new name alone keeps it. */
function versionAfter(kind: MethodKind, after: StoredBody, before: StoredBody): number {
  const version = (before['version'] as number | undefined) ?? 0
  return isOtherContent(kind, after, before) || version === 0 ? version + 1 : version
}

/** Copy a method: active, version 1, without aliases. Keeps the settings made by technicians. */
function duplicateMethod(
  sql: Sql,
  found: StoredBody | null,
  { kind, uuid, from, name }: Extract<MethodChange, { type: 'method.duplicate' }>,
  by: By,
  at: string,
): StoredBody {
  const original = readSeen(sql, kind, from, by.sight)
  allowMethod(kind, 'duplicate', original, by)
  if (found || wasEverUsed(sql, kind, uuid)) {
    throw new Fault('taken', 'Id is not unique', { field: 'uuid', reason: 'id_not_unique' })
  }
  const source = kind === 'recipe' ? copyVersion(sql, original as Recipe, by, at) : original
  const { publication: _publication, ...content } = withoutRequest({ ...source })
  const copy: StoredBody = {
    ...content,
    uuid,
    created_at: at,
    updated_at: at,
    name: name ?? `${cutName(String(original['name']), 113)} (copy)`,
    archived: 0,
    version: 1,
    ...(kind === 'protocol' ? { aliases: [] } : {}),
  }
  checkMethod(sql, kind, copy, null, by)
  return copy
}

/** @throws Fault `invalid` "Choose a different swarm" for the one it is in (VAL-026). */
function migrateMethod(
  sql: Sql,
  found: StoredBody | null,
  { kind, swarm_uuid: swarm }: Extract<MethodChange, { type: 'method.migrate' }>,
  by: By,
): StoredBody {
  const before = mustSee(kind, found, by.sight)
  allowMethod(kind, 'migrate', before, by)
  const refuse = (message: string, reason: Reason) =>
    new Fault('invalid', message, { field: 'swarm_uuid', reason })
  if (before['swarm_uuid'] === swarm) throw refuse('Choose a different swarm', 'same_swarm')
  if (swarm !== null && !by.sight.swarms.includes(swarm)) {
    throw refuse('You are not in this swarm', 'swarm_unknown')
  }
  const after = { ...before, swarm_uuid: swarm, ...aliasesFor(before, swarm) }
  checkMethod(sql, kind, after, before, by)
  return after
}

/** Drop the aliases of swarms that no longer see the protocol. */
function aliasesFor({ aliases }: StoredBody, swarm: string | null): { aliases?: unknown[] } {
  if (!Array.isArray(aliases) || swarm === null) return {}
  const all = aliases as { swarm_uuid: string }[]
  return { aliases: all.filter((one) => one.swarm_uuid === swarm) }
}
