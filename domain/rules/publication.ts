import type { publicationRequestActions, RequestState } from '../actions/publication.ts'
import { type Refusal, refuse } from '../actions/refuse.ts'
import type { PublicationRequest } from '../entities/publication.ts'
import { type Acting, isAmong } from './second-person.ts'

/** Return null when the person may decide about a request now; otherwise the first reason why not. */
export function refuseRequest(
  action: keyof typeof publicationRequestActions,
  { status, user_uuid }: Pick<PublicationRequest, 'status' | 'user_uuid'>,
  actor: Acting & { permissions: readonly string[]; fourEyes: boolean },
): Refusal<'publication_request'> | null {
  return refuse('publication_request', action, {
    state: status satisfies RequestState,
    permissions: actor.permissions,
    facts: { four_eyes: () => actor.fourEyes && isAmong([user_uuid], actor) },
  })
}
