import * as v from 'valibot'
import { companyActions } from '../actions/company.ts'
import { action, get, post, search } from '../call.ts'
import { Uuid } from '../fields.ts'
import { byId, MaybeReason, Page, PageQuery, Reason } from './shapes.ts'

/** A company by its name, as others may know it. */
export const NamedCompany = v.strictObject({ uuid: Uuid, name: v.string() })
export type NamedCompany = v.InferOutput<typeof NamedCompany>

/** A partner company with those that it sees and administers (decisions R15). */
export const Partner = v.strictObject({
  ...NamedCompany.entries,
  underlings: v.array(NamedCompany),
})
export type Partner = v.InferOutput<typeof Partner>

/** The provider sees every partner; a partner itself only. */
export const partnerCalls = {
  /** Companies that may become partners. */
  listEligible: get('/partners/list_eligible', {
    needs: companyActions.promote.needs,
    query: PageQuery,
    data: Page(NamedCompany),
  }),
  search: search('/partners/search', {
    needs: 'partners.search',
    query: PageQuery,
    body: v.optional(v.strictObject({ search: v.optional(v.pipe(v.string(), v.maxLength(100))) })),
    data: Page(Partner),
  }),
  get: get('/partners/get/:id', { needs: 'partners.search', params: byId, data: Partner }),
  promote: action('/partners/promote/:id', {
    needs: companyActions.promote.needs,
    params: byId,
    body: MaybeReason,
    data: Partner,
  }),
  /** Its people reach no underling any more, from this moment on. */
  declass: action('/partners/declass/:id', {
    needs: companyActions.declass.needs,
    params: byId,
    body: MaybeReason,
    data: v.strictObject({}),
  }),
  setUnderlingsForm: get('/partners/set_underlings/:id', {
    needs: companyActions.set_underlings.needs,
    params: byId,
    data: v.strictObject({
      record: Partner,
      options: v.strictObject({
        underlings: v.array(v.strictObject({ value: Uuid, label: v.string() })),
      }),
    }),
  }),
  /** Exactly its underlings. */
  setUnderlings: post('/partners/set_underlings/:id', {
    needs: companyActions.set_underlings.needs,
    params: byId,
    body: v.strictObject({
      underlings: v.pipe(v.array(Uuid), v.maxLength(500)),
      reason: v.optional(Reason),
    }),
    data: Partner,
  }),
  underlings: get('/partners/underlings/:id', {
    needs: 'partners.search',
    params: byId,
    query: PageQuery,
    data: Page(NamedCompany),
  }),
}
