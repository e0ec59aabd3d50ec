import { useEffect, useState } from 'react'
import { attachmentCalls } from '../../../../../domain/calls/attachments.ts'
import { call } from '../../../../client/call.ts'
import { errorTexts } from '../../../../i18n/faults.ts'

export interface Picture {
  /** For an `img`; null until it is there. */
  address: string | null
  bytes: Uint8Array | null
  failure: string[]
}

const nothing: Picture = { address: null, bytes: null, failure: [] }

/** Keep one picture as long as the page shows it. */
export function usePicture(uuid: string): Picture {
  const [picture, setPicture] = useState(nothing)
  useEffect(() => {
    const stop = new AbortController()
    let address: string | null = null
    setPicture(nothing)
    const options = { signal: stop.signal, background: true }
    call(attachmentCalls.download, { query: { uuids: uuid } }, options).then(
      (file) => {
        if (stop.signal.aborted) return
        const bytes = new Uint8Array(file.bytes)
        address = URL.createObjectURL(new Blob([bytes], { type: file.type }))
        setPicture({ address, bytes, failure: [] })
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setPicture({ ...nothing, failure: errorTexts(error) })
      },
    )
    return () => {
      stop.abort()
      if (address) URL.revokeObjectURL(address)
    }
  }, [uuid])
  return picture
}
