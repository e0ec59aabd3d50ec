import { logFailure } from '../log.ts'
import type { HubStore } from './hub-store.ts'
import { usualGraceMs } from './times.ts'

const retryMs = 30_000

/** Functions of the hub that presence needs. */
export interface PresenceHost {
  /** Pass a change on to the store that keeps the devices' state. */
  tell(device: string, connected: boolean): Promise<void>
  /** Ask for a `settle` at that time, ms since 1970. */
  retryAt(at: number): void
}

/**
 * Report to the company's store which devices are connected. A connection is reported at once, its end only after some absence: a
 * device that returns within that time writes nothing (decision 90). The present state is compared with the last report, so that
 * the next turn corrects what a crash has missed. A report that fails is logged and sent again.
 */
export class Presence {
  #store: HubStore
  #host: PresenceHost
  #told: Set<string>
  /** Absent devices that are not reported yet, each with the time of its report (ms since 1970). Stored, because the hub sleeps meanwhile. */
  #absent: Map<string, number>
  #telling: Promise<void> = Promise.resolve()

  constructor(store: HubStore, host: PresenceHost) {
    this.#store = store
    this.#host = host
    this.#told = store.present()
    this.#absent = store.absent()
  }

  /** Note that a device is connected. */
  here(device: string): void {
    if (this.#absent.delete(device)) this.#store.setAbsent(device, null)
    if (!this.#told.has(device)) this.#send(device, true)
  }

  /** Note that a device has no connection left. It is reported after `graceMs` of absence. */
  away(device: string, now: number, graceMs: number = usualGraceMs): void {
    if (!this.#told.has(device) || this.#absent.has(device)) return
    this.#absent.set(device, now + graceMs)
    this.#store.setAbsent(device, now + graceMs)
  }

  /**
   * Compare the devices connected now with the last report, and report those absent for long enough.
   * @param graceMs absence before a report, for devices found missing now: longer after all connections were lost at once.
   */
  settle(connected: ReadonlySet<string>, now: number, graceMs: number = usualGraceMs): void {
    for (const device of connected) this.here(device)
    for (const device of this.#told) {
      if (connected.has(device)) continue
      this.away(device, now, graceMs)
      if ((this.#absent.get(device) ?? 0) <= now) this.#send(device, false)
    }
  }

  /** Time at which `settle` must be called again without any event, ms since 1970. */
  nextDue(): number {
    let due = Infinity
    for (const at of this.#absent.values()) due = Math.min(due, at)
    return due
  }

  #send(device: string, connected: boolean): void {
    this.#note(device, connected)
    // Count a device as present from before the store hears that it is here until after it hears that it is gone: a crash in between leads to one
    // message too many, never to one too few.
    if (connected) this.#store.setPresent(device, true)
    // Send one after the other, so that "gone" never overtakes "connected".
    this.#telling = this.#telling
      .then(() => this.#host.tell(device, connected))
      .then(() => {
        if (!connected && !this.#told.has(device)) this.#store.setPresent(device, false)
      })
      .catch((error: unknown) => {
        logFailure(`live: presence of device ${device} not passed on`, error)
        this.#note(device, !connected)
        this.#host.retryAt(Date.now() + retryMs)
      })
  }

  #note(device: string, connected: boolean): void {
    if (connected) this.#told.add(device)
    else this.#told.delete(device)
    if (this.#absent.delete(device)) this.#store.setAbsent(device, null)
  }
}
