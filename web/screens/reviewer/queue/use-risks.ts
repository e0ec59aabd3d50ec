import { useEffect, useState } from 'react'
import { analysis as analysisEntity, type Analysis } from '../../../../domain/entities/analysis.ts'
import { readResults } from '../../../../domain/results.ts'
import { findRisks, type Risk } from '../../../../domain/rules/review-risk.ts'
import { loadBlob } from '../../../local/blobs.ts'
import type { AnalysisRow } from '../../../local/list-rows.ts'
import { records } from '../../../state/records.ts'
import { readKey } from './queue-entries.ts'

/** Files read at the same time: more would keep a slow line from everything else. */
const atOnce = 3
/** New orders are shown in steps, so that rows do not jump with every file. */
const step = 10
/** The first so many are read: the rest follows when these are done and the page is looked at again. */
export const mostRead = 100

/** Found before in this tab, by account, so that coming back to the list shows the same order at once. */
const found = new Map<string, Map<string, readonly Risk[]>>()

/**
 * Reads the results of analyses, in the order given, and what they hold for a reviewer to look at. What cannot be read
 * (no network, never seen here) is left to what its counts tell. Give the rows in an order that does not hang on what
 * was read, or each answer begins the work anew.
 */
export function useRisks(
  rows: readonly AnalysisRow[],
  user: string,
): { read: ReadonlyMap<string, readonly Risk[]>; left: number } {
  const [kept] = useState(() => found.get(user) ?? new Map<string, readonly Risk[]>())
  const [state, setState] = useState({ read: new Map(kept), left: 0 })
  const first = rows.slice(0, mostRead)
  const key = first.map(readKey).join()
  useEffect(() => {
    found.set(user, kept)
    const wanted = first.filter((row) => !kept.has(readKey(row)))
    if (wanted.length === 0) return undefined
    const stop = new AbortController()
    const waiting = [...wanted]
    let done = 0
    const tell = () => setState({ read: new Map(kept), left: wanted.length - done })
    const work = async () => {
      for (let row = waiting.shift(); row && !stop.signal.aborted; row = waiting.shift()) {
        const risks = await readRisks(row, user, stop.signal).catch(() => null)
        if (stop.signal.aborted) return
        if (risks) kept.set(readKey(row), risks)
        done += 1
        if (done % step === 0 || done === wanted.length) tell()
      }
    }
    tell()
    for (let worker = 0; worker < atOnce; worker += 1) void work()
    return () => stop.abort()
    // The rows are named by the key: the array itself is new with every record that changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, user, kept])
  return state
}

async function readRisks(
  { uuid }: AnalysisRow,
  user: string,
  signal: AbortSignal,
): Promise<readonly Risk[] | null> {
  const record = await readRecord(uuid)
  const newest = record?.results.at(-1)
  if (!record || !newest) return null
  const bytes = await loadBlob({ user, analysis: uuid, hash: newest.hash, signal })
  return findRisks(readResults(new TextDecoder().decode(bytes)), record, Date.now())
}

/** The record as it lies on this machine. */
function readRecord(uuid: string): Promise<Analysis | null> {
  const model = records.value?.model
  if (!model) return Promise.resolve(null)
  return new Promise((resolve) => {
    const stop = model.watch(`${analysisEntity.kind}|${uuid}`, (body) => {
      resolve(body as Analysis | null)
      queueMicrotask(() => stop())
    })
  })
}
