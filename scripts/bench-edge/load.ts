import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../quantile.ts'

/** Latencies in milliseconds of requests that succeeded, and how long all took. */
export interface Load {
  latencies: number[]
  failed: number
  ms: number
}

/** Send so many requests, always `connections` of them under way: the throughput that the other side can give. */
export async function runClosed(
  count: number,
  connections: number,
  send: (at: number) => Promise<boolean>,
): Promise<Load> {
  const load: Load = { latencies: [], failed: 0, ms: 0 }
  let next = 0
  const began = performance.now()
  const lane = async () => {
    while (next < count) {
      const at = next++
      const started = performance.now()
      if (await send(at)) load.latencies.push(performance.now() - started)
      else load.failed++
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  load.ms = performance.now() - began
  return load
}

/**
 * Send requests at a fixed rate, each timed from when it was due: one that waits behind a slow one counts as slow too
 * (coordinated omission).
 */
export async function runPaced(
  perSecond: number,
  seconds: number,
  send: () => Promise<boolean>,
): Promise<Load> {
  const load: Load = { latencies: [], failed: 0, ms: 0 }
  const under: Promise<void>[] = []
  const began = performance.now()
  const count = Math.round(perSecond * seconds)
  for (let at = 0; at < count; at++) {
    const due = began + (at * 1000) / perSecond
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    under.push(
      send().then((ok) => {
        if (ok) load.latencies.push(performance.now() - due)
        else load.failed++
      }),
    )
  }
  await Promise.all(under)
  load.ms = performance.now() - began
  return load
}

/** Return the medians over rounds of two rivals that alternate in going first. */
export async function takeTurns(
  rounds: number,
  first: () => Promise<number>,
  second: () => Promise<number>,
): Promise<{ first: number; second: number; ratio: number }> {
  const firsts: number[] = []
  const seconds: number[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) firsts.push(await first())
    seconds.push(await second())
    if (round % 2 === 1) firsts.push(await first())
  }
  const ratios = firsts.map((value, at) => value / (seconds[at] ?? Number.NaN))
  return { first: median(firsts), second: median(seconds), ratio: median(ratios) }
}
