import type { Publication, PublicationRequest } from '../../domain/entities/publication.ts'
import { refuseRequest } from '../../domain/rules/publication.ts'
import { faultOf, needReason } from './allow.ts'
import { actingOf, type By, mustSee, readSeen } from './by.ts'
import {
  ofSomeKind,
  type PlannedOfSomeKind,
  type PlannedOperation,
  readRecord,
} from './operations.ts'
import { makerFor } from './people-behind.ts'
import type { Planners } from './planner.ts'
import { planEdit } from './publication-changes.ts'
import { recordPlanners } from './record-changes.ts'
import { checkConfirmed } from './sign.ts'
import type { Sql } from './sql.ts'

/** Changes of requests in the provider's store, which decides them. */
export type PublicationRequestChange =
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

export const publicationRequestPlanners: Planners<PublicationRequestChange> = {
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
  // Refuse a person whom nobody has confirmed: they would decide alone, by an account that they have set up.
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
  change: Extract<PublicationRequestChange, { type: 'publication_request.take_over' }>,
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
