import { useCallback, useEffect, useState } from 'react'
import { call } from '../client/call.ts'
import { useAnswer } from './use-answer.ts'

/**
 * Fetch the logo of the company as an address of this page; null while there is none. It is asked for once: a service that is
 * away has more important answers to give.
 * @param hash of its file, so that another one is fetched.
 */
export function useLogo(hash: string | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  const load = useCallback(
    (signal: AbortSignal) => (hash ? readLogo(signal) : Promise.resolve(null)),
    [hash],
  )
  const { value } = useAnswer(load)
  useEffect(() => {
    if (!value) return undefined
    const made = URL.createObjectURL(new Blob([value.bytes as BlobPart], { type: value.type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [value])
  return hash ? address : null
}

async function readLogo(signal: AbortSignal) {
  const { companyCalls } = await import('../../domain/calls/companies.ts')
  return call(companyCalls.logo, {}, { signal, background: true, once: true })
}
