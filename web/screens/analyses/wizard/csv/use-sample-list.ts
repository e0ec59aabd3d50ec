import { useEffect, useState } from 'react'
import { Fault, type FaultDetail } from '../../../../../domain/fault.ts'
import type { ListSettings } from '../../../../../workers/files/sample-list/list-settings.ts'
import {
  type ListTarget,
  type ListType,
  type PlacedList,
  placeSamples,
} from '../../../../../workers/files/sample-list/place-samples.ts'
import { readSampleList } from '../../../../../workers/files/sample-list/read-list.ts'
import { fetchFaultTexts } from '../../../../i18n/faults.ts'

export type SampleListState =
  | { step: 'none' }
  | { step: 'failed'; fault: FaultDetail }
  | { step: 'read'; placed: PlacedList }

/** A chosen file put onto the cartridge for a look, anew whenever a setting changes. */
export function useSampleList(
  file: File | null,
  type: ListType,
  settings: ListSettings,
  target: ListTarget,
): SampleListState {
  const [state, setState] = useState<SampleListState>({ step: 'none' })
  useEffect(() => {
    if (!file) return undefined
    let isOver = false
    const read = async () => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const rows = readSampleList({ name: file.name, bytes }, settings, type === 'create')
      return placeSamples(rows, type, settings, target)
    }
    read().then(
      (placed) => !isOver && setState({ step: 'read', placed }),
      async (error: unknown) => {
        // A file that was taken away since it was chosen cannot be read either.
        const fault = error instanceof Fault ? error : new Fault('invalid', String(error))
        await fetchFaultTexts(fault)
        if (!isOver) setState({ step: 'failed', fault: fault.first })
      },
    )
    return () => {
      isOver = true
    }
  }, [file, type, settings, target])
  return state
}
