import { releaseProxy, wrap } from 'comlink'
import { Fault } from '../../../domain/fault.ts'
import { type Reply, unpack } from '../../reply.ts'
import type { ListProgress, ListSurface } from './list-entry.ts'
import type { ListSession } from './list-session.ts'

/** A list in a worker of its own, as the page sees it: the methods of `ListSession`, each answering later, in their order. */
export type OpenList = {
  [Name in Exclude<keyof ListSession, 'open'>]: (
    ...args: Parameters<ListSession[Name]>
  ) => Promise<ReturnType<ListSession[Name]>>
} & {
  open: (...args: Parameters<ListSurface['open']>) => Promise<ReturnType<ListSession['open']>>
  /** Stops the worker, whatever it does; what still waits is rejected with an AbortError. */
  close: () => void
}

/** @param tell is told how far a long work is, from 0 to 1. */
export function openList(
  tell: (part: number) => void = () => undefined,
  start: () => Worker = startWorker,
): OpenList {
  const worker = start()
  const remote = wrap<ListSurface>(worker)
  const closing = new AbortController()
  const waiting = new Set<(error: unknown) => void>()
  const failAll = (error: unknown) => {
    for (const fail of waiting) fail(error)
    waiting.clear()
  }
  worker.addEventListener('message', ({ data }: MessageEvent<Partial<ListProgress> | null>) => {
    if (typeof data?.listProgress === 'number') tell(data.listProgress)
  })
  worker.addEventListener('error', (event) => {
    failAll(new Fault('internal', event.message || 'A worker could not start'))
  })
  const ask = <Answer>(request: () => Promise<Reply>) =>
    new Promise<Answer>((resolve, reject) => {
      closing.signal.throwIfAborted()
      waiting.add(reject)
      request()
        .then((answer) => resolve(unpack(answer) as Answer))
        .catch(reject)
        .finally(() => waiting.delete(reject))
    })
  const direct =
    (name: Exclude<keyof ListSession, 'open'>) =>
    (...args: readonly unknown[]) =>
      ask(() => remote.run(name, args))
  return {
    open: (...args: Parameters<ListSurface['open']>) => ask(() => remote.open(...args)),
    settle: direct('settle'),
    change: direct('change'),
    readRows: direct('readRows'),
    findRow: direct('findRow'),
    findWell: direct('findWell'),
    close() {
      if (closing.signal.aborted) return
      closing.abort()
      worker.terminate()
      remote[releaseProxy]()
      failAll(closing.signal.reason)
    },
  } as OpenList
}

function startWorker(): Worker {
  return new Worker(new URL('./list-entry.ts', import.meta.url), { type: 'module' })
}
