import { useEffect, useState } from 'react'
import { aboutCalls } from '../../../domain/calls/about.ts'
import { call } from '../../client/call.ts'

/** Return true when the deployment answered that it has no help desk; false until it answered. */
export function useHelpDeskOff(): boolean {
  const [isOff, setOff] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    call(aboutCalls.health, {}, { background: true, signal: stop.signal }).then(
      ({ help_desk }) => setOff(help_desk !== true),
      () => undefined,
    )
    return () => stop.abort()
  }, [])
  return isOff
}
