import { useEffect, useState } from 'react'
import type { ImportedFile } from '../../../../workers/files/imported-run.ts'
import { inWorker } from '../../../../workers/pool.ts'

export type ImportState =
  | { step: 'reading' }
  | { step: 'failed'; error: unknown }
  | { step: 'read'; content: ImportedFile }

/** Reads a file in a worker; closing the dialog stops it. */
export function useImport(file: File): ImportState {
  const [state, setState] = useState<ImportState>({ step: 'reading' })
  useEffect(() => {
    const stop = new AbortController()
    const read = async () => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const content = await inWorker('importFile', stop.signal, file.name, bytes)
      setState({ step: 'read', content })
    }
    read().catch((error: unknown) => {
      if (!stop.signal.aborted) setState({ step: 'failed', error })
    })
    return () => stop.abort()
  }, [file])
  return state
}
