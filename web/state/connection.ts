import { computed, type ReadonlySignal } from '@preact/signals-react'
import { type Connection, judgeConnection } from './judge-connection.ts'
import { live } from './live.ts'
import { calls, mode } from './mode.ts'

/** How the service is reached, for whoever looks at the screen. */
export const connection: ReadonlySignal<Connection> = computed(() =>
  judgeConnection({ mode: mode.value.state, live: live.value, calls: calls.value }),
)
