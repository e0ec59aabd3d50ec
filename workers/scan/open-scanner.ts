import { transfer } from 'comlink'
import { openBridge } from '../bridge.ts'
import type { FoundCode, ScanSurface } from './scan-entry.ts'

/** A reader of bar codes in a worker of its own. */
export interface Scanner {
  /** The first code of a picture, which is given away; null where there is none. */
  read: (picture: ImageBitmap) => Promise<FoundCode | null>
  /** Stops the worker; what still waits is rejected with an AbortError. */
  close: () => void
}

/**
 * Start the reader. One decoder for all browsers: their own (`BarcodeDetector`) are missing in most and differ in the rest.
 * @param wasmUrl its programme, as the app's build has placed it.
 */
export function openScanner(wasmUrl: string, start: () => Worker = startWorker): Scanner {
  const { ask, close } = openBridge<ScanSurface>(start())
  const prepared = ask<unknown>((remote) => remote.prepare(wasmUrl))
  prepared.catch(() => undefined)
  return {
    async read(picture) {
      await prepared
      return ask((remote) => remote.read(transfer(picture, [picture])))
    },
    close,
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./scan-entry.ts', import.meta.url), { type: 'module' })
}
