import { openBridge } from './bridge.ts'
import type { Workbench } from './workbench.ts'
import type { WorkbenchSurface } from './workbench-entry.ts'

/** Requests that come with every frame of a drag: only the newest that waits is worth an answer. */
type Dragged = 'setThreshold' | 'setBaseline'

/**
 * A workbench in a worker of its own, as the page sees it: the methods of `Workbench`, each answering
 * later. Of a drag's requests only the newest is computed when the worker is free; those it overtook
 * answer null. Answers come in the order of the requests, so none is older than what is shown.
 */
export type OpenWorkbench = {
  [Name in keyof Workbench]: (
    ...args: Parameters<Workbench[Name]>
  ) => Promise<ReturnType<Workbench[Name]> | (Name extends Dragged ? null : never)>
} & {
  /** Stops the worker; what still waits is rejected with an AbortError. */
  close: () => void
}

interface Waiting {
  args: readonly unknown[]
  settle: (value: unknown) => void
  fail: (error: unknown) => void
}

export function openWorkbench(start: () => Worker = startWorker): OpenWorkbench {
  const bridge = openBridge<WorkbenchSurface>(start())
  // Keep one drag for each target, so that none overtakes that of another.
  const waiting = new Map<string, Waiting>()
  const busy = new Set<string>()

  const ask = (name: keyof Workbench, args: readonly unknown[]) =>
    bridge.ask<unknown>((remote) => remote.run(name, args))

  const drag = (name: Dragged, args: readonly unknown[]) => {
    const key = `${name} ${String(args[0])}`
    return new Promise<unknown>((settle, fail) => {
      waiting.get(key)?.settle(null)
      waiting.set(key, { args, settle, fail })
      if (!busy.has(key)) void advance(name, key)
    })
  }
  const advance = async (name: Dragged, key: string) => {
    busy.add(key)
    for (let next = waiting.get(key); next; next = waiting.get(key)) {
      waiting.delete(key)
      await ask(name, next.args).then(next.settle, next.fail)
    }
    busy.delete(key)
  }

  const direct =
    (name: keyof Workbench) =>
    (...args: readonly unknown[]) =>
      ask(name, args)
  return {
    open: direct('open'),
    addPoints: direct('addPoints'),
    refine: direct('refine'),
    setThreshold: (...args) => drag('setThreshold', args),
    setBaseline: (...args) => drag('setBaseline', args),
    setEvaluation: direct('setEvaluation'),
    setSamples: direct('setSamples'),
    setExclusions: direct('setExclusions'),
    readResults: direct('readResults'),
    readLayers: direct('readLayers'),
    readMelt: direct('readMelt'),
    readWatch: direct('readWatch'),
    close() {
      bridge.close()
      for (const { fail } of waiting.values()) fail(bridge.closed.reason)
      waiting.clear()
    },
  } as OpenWorkbench
}

function startWorker(): Worker {
  return new Worker(new URL('./workbench-entry.ts', import.meta.url), { type: 'module' })
}
