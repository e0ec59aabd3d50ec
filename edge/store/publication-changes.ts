import { mostOpenRequests } from '../../domain/catalog/limits.ts'
import type { Publication, PublicationRequest } from '../../domain/entities/publication.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { Fault } from '../../domain/fault.ts'
import { withoutCalibration } from '../../domain/rules/dye-plate.ts'
import { writeCqMethods } from '../../domain/rules/cq-default.ts'
import { refuseRequest } from '../../domain/rules/publication.ts'
import { takeEffect } from '../../domain/rules/recipe-version.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { faultOf, needReason } from './allow.ts'
import { actingOf, type By, mustSee, readSeen } from './by.ts'
import { methodPlanners } from './method-changes.ts'
import {
  authorOf,
  ofSomeKind,
  type PlannedOfSomeKind,
  type PlannedOperation,
  readRecord,
} from './operations.ts'
import { listWanting, planDelivery } from './outgoing-changes.ts'
import { makerFor } from './people-behind.ts'
import type { Planners } from './planner.ts'
import { recordPlanners } from './record-changes.ts'
import { checkConfirmed } from './sign.ts'
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
  /** The request, or its withdrawal, reaches the provider. A decision that is made stays. */
  | {
      type: 'publication_request.receive'
      publication: Publication
      company: { uuid: string; name: string }
    }
  /** The company has heard of the decision. */
  | { type: 'publication_request.told'; uuid: string }
  | {
      type: 'publication_request.take_over'
      uuid: string
      /** Id of the recipe for all companies; a new one without `base`. */
      global: string
      base?: string | undefined
      name?: string | undefined
    }
  | { type: 'publication_request.refuse'; uuid: string; reason: string }

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
  'publication_request.receive': (_sql, { publication, company }) => ({
    kind: 'publication_request',
    uuid: publication.uuid,
    action: 'publication_request.receive',
    change: (before) => receive(before, publication, company),
  }),
  'publication_request.told': (_sql, { uuid }) => ({
    kind: 'publication_request',
    uuid,
    action: 'publication_request.told',
    change: (before) => before && { ...before, waiting: 0 },
  }),
  'publication_request.take_over': (sql, change, by, at) => planTakeOver(sql, change, by, at),
  'publication_request.refuse': (sql, { uuid, reason }, by, at) => ({
    kind: 'publication_request',
    uuid,
    action: 'publication_request.refuse',
    reason,
    change: (before) => {
      const request = allowDecision(sql, 'refuse', before, by)
      needReason('publication_request', 'refuse', request.status, reason)
      return { ...request, ...decided(by, at), status: 'refused', reason }
    },
  }),
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
function planEdit(
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
  // Its day may have come before the service has written that down.
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
    // A recipe without a Cq method was made when the threshold was the default.
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

function receive(
  before: PublicationRequest | null,
  { swarm_uuid: _swarm, status, waiting: _waiting, ...asked }: Publication,
  company: { uuid: string; name: string },
): PublicationRequest {
  const isWithdrawn = status === 'withdrawn'
  if (before) return isWithdrawn && before.status === 'open' ? { ...before, status } : before
  return {
    ...asked,
    company_uuid: company.uuid,
    company_name: company.name,
    status: isWithdrawn ? 'withdrawn' : 'open',
    decided_by: null,
    decided_name: '',
    waiting: 0,
  }
}

/** @throws Fault `not_found`, `forbidden`, or `refused` when it is decided, withdrawn, or asked by the same person or their program. */
function allowDecision(
  sql: Sql,
  action: 'takeOver' | 'refuse',
  before: PublicationRequest | null,
  by: By,
): PublicationRequest {
  const request = mustSee('publication_request', before, by.sight)
  const actor = { ...by, ...actingOf(by) }
  const asking = { kind: 'publication', uuid: request.uuid, action: 'publication.create' } as const
  const user_uuid = makerFor(sql, asking, actor, request.user_uuid)
  const refusal = refuseRequest(action, { ...request, user_uuid }, actor)
  // One person alone would decide by an account that they have set up.
  if (by.fourEyes && (!refusal || refusal.reason === 'counts_as_you')) checkConfirmed(sql, by)
  if (refusal) throw faultOf(refusal)
  return request
}

const decided = ({ actor }: By, at: string) => ({
  decided_at: at,
  decided_by: actor.uuid,
  decided_name: actor.name,
  waiting: 1 as const,
})

/** Decide and publish in one transaction, by the ordinary changes of a recipe for all companies. */
function planTakeOver(
  sql: Sql,
  change: Extract<PublicationChange, { type: 'publication_request.take_over' }>,
  by: By,
  at: string,
): PlannedOfSomeKind[] {
  const { uuid, global, base } = change
  const request = readSeen(sql, 'publication_request', uuid, by.sight)
  const { process, evaluation, cartridge_types, minimum_bkernel } = request
  const content = { process, evaluation, cartridge_types, minimum_bkernel }
  const published =
    base === undefined
      ? planNew(sql, { uuid: global, name: change.name ?? request.name, ...content }, by, at)
      : planEdit(sql, 'global_recipe', { uuid: global, patch: content, base }, by, at)
  return [
    {
      kind: 'publication_request',
      uuid,
      action: 'publication_request.take_over',
      change: (before) => {
        const open = allowDecision(sql, 'takeOver', before, by)
        const [first] = published as [PlannedOperation<'global_recipe'>]
        const made = first.change(readRecord(sql, 'global_recipe', global))
        const version = (made?.['version'] as number | undefined) ?? 1
        return {
          ...open,
          ...decided(by, at),
          status: 'published',
          global_uuid: global,
          global_version: version,
        }
      },
    },
    ...published,
  ]
}

function planNew(
  sql: Sql,
  { uuid, ...body }: { uuid: string } & Record<string, unknown>,
  by: By,
  at: string,
): PlannedOfSomeKind[] {
  const fields = { ...body, archived: 0, version: 1, swarm_uuid: null }
  const change = { type: 'record.create', kind: 'global_recipe', uuid, body: fields } as const
  return [recordPlanners['record.create'](sql, change, by, at)].flat().map((one) => ofSomeKind(one))
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
  // A newer request of the same recipe is on show there.
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
