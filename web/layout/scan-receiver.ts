/** Receiver of codes read elsewhere, as by the camera: the plate on the screen, while there is one. */
let receiver: ((code: string) => void) | null = null

/** Receive codes on the plate until the returned function is called. */
export function receiveScans(take: (code: string) => void): () => void {
  receiver = take
  return () => {
    if (receiver === take) receiver = null
  }
}

/**
 * Assign a scanned code to the well in focus, and move the focus to the next empty one, as with a hand-held reader.
 * Return false if no plate is on the screen.
 */
export function assignScanned(text: string): boolean {
  receiver?.(text)
  return receiver !== null
}
