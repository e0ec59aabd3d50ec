/** The next frame. */
export const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

/** A turn of the page's queue: what was asked for before is done then. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })
}

/** What frames cost the page's thread, and how far apart they came, in ms. */
export interface FrameTimes {
  cost: number[]
  apart: number[]
}

/**
 * A change before each frame. A frame costs what handles the change until the page has nothing more to do, and what
 * the browser then does from the start of the frame until it is handed over: style, layout, paint. The wait for the
 * screen in between is nobody's cost.
 */
export async function timeFrames(
  count: number,
  change: (frame: number) => void,
): Promise<FrameTimes> {
  const times: FrameTimes = { cost: [], apart: [] }
  let last = await nextFrame()
  for (let frame = 0; frame < count; frame++) {
    const began = performance.now()
    change(frame)
    // What a change asks for may ask for more.
    await nextTurn()
    await nextTurn()
    const handled = performance.now() - began
    const now = await nextFrame()
    const drawing = performance.now()
    await nextTurn()
    times.cost.push(handled + performance.now() - drawing)
    times.apart.push(now - last)
    last = now
  }
  return times
}
