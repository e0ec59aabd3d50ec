import { analysisCalls } from '../../domain/calls/analysis.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { NewComment } from '../../domain/entities/well-comment.ts'
import type { Sender } from './lab.ts'

/** Make a comment on a well as a page sends it. */
export const written = (change: Partial<NewComment> = {}): NewComment => ({
  uuid: crypto.randomUUID(),
  well: 'A1',
  target: null,
  text: 'Bubble in this well',
  mentions: [],
  ...change,
})

/** Send comments on wells of a run. */
export const comment = (
  sender: Sender,
  { uuid }: Pick<Analysis, 'uuid'>,
  comments: object[],
  opId: string = crypto.randomUUID(),
) =>
  sender(analysisCalls.comment, {
    params: { id: uuid },
    body: { comments },
    headers: { 'Operation-Id': opId },
  })
