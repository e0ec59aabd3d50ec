import type { Browser, Page } from '@playwright/test'

/** A mark of the page in the browser's trace, with the time its thread had worked until then, in µs. */
interface TracedMark {
  name: string
  tts?: number
}

/**
 * Run something in the page and tell how long the page's thread worked from each mark `from` to the next mark `to`, in
 * ms. A machine shared with others takes the processor away for tens of milliseconds at a time; the clock on the wall
 * counts that as the page's, the thread's own clock does not.
 */
export async function threadTime<T>(
  { browser, page }: { browser: Browser; page: Page },
  run: () => Promise<T>,
): Promise<{ result: T; between: (from: string, to: string) => number[] }> {
  await browser.startTracing(page, { categories: ['blink.user_timing'] })
  let trace: Buffer
  let result: T
  try {
    result = await run()
  } finally {
    trace = await browser.stopTracing()
  }
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TracedMark[] }
  return { result, between: (from, to) => timesBetween(traceEvents, from, to) }
}

function timesBetween(events: readonly TracedMark[], from: string, to: string): number[] {
  const ticksOf = (name: string) =>
    events
      .filter((event) => event.name === name && event.tts !== undefined)
      .map(({ tts }) => tts as number)
      .toSorted((a, b) => a - b)
  const [starts, ends] = [ticksOf(from), ticksOf(to)]
  if (starts.length === 0 || starts.length !== ends.length) {
    throw new Error(`The trace has ${starts.length} marks "${from}" and ${ends.length} "${to}"`)
  }
  return starts.map((start, at) => ((ends[at] as number) - start) / 1000)
}
