import * as v from 'valibot'
import { get, post } from '../call.ts'
import { Company } from '../entities/company.ts'
import { Visit, VisitMinutes, VisitRequest } from '../entities/visit.ts'
import { Uuid, YesNo } from '../fields.ts'
import { permissions } from '../permissions.ts'
import { regionNames } from '../regions.ts'
import { NamedCompany } from './partners.ts'
import { byId, Reason } from './shapes.ts'

/** A visit with what the person may do there, which is no more than at home (decisions R15). */
const BegunVisit = v.strictObject({
  visit: Visit,
  company: v.strictObject({ ...NamedCompany.entries, data_region: v.picklist(regionNames) }),
  permissions: v.array(v.picklist(permissions)),
  swarms: v.array(Uuid),
  four_eyes: v.boolean(),
})

const order = { reason: Reason, minutes: VisitMinutes }

/**
 * Act in another company by its name, with a reason and an end, so that it reads in its own trail who came and why
 * (docs/decisions/038-visits.md). Calls of a visit carry its id in `X-Visit` and are refused once it has ended.
 */
export const visitCalls = {
  /** `:id` is the company; not the own one. */
  begin: post('/companies/visit/:id', {
    needs: 'companies.search',
    reach: 'own',
    person: true,
    params: byId,
    body: v.strictObject({
      ...order,
      /** Begins it without a grant, where the company grants visits; its administrators get a message. */
      emergency: v.optional(v.boolean()),
    }),
    data: BegunVisit,
  }),
  /** Tell a visitor if the company grants visits, and what became of their request. `:id` is the company. */
  terms: get('/companies/visit_terms/:id', {
    needs: 'companies.search',
    reach: 'own',
    person: true,
    params: byId,
    data: v.strictObject({ granted: YesNo, request: v.nullable(VisitRequest) }),
  }),
  /** Ask a company to grant a visit; replaces an earlier request of the person. `:id` is the company. */
  ask: post('/companies/ask_visit/:id', {
    needs: 'companies.search',
    reach: 'own',
    person: true,
    params: byId,
    body: v.strictObject(order),
    data: VisitRequest,
  }),
  /** Grant or refuse a request, by the people of the company that is to be visited. `:id` is the request. */
  answer: post('/companies/answer_visit/:id', {
    needs: 'companies.details',
    reach: 'own',
    person: true,
    params: byId,
    body: v.strictObject({ granted: YesNo, reason: v.optional(Reason) }),
    data: VisitRequest,
  }),
  /** Take a grant back before its visit has begun; a visit that has begun is ended instead. `:id` is the request. */
  takeBack: post('/companies/take_back_visit/:id', {
    needs: 'companies.details',
    reach: 'own',
    person: true,
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: VisitRequest,
  }),
  /** Choose if visits of the own company are granted by its people. */
  setGranted: post('/companies/visits_granted', {
    needs: 'companies.edit',
    reach: 'own',
    person: true,
    body: v.strictObject({ granted: YesNo, reason: Reason }),
    data: Company,
  }),
  /** By the visitor, or by who may edit the details of the company that is visited. `:id` is the company. */
  end: post('/companies/end_visit/:id', {
    needs: 'companies.search',
    reach: 'own',
    person: true,
    params: byId,
    body: v.strictObject({ visit: Uuid }),
    data: v.strictObject({}),
  }),
  /** Tell the own company who reaches it, since when, and who came last. */
  reachedBy: get('/companies/reached_by', {
    needs: 'companies.details',
    data: v.strictObject({
      provider: v.nullable(NamedCompany),
      /** `since` is null where it was assigned before that was written down. */
      partner: v.nullable(
        v.strictObject({ ...NamedCompany.entries, since: v.nullable(v.string()) }),
      ),
      /** The newest first. */
      visits: v.array(Visit),
      /** Visits are granted by people of the company (decision 80). */
      granted: YesNo,
      /** The newest first. */
      requests: v.array(VisitRequest),
    }),
  }),
  /** End that a company is reached by its partner; `:id` is the own one, or one within reach. The provider stays. */
  leavePartner: post('/companies/leave_partner/:id', {
    needs: 'companies.edit',
    person: true,
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: v.strictObject({}),
  }),
}
