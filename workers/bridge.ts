import { releaseProxy, wrap, type Remote } from 'comlink'
import { Fault } from '../domain/fault.ts'
import { type Reply, unpack } from './reply.ts'

/** The page's side of one worker. */
export interface Bridge<Surface> {
  /** Ask the worker for one thing. Throws its `Fault` as it was, and what `close` gives as a reason. */
  ask: <Answer>(request: (remote: Remote<Surface>) => Promise<Reply>) => Promise<Answer>
  /** Aborted by `close`. */
  closed: AbortSignal
  /** Stop the worker, whatever it does; what still waits is rejected with an AbortError. */
  close: () => void
}

/**
 * Open the page's side of a worker. It holds the proxy as long as the worker lives: one that is collected loses its answers.
 * @param onError receives what is thrown to all that wait when the worker fails, such as one that could not start.
 */
export function openBridge<Surface>(
  worker: Worker,
  onError: (fault: Fault) => void = () => undefined,
): Bridge<Surface> {
  const remote = wrap<Surface>(worker)
  const closing = new AbortController()
  const waiting = new Set<(error: unknown) => void>()
  const failAll = (error: unknown) => {
    for (const fail of waiting) fail(error)
    waiting.clear()
  }
  worker.addEventListener('error', (event) => {
    const fault = new Fault('internal', event.message || 'A worker could not start')
    failAll(fault)
    onError(fault)
  })
  return {
    ask: <Answer>(request: (remote: Remote<Surface>) => Promise<Reply>) =>
      new Promise<Answer>((resolve, reject) => {
        closing.signal.throwIfAborted()
        waiting.add(reject)
        request(remote)
          .then((answer) => resolve(unpack(answer) as Answer))
          .catch(reject)
          .finally(() => waiting.delete(reject))
      }),
    closed: closing.signal,
    close() {
      if (closing.signal.aborted) return
      closing.abort()
      worker.terminate()
      remote[releaseProxy]()
      failAll(closing.signal.reason)
    },
  }
}
