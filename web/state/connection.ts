import { computed, type ReadonlySignal } from '@preact/signals-react'
import { type Connection, judgeConnection } from './judge-connection.ts'
import { live } from './live.ts'
import { calls, mode } from './mode.ts'

/** State of the connection to the service, as the screen shows it. */
export const connection: ReadonlySignal<Connection> = computed(() =>
  judgeConnection({ mode: mode.value.state, live: live.value, calls: calls.value }),
)
