/** Longest wait for the first page, which may never be drawn (a tab in the background). */
const longestWaitMs = 1000

let note: () => void = () => undefined
const drawn = new Promise<void>((resolve) => {
  note = resolve
})

/** So long after it what waits begins also in a browser that is never idle. */
const restMs = 300

/** Report the first page after it has been painted and the browser is idle. Later pages change nothing. */
export function noteDrawn(): void {
  requestAnimationFrame(() => {
    // Wait by a timer in Safari, which has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(note, { timeout: restMs })
    else setTimeout(note)
  })
}

/** Resolves when the first page is on the screen: background work begins then, so that it does not delay the page. */
export const firstPage: Promise<void> = Promise.race([
  drawn,
  new Promise<void>((resolve) => setTimeout(resolve, longestWaitMs)),
])
