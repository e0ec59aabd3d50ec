import { mostOpenRequests } from '../../domain/catalog/limits.ts'
import type { Publication, PublicationRequest } from '../../domain/entities/publication.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { Fault } from '../../domain/fault.ts'
import { withoutCalibration } from '../../domain/rules/dye-plate.ts'
import { writeCqMethods } from '../../domain/rules/cq-default.ts'
import { takeEffect } from '../../domain/rules/recipe-version.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { type By, readSeen } from './by.ts'
import { methodPlanners } from './method-changes.ts'
import {
  authorOf,
  ofSomeKind,
  type PlannedOfSomeKind,
  type PlannedOperation,
  readRecord,
} from './operations.ts'
import { listWanting, planDelivery } from './outgoing-changes.ts'
import type { Planners } from './planner.ts'
import type { Sql } from './sql.ts'

/** Decision of the provider, as it goes to the company that asked. */
export type Decision = Pick<
  PublicationRequest,
  'uuid' | 'decided_at' | 'reason' | 'global_uuid' | 'global_version'
> & { status: 'published' | 'refused' }

export type PublicationChange =
  /** A company asks; `request` is the id that the request has in both stores. */
  | {
      type: 'recipe.request'
      uuid: string
      request: string
      note: string
      base?: string | undefined
    }
  | {
      type: 'recipe.withdraw'
      uuid: string
      base?: string | undefined
      reason?: string | undefined
    }
  /** The provider's store has heard of the request in this state. */
  | { type: 'publication.sent'; uuid: string; status: Publication['status'] }
  /** The decision reaches the company. @see edge/store/publications.ts */
  | { type: 'publication.settle'; decision: Decision; words: { title: string; message: string } }

export const publicationPlanners: Planners<PublicationChange> = {
  'recipe.request': (sql, change, by, at) => planRequest(sql, change, by, at),
  'recipe.withdraw': (sql, { uuid, base, reason }, by, at) => {
    const asked = readRecord(sql, 'recipe', uuid)?.publication?.request_uuid
    return [
      ...planEdit(
        sql,
        'recipe',
        { uuid, patch: { publication_requested: 0 }, base, reason },
        by,
        at,
      ),
      ...(asked ? planWithdrawal(sql, asked) : []),
    ]
  },
  'publication.sent': (_sql, { uuid, status }) => ({
    kind: 'publication',
    uuid,
    action: 'publication.sent',
    // Leave a newer state alone: it has its own mark for waiting.
    change: (before) => (before?.status === status ? { ...before, waiting: 0 } : before),
  }),
  'publication.settle': (sql, change, _by, at) => planSettlement(sql, change, at),
}

/** Plan the withdrawal of a request that is still open here. A decision that the provider has made comes later and stays. */
function planWithdrawal(sql: Sql, request: string): PlannedOfSomeKind[] {
  if (readRecord(sql, 'publication', request)?.status !== 'requested') return []
  return [
    {
      kind: 'publication',
      uuid: request,
      action: 'publication.withdraw',
      change: (before) => before && { ...before, status: 'withdrawn', waiting: 1 },
    },
  ]
}

type MethodEdit = {
  uuid: string
  patch: Record<string, unknown>
  base?: string | undefined
  reason?: string | undefined
}

/** Plan an ordinary edit of a recipe, so that a publication follows the same rules. */
export function planEdit(
  sql: Sql,
  kind: 'recipe' | 'global_recipe',
  edit: MethodEdit,
  by: By,
  at: string,
): PlannedOfSomeKind[] {
  return [methodPlanners['method.edit'](sql, { type: 'method.edit', kind, ...edit }, by, at)]
    .flat()
    .map((one) => ofSomeKind(one))
}

function planRequest(
  sql: Sql,
  { uuid, request, note, base }: Extract<PublicationChange, { type: 'recipe.request' }>,
  by: By,
  at: string,
): PlannedOfSomeKind[] {
  const edit = { uuid, patch: { publication_requested: 1 }, base, reason: note }
  const [first, ...rest] = planEdit(sql, 'recipe', edit, by, at) as [
    PlannedOperation<'recipe'>,
    ...PlannedOfSomeKind[],
  ]
  // Take the version whose day has come, also before the service has written that down.
  const recipe = takeEffect(readSeen(sql, 'recipe', uuid, by.sight), at)
  const publication = {
    request_uuid: request,
    state: 'requested',
    at,
    reason: '',
    global_uuid: null,
  } satisfies Recipe['publication']
  return [
    {
      ...first,
      change: (found: Recipe | null) => {
        const after = first.change(found)
        checkAsker(by)
        checkOpen(sql)
        return { ...after, publication }
      },
    },
    ...rest,
    {
      kind: 'publication',
      uuid: request,
      action: 'publication.create',
      change: () => copyOf(recipe, request, note, by, at),
    },
  ]
}

/** Copy a recipe as it is now: a later edit of it changes nothing of what was asked. */
function copyOf(recipe: Recipe, uuid: string, note: string, by: By, at: string): Publication {
  const { name, swarm_uuid, process, evaluation, cartridge_types, minimum_bkernel } = recipe
  return {
    uuid,
    created_at: at,
    updated_at: at,
    recipe_uuid: recipe.uuid,
    recipe_version: recipe.version,
    name,
    process,
    // Write the Cq method of a recipe without one, which was made when the threshold was the default.
    evaluation: withoutCalibration(writeCqMethods(evaluation, 'threshold')),
    cartridge_types,
    minimum_bkernel,
    note,
    ...authorOf(by.actor),
    swarm_uuid,
    status: 'requested',
    decided_at: null,
    reason: '',
    global_uuid: null,
    global_version: null,
    waiting: 1,
  }
}

/**
 * Refuse a request for publication by a person of the provider or of a partner: a company's recipe is given away by its
 * own people alone, as the provider would otherwise both ask and decide.
 * @throws Fault `forbidden`
 */
function checkAsker({ actor: { via } }: By): void {
  if (via !== 'partner' && via !== 'provider') return
  throw new Fault('forbidden', 'This is done in the own company only', {
    field: 'publication_requested',
    reason: 'own_company_only',
  })
}

/** @throws Fault `refused` when the company has as many requests open as it may. */
function checkOpen(sql: Sql): void {
  const row = sql.first<{ count: number }>(
    `SELECT count(*) AS count FROM records
     WHERE kind = 'publication' AND deleted_at IS NULL AND status = 'requested'`,
  )
  const count = row?.count ?? 0
  if (count < mostOpenRequests) return
  throw new Fault('refused', 'Too many requests for publication are open', {
    field: 'publication_requested',
    reason: 'requests_open',
    params: { count, limit: mostOpenRequests },
  })
}

/** Write the decision to the request, to its recipe if that is still there, and to the person who asked. */
function planSettlement(
  sql: Sql,
  { decision, words }: Extract<PublicationChange, { type: 'publication.settle' }>,
  at: string,
): PlannedOfSomeKind[] {
  const { uuid, status, decided_at, reason, global_uuid, global_version } = decision
  const asked = readRecord(sql, 'publication', uuid)
  if (!asked) throw new Fault('not_found', 'No such publication')
  const recipe = readRecord(sql, 'recipe', asked.recipe_uuid)
  // Change the recipe only for its newest request, which is the one that it shows.
  const isNewest = [undefined, uuid].includes(recipe?.publication?.request_uuid)
  return [
    {
      kind: 'publication',
      uuid,
      action: 'publication.settle',
      change: (before) => ({
        ...before,
        status,
        decided_at,
        reason,
        global_uuid,
        global_version,
        waiting: 0,
      }),
    },
    ...(recipe && isNewest ? [planOnRecipe(recipe.uuid, decision)] : []),
    planWords(sql, asked, words, at),
  ]
}

function planOnRecipe(uuid: string, decision: Decision): PlannedOperation<'recipe'> {
  const { uuid: request_uuid, status: state, decided_at, reason, global_uuid } = decision
  return {
    kind: 'recipe',
    uuid,
    action: 'recipe.publication_settled',
    change: (before) => {
      if (!before) return before
      const { publication_requested: _flag, ...rest } = before
      const at = decided_at ?? before.updated_at
      return { ...rest, publication: { request_uuid, state, at, reason, global_uuid } }
    },
  }
}

/** Plan a notification for the person who asked, once. */
function planWords(
  sql: Sql,
  { uuid: request, user_uuid, recipe_uuid }: Publication,
  { title, message }: { title: string; message: string },
  at: string,
): PlannedOperation<'delivery'> {
  const uuid = derivedUuid(request, 'decided')
  const about = { kind: 'recipe', uuid: recipe_uuid } as const
  const users = listWanting(sql, [user_uuid], 'recipe')
  return planDelivery(
    { uuid, notification_uuid: request, title, message, sender: 'bApp', users, about },
    at,
  )
}
