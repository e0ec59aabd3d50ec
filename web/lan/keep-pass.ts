import { effect } from '@preact/signals-react'
import { visiting } from '../client/visiting.ts'
import { mode } from '../state/mode.ts'
import { account, session } from '../state/session.ts'
import { renewLotStops } from './lot-stops.ts'
import { forgetLanPass, renewLanPass } from './pass.ts'

/** Interval of checking the age of the pass, which is renewed every few hours. */
const lookMs = 30 * 60_000

/** Pause between two looks at the lots that are not run. */
const stopsMs = 5 * 60_000

let following = false

/**
 * Keep a pass for devices in the local network while the service can be reached, so that there is one when it cannot.
 * Called once a person is signed in; their pass is deleted when they sign out.
 */
export function followLanPass(): void {
  // Keep none in a visit: a pass is of the own company.
  if (following || visiting) return
  following = true
  let last: string | null = null
  effect(() => {
    const uuid = account.value?.uuid ?? null
    const { value: now } = session
    if (last !== null && now.state === 'out' && now.left)
      void forgetLanPass(last).catch(() => undefined)
    last = uuid ?? last
    if (uuid !== null && mode.value.state === 'online') renew()
  })
  setInterval(() => {
    if (account.peek() !== null && mode.peek().state === 'online') renewStops()
  }, stopsMs)
  setInterval(() => {
    if (account.peek() !== null && mode.peek().state === 'online') renew()
  }, lookMs)
}

/** Renew the pass. A failure is retried later: only a device in the local network would need it, and reports it then. */
function renew(): void {
  // Ask one after the other, so that a service that does not answer is not asked twice.
  renewLanPass().then(renewStops, () => undefined)
}

function renewStops(): void {
  renewLotStops().catch(() => undefined)
}
