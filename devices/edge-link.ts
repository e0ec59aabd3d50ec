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
  /** There is something new. */
  wake(): void
  /** Ends the loop; settles when nothing is going on any more. */
  stop(): Promise<void>
}

export interface EdgeLinkPorts extends DeliveryPorts {
  timing?: Partial<EdgeLinkTiming>
}

interface EdgeLinkTiming {
  firstMs: number
  longestMs: number
  refusedMs: number
  refusedLongestMs: number
}

const usualTiming: EdgeLinkTiming = {
  firstMs: 500,
  longestMs: 15_000,
  refusedMs: 10_000,
  refusedLongestMs: 300_000,
}

export function startEdgeLink(ports: EdgeLinkPorts): EdgeLink {
  const timing = { ...usualTiming, ...ports.timing }
  const backOff = createBackOff(timing.firstMs, timing.longestMs)
  const held = createHolds(timing.refusedMs, timing.refusedLongestMs)
  let stopped = false
  let asleep: (() => void) | null = null
  let woken = false

  async function sleep(ms: number): Promise<void> {
    if (woken || stopped) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      asleep = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    asleep = null
  }

  async function run(): Promise<void> {
    let failing = false
    while (!stopped) {
      woken = false
      try {
        const worked = await deliverOnce(ports, held)
        if (failing) ports.report('delivery works again')
        failing = false
        backOff.reset()
        if (!worked) await sleep(timing.longestMs)
      } catch (error) {
        if (stopped) return
        // A failure of this program, not of the line, is for the one who started it to see.
        if (!(error instanceof Fault)) throw error
        if (!failing) ports.report(`delivery waits: ${error.code} ${error.message}`)
        failing = true
        // News must not shorten the wait, or a busy run would knock at a dead door at each step.
        await pause(backOff.next())
      }
    }
  }

  async function pause(ms: number): Promise<void> {
    woken = false
    const until = Date.now() + ms
    while (!stopped && Date.now() < until) {
      woken = false
      await sleep(until - Date.now())
    }
  }

  const done = run()
  return {
    wake() {
      woken = true
      asleep?.()
    },
    async stop() {
      stopped = true
      asleep?.()
      await done
    },
  }
}
