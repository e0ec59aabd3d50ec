/**
 * Work that pauses regularly, for pictures after some 200,000 pixels, so that other tasks of the thread can run. By
 * count, not by time: the clock of a Worker does not move while it calculates.
 */
export type Sliced<Value> = Generator<undefined, Value, undefined>

/** Pixels that are worked on between two stops: some 10 ms. */
export const slicePixels = 200_000

/** Do all of it in one piece. */
export function finishAtOnce<Value>(work: Sliced<Value>): Value {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Do it piece by piece, with a turn of the event loop between. */
export async function finishInSlices<Value>(work: Sliced<Value>): Promise<Value> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 0)
    })
  }
}

/** Go through the rows of a picture and stop after each `slicePixels`. */
export function* eachRow(width: number, height: number, row: (y: number) => void): Sliced<void> {
  const rows = Math.max(1, Math.floor(slicePixels / width))
  for (let y = 0; y < height; y += 1) {
    row(y)
    if (y % rows === rows - 1) yield
  }
}
