import { useCallback } from 'react'
import { readResults } from '../../../../../domain/results.ts'
import { loadBlob } from '../../../../local/blobs.ts'
import { useAnswer } from '../../../../state/use-answer.ts'

/** Load one result file of an analysis, by its hash; null until it is loaded, and without a hash. */
export function useResults(analysis: string, user: string, hash: string | null) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (hash === null) return null
      const bytes = await loadBlob({ user, analysis, hash, signal })
      return { hash, results: readResults(new TextDecoder().decode(bytes)) }
    },
    [analysis, user, hash],
  )
  const { value, failure } = useAnswer(load)
  // Give no results while another version is read, for which the last one would be taken.
  return { results: value?.hash === hash ? value?.results : null, failure }
}
