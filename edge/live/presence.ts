import { logFailure } from '../log.ts'
import type { HubStore } from './hub-store.ts'
import { GRACE_MS } from './times.ts'

const RETRY_MS = 30_000

/** Functions of the hub that presence needs. */
export interface PresenceHost {
  /** passes a change on to the store that keeps the devices' state */
  tell(device: string, connected: boolean): Promise<void>
  /** asks for a `settle` at that time, ms since 1970 */
  retryAt(at: number): void
}

/**
 * Keeps the company's store told which devices are connected. It compares what is with what was told, so
 * a change missed by a crash is made good at the next turn; a failed telling is logged and tried again.
 */
export class Presence {
  #store: HubStore
  #host: PresenceHost
  #told: Set<string>
  #grace = new Map<string, number>()
  #telling: Promise<void> = Promise.resolve()

  constructor(store: HubStore, host: PresenceHost) {
    this.#store = store
    this.#host = host
    this.#told = store.present()
  }

  /** Holds back the news that the device is gone: its token ran out and it will be back at once. */
  allowReturn(device: string, now: number): void {
    this.#grace.set(device, now + GRACE_MS)
  }

  /** Tells every difference between the devices connected now and the last telling. */
  settle(connected: ReadonlySet<string>, now: number): void {
    for (const device of connected) {
      this.#grace.delete(device)
      if (!this.#told.has(device)) this.#send(device, true)
    }
    for (const device of this.#told) {
      if (connected.has(device) || (this.#grace.get(device) ?? 0) > now) continue
      this.#grace.delete(device)
      this.#send(device, false)
    }
  }

  /** Time at which `settle` must be called again without any event, ms since 1970. */
  nextDue(): number {
    return Math.min(...this.#grace.values())
  }

  #send(device: string, connected: boolean): void {
    this.#note(device, connected)
    // A device counts as told of from before the store hears that it is here until after it hears that it is
    // gone: a crash in between leads to one telling too many, never to one too few.
    if (connected) this.#store.setPresent(device, true)
    // one after the other, so that "gone" never overtakes "connected"
    this.#telling = this.#telling
      .then(() => this.#host.tell(device, connected))
      .then(() => {
        if (!connected && !this.#told.has(device)) this.#store.setPresent(device, false)
      })
      .catch((error: unknown) => {
        logFailure(`live: presence of device ${device} not passed on`, error)
        this.#note(device, !connected)
        this.#host.retryAt(Date.now() + RETRY_MS)
      })
  }

  #note(device: string, connected: boolean): void {
    if (connected) this.#told.add(device)
    else this.#told.delete(device)
  }
}
