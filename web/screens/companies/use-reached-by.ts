import { useCallback } from 'react'
import { visitCalls } from '../../../domain/calls/visits.ts'
import type { Company } from '../../../domain/entities/company.ts'
import { call } from '../../client/call.ts'
import { useAnswer } from '../../state/use-answer.ts'

/** Load who reaches the own company, with visits and requests, again whenever somebody has changed it. */
export function useReachedBy({ updated_at: changed }: Company) {
  const load = useCallback(
    async (signal: AbortSignal) => ({
      as: changed,
      ...(await call(visitCalls.reachedBy, {}, { signal })),
    }),
    [changed],
  )
  return useAnswer(load)
}
