import { useEffect, useMemo, useRef, useState } from 'react'
import type { BenchLayers, MethodPair, RunComparison } from '../../../../workers/method-bench.ts'
import { openMethodBench, type OpenMethodBench } from '../../../../workers/open-method-bench.ts'
import { type BenchRun, heldRun } from './bench-run.ts'

/** Reads the curve file of a run. */
export type LoadCurves = (run: BenchRun, signal: AbortSignal) => Promise<Uint8Array>

/** Answer for one run: the newest there is, which may be of an older draft. */
export interface RunAnswer {
  turn: number
  comparison: RunComparison | null
  /** Reason that it cannot be compared. */
  error: unknown
}

export interface Bench {
  answers: ReadonlyMap<string, RunAnswer>
  /** Runs whose answer is of the draft on show. */
  settled: number
  /** Curves of the run on show; null until they are there. */
  layers: BenchLayers | null
}

const nothing: ReadonlyMap<string, RunAnswer> = new Map()
/** Files that are read at once. */
const readsAtOnce = 4

/**
 * Keep runs on a bench in workers as long as the page shows it, and compare them whenever the draft changes. Answers are
 * drawn once per frame, however many come. `load` must stay the same function, and `start` too, which is for pages that
 * have their workers elsewhere. `isListed` lists the changes of every run, not only of the one on show.
 */
export function useBench(
  runs: readonly BenchRun[],
  pair: MethodPair,
  shown: string | null,
  load: LoadCurves,
  { start, isListed = false }: { start?: (() => Worker) | undefined; isListed?: boolean } = {},
): Bench {
  const [answers, setAnswers] = useState(nothing)
  const bench = useRef<OpenMethodBench | null>(null)
  const held = useRef<Map<string, AbortController>>(new Map())
  const [turn, setTurn] = useState(-1)

  useEffect(() => {
    const { take, stop } = collect(setAnswers)
    const opened = openMethodBench({
      ...(start && { start }),
      isListed,
      onComparison: (comparison, of) => take(comparison.id, { turn: of, comparison, error: null }),
      onFailure: (id, error, of) => take(id, { turn: of, comparison: null, error }),
    })
    bench.current = opened
    const known = held.current
    return () => {
      for (const reading of known.values()) reading.abort()
      known.clear()
      stop()
      opened.close()
      bench.current = null
    }
  }, [start, isListed])

  useEffect(() => {
    const known = held.current
    const wanted = new Set(runs.map(({ uuid }) => uuid))
    for (const [id, reading] of known) {
      if (wanted.has(id)) continue
      reading.abort()
      known.delete(id)
      bench.current?.drop(id)
      setAnswers((before) => without(before, id))
    }
    const missing = runs.filter(({ uuid }) => !known.has(uuid))
    const waiting = missing.toSorted((a, b) => Number(b.uuid === shown) - Number(a.uuid === shown))
    for (const { uuid } of waiting) known.set(uuid, new AbortController())
    const readNext = async (): Promise<void> => {
      const run = waiting.shift()
      if (!run) return
      const signal = known.get(run.uuid)?.signal
      if (signal && !signal.aborted) {
        await load(run, signal).then(
          (curves) => signal.aborted || bench.current?.hold(heldRun(run, curves)),
          (error: unknown) => {
            if (signal.aborted) return
            const failed = { turn: Infinity, comparison: null, error }
            setAnswers((before) => new Map(before).set(run.uuid, failed))
          },
        )
      }
      await readNext()
    }
    for (let reader = 0; reader < readsAtOnce; reader++) void readNext()
    // Leave out the run on show, which only says what is read first.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [runs, load])

  useEffect(() => {
    if (bench.current) setTurn(bench.current.compare(pair, shown))
  }, [pair, shown])

  const layers = useLayers(bench, answers, shown)
  const settled = useMemo(
    () => runs.filter(({ uuid }) => (answers.get(uuid)?.turn ?? -1) >= turn).length,
    [runs, answers, turn],
  )
  return { answers, settled, layers }
}

/** Gather answers, and set those of a frame at once. */
function collect(
  set: (change: (before: ReadonlyMap<string, RunAnswer>) => ReadonlyMap<string, RunAnswer>) => void,
) {
  const come = new Map<string, RunAnswer>()
  let frame = 0
  const draw = () => {
    frame = 0
    const now = [...come]
    come.clear()
    set((before) => new Map([...before, ...now]))
  }
  return {
    take: (id: string, answer: RunAnswer) => {
      come.set(id, answer)
      frame ||= requestAnimationFrame(draw)
    },
    stop: () => cancelAnimationFrame(frame),
  }
}

function without(answers: ReadonlyMap<string, RunAnswer>, id: string) {
  const left = new Map(answers)
  left.delete(id)
  return left
}

/** Read the curves of the run on show again when another run, or another baseline, makes them others. */
function useLayers(
  bench: { readonly current: OpenMethodBench | null },
  answers: ReadonlyMap<string, RunAnswer>,
  shown: string | null,
): BenchLayers | null {
  const [read, setRead] = useState<{ of: string; layers: BenchLayers } | null>(null)
  const key = shown === null ? null : (answers.get(shown)?.comparison?.detail?.curvesKey ?? null)
  useEffect(() => {
    if (shown === null || key === null) return undefined
    let isOld = false
    const take = (layers: BenchLayers) => isOld || setRead({ of: shown, layers })
    // Ignore a run that cannot be read, which says so with its comparison.
    bench.current?.readLayers(shown).then(take, () => undefined)
    return () => {
      isOld = true
    }
  }, [bench, shown, key])
  return read?.of === shown ? read.layers : null
}
