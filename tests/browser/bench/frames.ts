/** Wait for the next frame. */
export const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

/** Wait for a turn of the page's queue: everything queued before has run then. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })
}

/** Duration of frames by the wall clock, and the time between them, in ms. */
export interface FrameTimes {
  took: number[]
  apart: number[]
}

/** Marks around the two halves of a frame, by which a trace tells what they cost the page's thread. */
export const frameMarks = {
  handling: ['change', 'handled'],
  drawing: ['draw', 'drawn'],
} as const

/** Marks around what a new cycle asks of the page. */
export const liveMarks = ['cycle', 'shown'] as const

/**
 * Time a change before each frame. Counts the handling of the change until the page is idle, and the browser's work
 * from the start of the frame until it is handed over: style, layout, paint. Leaves out the wait for the screen in
 * between.
 */
export async function timeFrames(
  count: number,
  change: (frame: number) => void,
): Promise<FrameTimes> {
  const times: FrameTimes = { took: [], apart: [] }
  const mark = (name: string) => performance.mark(name).startTime
  let last = await nextFrame()
  for (let frame = 0; frame < count; frame++) {
    const began = mark('change')
    change(frame)
    // Wait twice: a change may ask for another one.
    await nextTurn()
    await nextTurn()
    const handled = mark('handled')
    const now = await nextFrame()
    const drawing = mark('draw')
    await nextTurn()
    times.took.push(handled - began + mark('drawn') - drawing)
    times.apart.push(now - last)
    last = now
  }
  return times
}
