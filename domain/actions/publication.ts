import type { PublicationRequest } from '../entities/publication.ts'
import type { Actions } from './action.ts'

export type RequestState = PublicationRequest['status']

/**
 * Decisions of the provider about a request for publication. Where the provider's company asks for four eyes, the person who
 * asked does not decide.
 */
export const publicationRequestActions = {
  takeOver: {
    from: ['open'],
    to: 'published',
    needs: 'globalRecipes.edit',
    unless: ['four_eyes'],
  },
  refuse: {
    from: ['open'],
    to: 'refused',
    needs: 'globalRecipes.edit',
    reasonDue: 'always',
    unless: ['four_eyes'],
  },
} as const satisfies Actions<RequestState>
