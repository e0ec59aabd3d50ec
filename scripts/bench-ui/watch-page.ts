/// <reference lib="dom" />

/** Measurements of the browser itself for a page. */
export interface Seen {
  /** Presses and keys with how long each took until the frame that answered it, in ms (multiples of 8). */
  interactions: { name: string; took: number }[]
  /** Sum of layout shifts that nobody asked for. */
  shift: number
  /** Longest task of the page's thread, in ms; 0 where none was over 50. */
  longestTask: number
  /** Scripts that held a frame up for 50 ms or more: what called them, where they are, how long they took. */
  holders: string[]
}

declare global {
  interface Window {
    seen: Seen
  }
}

interface EventTiming extends PerformanceEntry {
  interactionId: number
}
interface LongFrame extends PerformanceEntry {
  blockingDuration: number
  renderStart: number
  styleAndLayoutStart: number
  scripts: {
    invoker: string
    duration: number
    forcedStyleAndLayoutDuration: number
    sourceURL: string
    sourceFunctionName: string
    sourceCharPosition: number
  }[]
}
interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}

/** Run in the page before anything else. It must not use anything from outside itself: its text is what is sent. */
export function watchPage(): void {
  const seen: Seen = { interactions: [], shift: 0, longestTask: 0, holders: [] }
  window.seen = seen
  const byInteraction = new Map<number, { name: string; took: number }>()
  const watch = (type: string, more: object, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    })
  watch('event', { durationThreshold: 16 }, (entry) => {
    const { interactionId } = entry as EventTiming
    if (!interactionId) return
    const known = byInteraction.get(interactionId)
    if (known) known.took = Math.max(known.took, entry.duration)
    else {
      const first = { name: entry.name, took: entry.duration }
      byInteraction.set(interactionId, first)
      seen.interactions.push(first)
    }
  })
  watch('layout-shift', {}, (entry) => {
    const { value, hadRecentInput } = entry as LayoutShift
    if (!hadRecentInput) seen.shift += value
  })
  watch('long-animation-frame', {}, (entry) => {
    const frame = entry as LongFrame
    const end = frame.startTime + frame.duration
    const parts = frame.scripts.map((one) => {
      const place = `${one.sourceURL.split('/').at(-1)}:${one.sourceFunctionName}:${one.sourceCharPosition}`
      return `${one.invoker} ${place} ${Math.round(one.duration)} ms (layout ${Math.round(one.forcedStyleAndLayoutDuration)})`
    })
    const drawing = `drawing ${Math.round(end - (frame.renderStart || end))} ms`
    seen.holders.push(`${Math.round(frame.duration)} ms: ${[...parts, drawing].join('; ')}`)
  })
  watch('longtask', {}, (entry) => {
    seen.longestTask = Math.max(seen.longestTask, entry.duration)
  })
}
