import type { Cycler } from './cycler.ts'
import type { DeviceFacts } from './facts.ts'
import type { RunRecord } from './run-record.ts'
import type { Store } from './store.ts'

/** What the commands may do to the device. */
export interface Bench {
  facts: DeviceFacts
  store: Store
  lidOpen: boolean
  /** The run that is going on. */
  run: RunRecord | null
  cycler: Cycler | null
  start(run: RunRecord): void
}
