import { useCallback } from 'react'
import { attachmentCalls } from '../../../../../domain/calls/attachments.ts'
import type { Attachment } from '../../../../../domain/entities/attachment.ts'
import { call } from '../../../../client/call.ts'
import { type Loaded, useAnswer } from '../../../../state/use-answer.ts'

/** Pictures of an analysis: those of its attachments that are images, oldest first. */
export function useImages(analysis: string): Loaded<Attachment[]> {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const filters = { resource_kind: 'analysis', resource_uuid: analysis }
      const answer = await call(
        attachmentCalls.search,
        { query: {}, body: { filters } },
        { signal, background: true },
      )
      return answer.data
        .filter(({ mime_type: type }) => type.startsWith('image/'))
        .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
    },
    [analysis],
  )
  return useAnswer(load)
}
