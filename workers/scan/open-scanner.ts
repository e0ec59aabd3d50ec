import { releaseProxy, transfer, wrap } from 'comlink'
import { Fault } from '../../domain/fault.ts'
import { type Reply, unpack } from '../reply.ts'
import type { FoundCode, ScanSurface } from './scan-entry.ts'

/** A reader of bar codes in a worker of its own. */
export interface Scanner {
  /** The first code of a picture, which is given away; null where there is none. */
  read: (picture: ImageBitmap) => Promise<FoundCode | null>
  /** Stops the worker; what still waits is rejected with an AbortError. */
  close: () => void
}

/**
 * Starts the reader. One decoder for all browsers: their own (`BarcodeDetector`) are missing in most and differ in the rest.
 * @param wasmUrl its programme, as the app's build has placed it.
 */
export function openScanner(wasmUrl: string, start: () => Worker = startWorker): Scanner {
  const worker = start()
  const remote = wrap<ScanSurface>(worker)
  const closing = new AbortController()
  const broken = new Promise<never>((_resolve, reject) => {
    closing.signal.addEventListener('abort', () => reject(closing.signal.reason))
    worker.addEventListener('error', (event) => {
      reject(new Fault('internal', event.message || 'A worker could not start'))
    })
  })
  broken.catch(() => undefined)
  const ask = async <Answer>(request: () => Promise<Reply>) =>
    unpack(await Promise.race([request(), broken])) as Answer
  const prepared = ask(() => remote.prepare(wasmUrl))
  prepared.catch(() => undefined)
  return {
    async read(picture) {
      await prepared
      return ask(() => remote.read(transfer(picture, [picture])))
    },
    close() {
      if (closing.signal.aborted) return
      closing.abort()
      worker.terminate()
      remote[releaseProxy]()
    },
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./scan-entry.ts', import.meta.url), { type: 'module' })
}
