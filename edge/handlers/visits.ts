import { visitCalls } from '../../domain/calls/visits.ts'
import { stateOfCompany } from '../../domain/actions/company.ts'
import type { Company } from '../../domain/entities/company.ts'
import type { VisitRequest } from '../../domain/entities/visit.ts'
import { Fault } from '../../domain/fault.ts'
import type { Permission } from '../../domain/permissions.ts'
import { sincePartner } from '../../domain/rules/open-visit.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import type { AccountContext } from '../context.ts'
import { findCompany, findProvider } from '../directory/companies.ts'
import { leavePartner } from '../directory/underlings.ts'
import { logFailure } from '../log.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { actIn, reach } from '../reach.ts'
import { mustHold } from '../store/right.ts'
import { tellVisitor } from '../store/tell-visitors.ts'
import type { VisitChange } from '../store/visit-changes.ts'

export const visits: Handlers<typeof visitCalls> = {
  begin: async ({ params, body }, context) => {
    const { opId } = context
    const there = await reachOther(context, params.id)
    const { uuid, ...order } = orderOf(context, body)
    const since = await partnerSince(params.id, context)
    const emergency = body.emergency ?? false
    const change = {
      type: 'company.visit',
      uuid: params.id,
      visit: uuid,
      emergency,
      since,
      ...order,
    } as const
    const record = await unwrap(there.own.change(change, opId, there.by))
    const visit = record?.visits?.find((one) => one.uuid === uuid)
    if (!record || !visit) throw new Fault('not_found', 'No such visit')
    return {
      visit,
      company: { uuid: record.uuid, name: record.name, data_region: record.data_region },
      permissions: there.by.permissions as Permission[],
      swarms: [...there.by.sight.swarms],
      four_eyes: there.by.fourEyes,
    }
  },
  terms: async ({ params }, context) => {
    const { own, by } = await reachOther(context, params.id)
    const { visits_granted: granted = 'N', visit_requests: requests = [] } = await unwrap(
      own.get('company', params.id, by.sight),
    )
    const { uuid, company_uuid: home } = context.account
    const since = await partnerSince(params.id, context)
    const asked = sincePartner(requests, since)
    const request = asked.find((one) => one.by === uuid && one.from.uuid === home) ?? null
    return { granted, request }
  },
  ask: async ({ params, body }, context) => {
    const there = await reachOther(context, params.id)
    const { uuid, ...order } = orderOf(context, body)
    const change = {
      type: 'company.ask_visit',
      uuid: params.id,
      request: uuid,
      ...order,
    } as const
    const record = await unwrap(there.own.change(change, context.opId, there.by))
    return requestOf(record, uuid)
  },
  answer: async ({ params, body }, context) => {
    const { granted, reason } = body
    const change = { type: 'company.answer_visit', granted, reason } as const
    return answerRequest(context, params.id, change)
  },
  takeBack: async ({ params, body }, context) =>
    answerRequest(context, params.id, { type: 'company.take_back_visit', ...body }),
  setGranted: async ({ body }, { own, company: uuid, by, opId }) =>
    unwrap(own.change({ type: 'company.visits_granted', uuid, ...body }, opId, by)),
  end: async ({ params, body }, context) => {
    const there = await actIn(context, params.id)
    const record = await unwrap(there.own.get('company', params.id, there.by.sight))
    const isOwnVisit = record.visits?.some(
      ({ uuid, by }) => uuid === body.visit && by === context.account.uuid,
    )
    if (!isOwnVisit) mustHold(visitCalls.answer.needs, there.by)
    const change = { type: 'company.end_visit', uuid: params.id, visit: body.visit } as const
    await unwrap(there.own.change(change, context.opId, there.by))
    return {}
  },
  reachedBy: async (_, context) => {
    const { own, company, by, env } = context
    const record = await unwrap(own.get('company', company, by.sight))
    const known = await findCompany(env.DIRECTORY, company)
    const provider = await findProvider(env.DIRECTORY)
    const partner = known?.partner_uuid
      ? await findCompany(env.DIRECTORY, known.partner_uuid)
      : null
    return {
      provider: provider && provider.uuid !== company ? named(provider) : null,
      partner: partner && {
        ...named(partner),
        since: known?.partner_since ?? null,
      },
      visits: (record.visits ?? []).toReversed(),
      granted: record.visits_granted ?? 'N',
      requests: (record.visit_requests ?? []).toReversed(),
    }
  },
  leavePartner: async ({ params, body }, context) => {
    await leave(await actIn(context, params.id), body.reason)
    return {}
  },
}

/** Reach another company than the own one. @throws Fault */
async function reachOther(context: AccountContext, company: string): Promise<AccountContext> {
  if (company !== context.account.company_uuid) return reach(context, company)
  throw new Fault('refused', 'This is your own company', { field: 'id', reason: 'same_company' })
}

async function partnerSince(company: string, { env }: AccountContext): Promise<string | null> {
  return (await findCompany(env.DIRECTORY, company))?.partner_since ?? null
}

/** Return what a visit, or a request for one, is made of, with an id that a repeat of the call finds again. */
function orderOf(
  { account, opId }: AccountContext,
  { minutes, reason }: { minutes: number; reason: string },
) {
  const from = { uuid: account.company_uuid, name: account.company_details.name }
  return { uuid: derivedUuid(account.uuid, opId), minutes, reason, from }
}

type Answer =
  | Omit<ChangeOf<'company.answer_visit'>, 'uuid' | 'request'>
  | Omit<ChangeOf<'company.take_back_visit'>, 'uuid' | 'request'>
type ChangeOf<T extends VisitChange['type']> = Extract<VisitChange, { type: T }>

/** Answer a request in the record of the company, then send the message to the person who asked. */
async function answerRequest(
  { own, company: uuid, by, opId, store, account }: AccountContext,
  id: string,
  answer: Answer,
): Promise<VisitRequest> {
  const change = { ...answer, uuid, request: id }
  const request = requestOf(await unwrap(own.change(change, opId, by)), id)
  try {
    await tellVisitor(store(request.from.uuid), request, account.company_details)
  } catch (error) {
    // Log only: the visit is answered, what stops the message belongs to the other company, and the alarm sends it again.
    logFailure('visitor not told of the answer', error)
  }
  return request
}

function requestOf(record: Company | null, uuid: string): VisitRequest {
  const request = record?.visit_requests?.find((one) => one.uuid === uuid)
  if (!request) throw new Fault('not_found', 'No such request')
  return request
}

function named({ uuid, name }: { uuid: string; name: string }) {
  return { uuid, name }
}

/** Write the record first, where the right is asked again, then the directory, which ends reach. A repeat finishes it. */
async function leave({ env, own, company, by, opId }: AccountContext, reason: string) {
  const known = await findCompany(env.DIRECTORY, company)
  const partner = known?.partner_uuid ? await findCompany(env.DIRECTORY, known.partner_uuid) : null
  if (!known || !partner) {
    throw new Fault('refused', 'The company has no partner', {
      reason: 'wrong_state',
      params: { state: known ? stateOfCompany(known) : 'plain', action: 'unlink' },
    })
  }
  const change = {
    type: 'company.leave_partner',
    uuid: company,
    partner: named(partner),
    reason,
  } as const
  await unwrap(own.change(change, opId, by))
  await leavePartner(env.DIRECTORY, company, partner.uuid)
}
