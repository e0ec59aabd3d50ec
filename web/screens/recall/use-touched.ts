import { useCallback } from 'react'
import { recallCalls, type Touched } from '../../../domain/calls/recalls.ts'
import type { RecallSubject } from '../../../domain/entities/recall.ts'
import { call } from '../../client/call.ts'
import { readPages } from '../../client/read-pages.ts'
import { type Loaded, useAnswerAbout } from '../../state/use-answer.ts'

/** As many as the service gives at once. */
const limit = '500'

/** Read all that a thing touched: every row of the person's laboratories, and the counts of the whole company. */
export function useTouched(
  subject: RecallSubject | null,
  recall_uuid?: string,
): Loaded<Touched | null> {
  const key = JSON.stringify({ subject, recall_uuid })
  const load = useCallback(
    async (signal: AbortSignal): Promise<Touched | null> => {
      const asked = JSON.parse(key) as {
        subject: RecallSubject | null
        recall_uuid?: string
      }
      const { subject: wanted, ...more } = asked
      if (!wanted) return null
      let newest: Touched | null = null
      const { rows } = await readPages({
        pages: 'all',
        idOf: ({ analysis_uuid }: Touched['data'][number]) => analysis_uuid,
        read: async (page) => {
          const body = { subject: wanted, ...more }
          const answer = await call(
            recallCalls.touched,
            { query: { limit, page }, body },
            { signal },
          )
          newest = answer
          return answer
        },
      })
      // Take the counts of the newest page: all say the same.
      return newest && { ...(newest as Touched), data: rows }
    },
    [key],
  )
  return useAnswerAbout(load)
}
