import { useEffect, useState } from 'react'
import { analysisCalls } from '../../../domain/calls/analysis.ts'
import type { Analysis } from '../../../domain/entities/analysis.ts'
import type { StudyRun } from '../../../domain/entities/study.ts'
import type { OpenStudyRun } from '../../../workers/study/open-study-run.ts'
import { inWorker } from '../../../workers/pool.ts'
import { call } from '../../client/call.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { loadBlob } from '../../local/blobs.ts'
import { account } from '../../state/session.ts'

export interface LoadedRun {
  record: Analysis
  opened: OpenStudyRun
}

export interface StudyRuns {
  /** By the run's place in the study; null for one that is on its way or could not be loaded. */
  runs: readonly (LoadedRun | null)[]
  /** Reasons that a run could not be loaded, by its place. */
  failures: ReadonlyMap<number, readonly string[]>
  isWhole: boolean
  again: () => void
}

const nothing: Pick<StudyRuns, 'runs' | 'failures'> = { runs: [], failures: new Map() }

/**
 * Load the signed runs of a study with their curves, each shown as soon as it is there: the results that the study names,
 * and the curves that they were read from, opened in the workers.
 */
export function useStudyRuns(runs: readonly StudyRun[]): StudyRuns {
  const [state, setState] = useState(nothing)
  const [round, setRound] = useState(0)
  const user = account.value?.uuid ?? ''
  // Name runs by their hashes: a study that only changed its settings loads nothing again.
  const key = runs.map((run) => `${run.analysis_uuid} ${run.results_hash}`).join()
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    setState({ runs: runs.map(() => null), failures: new Map() })
    for (const [at, run] of runs.entries()) {
      loadRun(at, run, user, signal).then(
        (loaded) =>
          signal.aborted ||
          setState((before) => ({ ...before, runs: before.runs.with(at, loaded) })),
        (error: unknown) =>
          signal.aborted ||
          setState((before) => ({
            ...before,
            failures: new Map(before.failures).set(at, errorTexts(error)),
          })),
      )
    }
    return () => stop.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, user, round])
  const isWhole = runs.length > 0 && state.runs.length === runs.length && !state.runs.includes(null)
  return { ...state, isWhole, again: () => setRound((before) => before + 1) }
}

async function loadRun(
  at: number,
  { analysis_uuid: id, results_hash }: StudyRun,
  user: string,
  signal: AbortSignal,
): Promise<LoadedRun> {
  const record = await call(analysisCalls.get, { params: { id } }, { signal })
  const read = (hash: string) => loadBlob({ user, analysis: id, hash, signal })
  const [results, curves] = await Promise.all([
    read(results_hash),
    record.curves_hash === null ? new Uint8Array() : read(record.curves_hash),
  ])
  const { cartridge_type, samples, sample_reviews, source } = record
  const signed = { cartridge_type, samples, sample_reviews, source }
  const files = { results, curves }
  return { record, opened: await inWorker('openStudyFiles', signal, at, signed, files) }
}
