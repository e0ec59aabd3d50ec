import { useCallback } from 'react'
import type { CallData } from '../../../domain/call.ts'
import { visitCalls } from '../../../domain/calls/visits.ts'
import type { Company } from '../../../domain/entities/company.ts'
import { call } from '../../client/call.ts'
import { type Loaded, useAnswer } from '../../state/use-answer.ts'

/** People who reach the own company, with visits and requests: asked once for all parts of its page. */
export type ReachedBy = Loaded<CallData<typeof visitCalls.reachedBy>>

/** Load who reaches the own company, again whenever somebody has changed it. */
export function useReachedBy({ updated_at: changed }: Company): ReachedBy {
  const load = useCallback(
    async (signal: AbortSignal) => ({
      as: changed,
      ...(await call(visitCalls.reachedBy, {}, { signal })),
    }),
    [changed],
  )
  return useAnswer(load)
}
