/** A moment of a thermal profile: seconds from the start, degrees Celsius. */
export type ProfilePoint = { seconds: number; celsius: number }

export type ProfileFrame = {
  width: number
  height: number
  /** Seconds at the right edge. */
  seconds: number
  least: number
  most: number
}

/** Room around a profile, in pixels: above it the title of the axis, and below that the numbers of the marks. */
export const profileMargins = { top: 30, right: 14, bottom: 38, left: 46 } as const

/** Return the frame that holds a whole profile, its temperatures on round tens. */
export function frameProfile(
  points: readonly ProfilePoint[],
  width: number,
  height: number,
): ProfileFrame {
  const celsius = points.map((point) => point.celsius)
  const seconds = points.at(-1)?.seconds ?? 0
  if (celsius.length === 0) return { width, height, seconds: 1, least: 20, most: 100 }
  return {
    width,
    height,
    seconds: Math.max(1, seconds),
    least: Math.floor(Math.min(...celsius) / 10) * 10,
    most: Math.ceil((Math.max(...celsius) + 1) / 10) * 10,
  }
}

export function placeProfile(frame: ProfileFrame, point: ProfilePoint): { x: number; y: number } {
  const { top, right, bottom, left } = profileMargins
  const wide = frame.width - left - right
  const high = frame.height - top - bottom
  const share = (point.celsius - frame.least) / (frame.most - frame.least)
  return { x: left + (point.seconds / frame.seconds) * wide, y: top + (1 - share) * high }
}

/** Return a profile as SVG path data. */
export function traceProfile(frame: ProfileFrame, points: readonly ProfilePoint[]): string {
  return points
    .map((point, at) => {
      const { x, y } = placeProfile(frame, point)
      return `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
}

/** Return the profile's temperature at a moment, between its points by straight lines. */
export function readProfileAt(points: readonly ProfilePoint[], seconds: number): number | null {
  const next = points.findIndex((point) => point.seconds >= seconds)
  if (next === -1) return points.at(-1)?.celsius ?? null
  const to = points[next] as ProfilePoint
  const from = points[next - 1]
  if (!from) return to.celsius
  const span = to.seconds - from.seconds
  return span === 0
    ? to.celsius
    : from.celsius + ((seconds - from.seconds) / span) * (to.celsius - from.celsius)
}

/** Round minutes for the time axis, at most `count` of them. */
export function listMinutes(seconds: number, count: number): number[] {
  const minutes = seconds / 60
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 240]
  const step = steps.find((one) => minutes / one <= count) ?? 480
  return Array.from({ length: Math.floor(minutes / step) + 1 }, (_, at) => at * step)
}

/** Round temperatures for the other axis. */
export function listDegrees(frame: ProfileFrame): number[] {
  const step = frame.most - frame.least > 50 ? 20 : 10
  const first = Math.ceil(frame.least / step) * step
  return Array.from(
    { length: Math.floor((frame.most - first) / step) + 1 },
    (_, at) => first + at * step,
  )
}

/** Radius of the number of a mark, in pixels. */
export const markRadius = 8

/** Room that the number of a mark takes, in pixels. */
const markWidth = 2 * markRadius + 2

/**
 * Place marks and their numbers, in the order of the moments. A number is above its moment, or as near as its neighbours and the
 * right edge allow.
 */
export function spreadMarks<Mark extends { seconds: number }>(
  frame: ProfileFrame,
  marks: readonly Mark[],
): { mark: Mark; x: number; at: number }[] {
  let free = Number.NEGATIVE_INFINITY
  const placed = [...marks]
    .sort((a, b) => a.seconds - b.seconds)
    .map((mark) => {
      const seconds = Math.min(frame.seconds, Math.max(0, mark.seconds))
      const { x } = placeProfile(frame, { seconds, celsius: 0 })
      const at = Math.max(x, free)
      free = at + markWidth
      return { mark, x, at }
    })
  let most = frame.width - markRadius - 1
  for (const one of placed.toReversed()) {
    one.at = Math.min(one.at, most)
    most = one.at - markWidth
  }
  return placed
}
