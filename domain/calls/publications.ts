import * as v from 'valibot'
import { publicationRequestActions } from '../actions/publication.ts'
import { post } from '../call.ts'
import { PublicationRequest, publicationRequest } from '../entities/publication.ts'
import { Name, Timestamp, Uuid } from '../fields.ts'
import { searchRow } from './record-rows.ts'
import { byId, Reason } from './shapes.ts'

/** Requests of companies that the provider publish a recipe of theirs (docs/decisions/035-publication.md). */
export const publicationCalls = {
  search: searchRow(publicationRequest),
  /**
   * Publish the recipe as it was asked: as a new recipe for all companies, which needs `globalRecipes.create` as well, or as
   * the next version of one.
   */
  takeOver: post(`${publicationRequest.path}/take_over/:id`, {
    needs: publicationRequestActions.takeOver.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: v.strictObject({
      /** Recipe that it becomes the next version of, as it was on the screen; absent for a new one. */
      replaces: v.optional(v.strictObject({ uuid: Uuid, base: Timestamp })),
      /** Name of a new recipe; absent: that of the company's. */
      name: v.optional(Name),
    }),
    data: PublicationRequest,
  }),
  /** The reason reaches the person who asked. */
  refuse: post(`${publicationRequest.path}/refuse/:id`, {
    needs: publicationRequestActions.refuse.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: PublicationRequest,
  }),
}
