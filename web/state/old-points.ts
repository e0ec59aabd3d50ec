import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { type Analysis, type RunPoints, hasEnded } from '../../domain/entities/analysis.ts'
import { call } from '../client/call.ts'

/** Points of older runs, whose records keep no count, by analysis. Null: the service has not counted them. */
const counted = signal<ReadonlyMap<string, RunPoints | null>>(new Map())
const wanted = new Set<string>()
/** As many as the service answers at once. */
const atOnce = 100

type Run = Pick<Analysis, 'uuid' | 'status' | 'points'>

/**
 * Return what the service counted of an older run; undefined for a record that keeps its own count, and until the answer is
 * there. Runs that are on one page are asked for together.
 */
export function useOldPoints({ uuid, status, points }: Run): RunPoints | undefined {
  useSignals()
  const isOld = points === undefined && hasEnded(status)
  useEffect(() => {
    if (isOld) want(uuid)
  }, [isOld, uuid])
  return isOld ? (counted.value.get(uuid) ?? undefined) : undefined
}

/** Ask for the points of one older run. @throws Fault */
export async function readOldPoints(uuid: string, signal: AbortSignal): Promise<RunPoints | null> {
  const [found] = await askFor([uuid], { signal })
  return found?.points ?? null
}

/** Fetch the row of the contract with the first question: the list has no other use for the calls of analyses. */
async function askFor(uuids: string[], options: { signal?: AbortSignal } = {}) {
  const { analysisCalls } = await import('../../domain/calls/analysis.ts')
  return call(analysisCalls.oldPoints, { body: { uuids } }, options)
}

function want(uuid: string): void {
  if (counted.peek().has(uuid) || wanted.has(uuid)) return
  if (wanted.size === 0) setTimeout(() => void ask(), 0)
  wanted.add(uuid)
}

async function ask(): Promise<void> {
  const uuids = [...wanted].slice(0, atOnce)
  try {
    const found = await askFor(uuids)
    const points = new Map(found.map((one) => [one.uuid, one.points]))
    counted.value = new Map([
      ...counted.peek(),
      ...uuids.map((uuid) => [uuid, points.get(uuid) ?? null] as const),
    ])
  } catch {
    // Ask when the page is opened again: it is offline, or not allowed.
  }
  for (const uuid of uuids) wanted.delete(uuid)
  if (wanted.size > 0) await ask()
}
