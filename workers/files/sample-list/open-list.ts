import { openBridge } from '../../bridge.ts'
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

/** @param tell receives the progress of a long task, from 0 to 1. */
export function openList(
  tell: (part: number) => void = () => undefined,
  start: () => Worker = startWorker,
): OpenList {
  const worker = start()
  const { ask, close } = openBridge<ListSurface>(worker)
  worker.addEventListener('message', ({ data }: MessageEvent<Partial<ListProgress> | null>) => {
    if (typeof data?.listProgress === 'number') tell(data.listProgress)
  })
  const direct =
    (name: Exclude<keyof ListSession, 'open'>) =>
    (...args: readonly unknown[]) =>
      ask((remote) => remote.run(name, args))
  return {
    open: (...args: Parameters<ListSurface['open']>) => ask((remote) => remote.open(...args)),
    settle: direct('settle'),
    change: direct('change'),
    readRows: direct('readRows'),
    findRow: direct('findRow'),
    findWell: direct('findWell'),
    close,
  } as OpenList
}

function startWorker(): Worker {
  return new Worker(new URL('./list-entry.ts', import.meta.url), { type: 'module' })
}
