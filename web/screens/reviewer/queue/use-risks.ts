import { useCallback, useEffect, useState } from 'react'
import type { Analysis, RunPoints } from '../../../../domain/entities/analysis.ts'
import { readResults } from '../../../../domain/results.ts'
import { findPointRisks, findResultRisks, type Risk } from '../../../../domain/rules/review-risk.ts'
import { decodeCurves } from '../../../../workers/run/blob.ts'
import { countCurvePoints } from '../../../../workers/run/count-curves.ts'
import { loadBlob } from '../../../local/blobs.ts'
import type { AnalysisRow } from '../../../local/list-rows.ts'
import { keepRisks, readKeptRisks } from '../../../local/risk-cache.ts'
import { mode } from '../../../state/mode.ts'
import { readOldPoints } from '../../../state/old-points.ts'
import { records } from '../../../state/records.ts'
import { type ReadingState, RiskReader, type UnreadResults } from './risk-reader.ts'

/** The first so many files stay on this machine, for a reviewer who goes on without the service. */
const keptFiles = 100

const nothing: ReadingState = { read: new Map(), unreadable: new Set(), stopped: false }

export interface Reading extends ReadingState {
  /** Name the analyses in view: they are read first. */
  see: (uuids: ReadonlySet<string>) => void
  /** Try again now what could not be read. */
  again: () => void
}

/** Read the results of all the rows, in their order, while the page is open. */
export function useRisks(rows: readonly AnalysisRow[], user: string): Reading {
  const [reader, setReader] = useState<RiskReader | null>(null)
  const [state, setState] = useState(nothing)
  useEffect(() => {
    const kept = new Set<string>()
    const opened = new RiskReader({
      read: (results, signal) => {
        if (kept.size < keptFiles) kept.add(results.hash)
        return readRisks(results, user, { signal, keep: kept.has(results.hash) })
      },
      loadKept: () => readKeptRisks(user),
      keep: (risks) => keepRisks(user, risks),
      onChange: () => setState(opened.state),
      later: (work, ms) => {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    })
    setReader(opened)
    return () => opened.close()
  }, [user])
  useEffect(() => {
    const wanted = rows.flatMap(({ uuid, results_hash: hash, points, curves_hash }) =>
      hash ? [{ uuid, hash, curves: points ? null : curves_hash }] : [],
    )
    reader?.want(wanted)
  }, [reader, rows])
  useEffect(() => {
    let before = mode.peek().state
    return mode.subscribe(({ state: now }) => {
      if (now === 'online' && before === 'offline') reader?.again()
      before = now
    })
  }, [reader])
  const see = useCallback((uuids: ReadonlySet<string>) => reader?.see(uuids), [reader])
  const again = useCallback(() => reader?.again(), [reader])
  return { ...state, see, again }
}

async function readRisks(
  { uuid, hash, curves }: UnreadResults,
  user: string,
  { signal, keep }: { signal: AbortSignal; keep: boolean },
): Promise<readonly Risk[]> {
  const load = (file: string) =>
    loadBlob({ user, analysis: uuid, hash: file, signal, keep, background: true })
  const found = findResultRisks(readResults(new TextDecoder().decode(await load(hash))))
  if (curves === null) return found
  const record = await readOnce(uuid, signal)
  if (!record) return found
  const counted = await countOld(record, signal, () => load(curves))
  return [...findPointRisks(record, counted), ...found]
}

/**
 * Count the points of an older run, whose record keeps no count. The service does it with the orders that shortened the run;
 * where it has not yet, the programme alone is compared with the curves.
 * @throws Fault
 */
async function countOld(
  { uuid, method }: Analysis,
  signal: AbortSignal,
  loadCurves: () => Promise<Uint8Array>,
): Promise<RunPoints | undefined> {
  const counted = await readOldPoints(uuid, signal)
  return counted ?? countCurvePoints(method.process, decodeCurves(await loadCurves()))
}

/** Read a record of this machine as it is now; null if there is none. */
function readOnce(uuid: string, signal: AbortSignal): Promise<Analysis | null> {
  const model = records.peek()?.model
  if (!model) return Promise.resolve(null)
  return new Promise((resolve) => {
    const done = (body: Analysis | null) => {
      resolve(body)
      signal.removeEventListener('abort', abort)
      queueMicrotask(() => stop())
    }
    const abort = () => done(null)
    // Listen to the signal of the whole page, which reads thousands of records.
    signal.addEventListener('abort', abort)
    const stop = model.watch(`analysis|${uuid}`, (body) => done(body as Analysis | null))
  })
}
