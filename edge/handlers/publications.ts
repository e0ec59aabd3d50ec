import type { CallInput } from '../../domain/call.ts'
import { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'
import type { publicationCalls } from '../../domain/calls/publications.ts'
import { type PublicationRequest, publicationRequest } from '../../domain/entities/publication.ts'
import type { AccountContext } from '../context.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import type { PublicationRequestChange } from '../store/publication-request-changes.ts'
import { mustHold } from '../store/right.ts'
import { searchHandler } from './reads.ts'
import { newUuid } from './writes.ts'

type Decide = Extract<
  PublicationRequestChange,
  { type: 'publication_request.take_over' | 'publication_request.refuse' }
>

/** Decide in the provider's store, then bring the decision to the company; its store sends it again until it is there. */
async function decide(change: Decide, context: AccountContext): Promise<PublicationRequest> {
  const store = await context.provider()
  const after = await unwrap(store.change(change, context.opId, context.by))
  await store.carryPublications()
  return after
}

async function takeOver(
  { params, body }: CallInput<typeof publicationCalls.takeOver>,
  context: AccountContext,
): Promise<PublicationRequest> {
  const { replaces, name } = body
  const type = 'publication_request.take_over'
  if (replaces) {
    const { uuid: global, base } = replaces
    return decide({ type, uuid: params.id, global, base }, context)
  }
  mustHold(globalRecipeCalls.create.needs, context.by)
  return decide({ type, uuid: params.id, global: newUuid(context), name }, context)
}

export const publications: Handlers<typeof publicationCalls> = {
  search: searchHandler(publicationRequest),
  takeOver,
  refuse: ({ params, body }, context) =>
    decide({ type: 'publication_request.refuse', uuid: params.id, ...body }, context),
}
