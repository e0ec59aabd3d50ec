import type { DeviceNotice } from '../domain/live/event.ts'
import type { Clock } from './clock.ts'
import type { SelfTest } from './condition/self-test.ts'
import type { Cycler } from './cycler.ts'
import type { DeviceFacts } from './facts.ts'
import type { RunRecord } from './run-record.ts'
import type { Store } from './store.ts'

/** Commands about the device's own power. */
export type PowerAction = 'reboot' | 'shutdown'

/** Fetches and installs what was ordered, now and after each break. */
export interface Updates {
  /** Continue, where there is something to do. */
  go(): void
  stop(): void
}

/** Functions of the device for commands. */
export interface Bench {
  facts: DeviceFacts
  store: Store
  clock: Clock
  lidOpen: boolean
  /** The run that is going on. */
  run: RunRecord | null
  cycler: Cycler | null
  start(run: RunRecord): void
  notice(kind: DeviceNotice['kind'], text: string): void
  /** End everything a moment later, when the answer is on its way. */
  power(action: PowerAction): void
  /** Fetches and installs the software that was ordered. */
  updates: Updates
  /** No room for another run. */
  isFull(): boolean
  /** Test the own parts now, and report it to the service. */
  selfTest(): SelfTest
  /** Offers again what the service has not acknowledged, also what it has refused a moment ago. */
  resync(): void
}
