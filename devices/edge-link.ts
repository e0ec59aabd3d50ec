import { Fault } from '../domain/fault.ts'
import { createBackOff } from './back-off.ts'
import { createHolds, deliverOnce, type DeliveryPorts } from './delivery.ts'

/**
 * Brings the outbox to the service: at least once, in order within a run (start, readings, end), each entry
 * until the service says that it has it. Repeats do no harm at the other end: readings count once by
 * (analysis, phase, index), a run starts and ends once, answers only move the ledger forward.
 * A run that the service refuses waits minutes between tries and does not hold up the others.
 */
export interface EdgeLink {
  /** There is something new; a wait after a failure goes on, or a busy run would knock at a dead door. */
  wake(): void
  /** The service is there again, as another link has seen: no need to wait any longer. */
  retry(): void
  /** Offers everything again now, also what was refused a moment ago. */
  resync(): void
  /** End the loop; settles when nothing is going on any more. */
  stop(): Promise<void>
}

const firstMs = 500
const longestMs = 15_000
const refusedMs = 10_000
const refusedLongestMs = 300_000

export function startEdgeLink(ports: DeliveryPorts): EdgeLink {
  const backOff = createBackOff(firstMs, longestMs)
  const held = createHolds(refusedMs, refusedLongestMs)
  let stopped = false
  let hasNews = false
  let isBack = false
  let nudge = () => {}

  /** Wait so long, or until `mayEnd` after a nudge. */
  async function wait(ms: number, mayEnd: () => boolean): Promise<void> {
    const end = Date.now() + ms
    while (!stopped && !mayEnd() && Date.now() < end) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, end - Date.now())
        nudge = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  async function run(): Promise<void> {
    let failing = false
    while (!stopped) {
      hasNews = false
      isBack = false
      try {
        const worked = await deliverOnce(ports, held)
        if (failing) ports.report('delivery works again')
        failing = false
        backOff.reset()
        if (!worked) await wait(longestMs, () => hasNews || isBack)
      } catch (error) {
        if (stopped) return
        // Show a failure of this program, not of the line, to the person who started it.
        if (!(error instanceof Fault)) throw error
        if (!failing) ports.report(`delivery waits: ${error.code} ${error.message}`)
        failing = true
        await wait(Math.max(backOff.next(), error.retryAfterMs), () => isBack)
      }
    }
  }

  const done = run()
  return {
    wake() {
      hasNews = true
      nudge()
    },
    retry() {
      isBack = true
      nudge()
    },
    resync() {
      held.clear()
      isBack = true
      nudge()
    },
    async stop() {
      stopped = true
      nudge()
      await done
    },
  }
}
