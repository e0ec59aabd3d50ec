/** Receiver of codes read elsewhere, as by the camera: the plate on the screen, while there is one. */
let receiver: ((code: string) => void) | null = null

/** The plate takes codes until what comes back is called. */
export function receiveScans(take: (code: string) => void): () => void {
  receiver = take
  return () => {
    if (receiver === take) receiver = null
  }
}

/**
 * A code that was read goes to the well in focus, and the focus on to the next empty one, as with a hand-held reader.
 * False when no plate is on the screen.
 */
export function assignScanned(text: string): boolean {
  receiver?.(text)
  return receiver !== null
}
