import { processLimits } from '../entities/process-recipe.ts'

/** A step as it is drawn; of a draft its numbers may be missing. */
export type DrawnStep =
  | {
      type: 'temperature'
      temperature: number | null
      duration: number | null
      temperature_change?: number | null | undefined
      measure?: '' | 'real time' | 'meltcurve' | undefined
    }
  | { type: 'loop'; goto: number; repeat: number | null }
  | { type: 'pause'; temperature: number | null }
  | { type: 'lidOpen' }

/** One step as a bar: its top edge is its temperature, its width its duration. */
export interface Bar {
  /** Index of the step. */
  at: number
  kind: 'temperature' | 'pause' | 'lidOpen'
  left: number
  width: number
  /** Height of its top edge. */
  top: number
  celsius: number
  seconds: number
  /** °C on each pass of the loop; 0 is none. */
  change: number
  measure: 'real time' | 'meltcurve' | null
}

/** A loop as a bracket below its bars, the inner ones nearer to them. */
export interface Bracket {
  /** Index of the loop step. */
  at: number
  left: number
  right: number
  /** 0 for the innermost. */
  level: number
  repeat: number | null
}

export interface ProgrammeLayout {
  bars: Bar[]
  brackets: Bracket[]
  width: number
  height: number
  /** Lower end of the bars. */
  floor: number
}

/** Room around the bars and the height of the temperatures, in pixels. */
export const pictureRoom = { left: 42, right: 16, top: 30, scale: 170, seconds: 24, bracket: 34 }

const gap = 12
const { min: coldest, max: hottest } = processLimits.temperature
const leastWidth = 52
/** Room that the label of a bar needs. */
const labelWidth = 40
const growth = 24
/** Seconds at which a bar has grown once. */
const growthSeconds = 10

/**
 * Lay a programme out as it is written, with its loops not unrolled. Durations are drawn on a logarithmic scale, so that 5 s and 10
 * min are both there to be grasped; a step without a temperature is drawn at that of the step before.
 * @param room width (px) that the picture should fit in: bars become narrower, as far as their labels can still be read.
 */
export function layOutProgramme(steps: readonly DrawnStep[], room = Infinity): ProgrammeLayout {
  const bars: Bar[] = []
  const { left: start, top, scale } = pictureRoom
  const places: { left: number; right: number }[] = []
  let left = start
  let celsius = 25
  const shrink = shrinkTo(room, steps)
  for (const [at, step] of steps.entries()) {
    if (step.type === 'loop') {
      places.push({ left, right: left })
      continue
    }
    if (step.type !== 'lidOpen') celsius = step.temperature ?? celsius
    const seconds = secondsOf(step)
    const width = shrink(widthOf(seconds))
    bars.push({
      at,
      kind: step.type,
      left,
      width,
      top: topOf(celsius),
      celsius,
      seconds,
      change: step.type === 'temperature' ? (step.temperature_change ?? 0) : 0,
      measure: (step.type === 'temperature' && step.measure) || null,
    })
    places.push({ left, right: left + width })
    left += width + gap
  }
  const brackets = layOutLoops(steps, places)
  const floor = top + scale
  const levels = Math.max(0, ...brackets.map(({ level }) => level + 1))
  return {
    bars,
    brackets,
    width: Math.max(left - gap, start + leastWidth) + pictureRoom.right,
    height: floor + pictureRoom.seconds + levels * pictureRoom.bracket + 4,
    floor,
  }
}

const secondsOf = (step: DrawnStep) => (step.type === 'temperature' ? (step.duration ?? 0) : 0)

/** Return how the widths of bars shrink, all by one share, so that they fit in a room; none below what its labels need. */
function shrinkTo(room: number, steps: readonly DrawnStep[]): (width: number) => number {
  const widths = steps.flatMap((step) => (step.type === 'loop' ? [] : [widthOf(secondsOf(step))]))
  const taken = pictureRoom.left + pictureRoom.right + gap * Math.max(0, widths.length - 1)
  const share = (room - taken) / widths.reduce((sum, width) => sum + width, 0)
  if (widths.length === 0 || share >= 1) return (width) => width
  const even = (room - taken) / widths.length
  const least = Math.max(labelWidth, Math.min(leastWidth, even))
  const spare = Math.max(0, room - taken - least * widths.length)
  const grown = widths.reduce((sum, width) => sum + width - leastWidth, 0)
  return (width) => least + (grown > 0 ? ((width - leastWidth) * spare) / grown : 0)
}

/** Return the height at which a temperature is drawn; beyond the limits of the block at its edge. */
export function topOf(celsius: number): number {
  const share = (Math.min(hottest, Math.max(coldest, celsius)) - coldest) / (hottest - coldest)
  // Leave a body to the coldest step as well.
  return pictureRoom.top + (1 - share) * (pictureRoom.scale - 8)
}

/** Return the temperature that is drawn at a height: the inverse of `topOf`, within the limits of the block. */
export function celsiusAt(top: number): number {
  const share = 1 - (top - pictureRoom.top) / (pictureRoom.scale - 8)
  return coldest + Math.min(1, Math.max(0, share)) * (hottest - coldest)
}

/** Return the width at which a duration is drawn. */
function widthOf(seconds: number): number {
  return leastWidth + growth * Math.log2(1 + Math.max(0, seconds) / growthSeconds)
}

/** Return the duration that is drawn at a width: the inverse of `widthOf`. */
export function secondsAt(width: number): number {
  return growthSeconds * (2 ** (Math.max(0, width - leastWidth) / growth) - 1)
}

function layOutLoops(
  steps: readonly DrawnStep[],
  places: readonly { left: number; right: number }[],
): Bracket[] {
  const brackets: Bracket[] = []
  for (const [at, step] of steps.entries()) {
    if (step.type !== 'loop') continue
    const inside = places
      .slice(Math.min(step.goto, at), at)
      .filter(({ left, right }) => right > left)
    const left = inside[0]?.left ?? places[at]?.left ?? 0
    const right = Math.max(inside.at(-1)?.right ?? 0, left + leastWidth)
    const level = brackets.reduce(
      (most, other) =>
        other.left < right && left < other.right ? Math.max(most, other.level + 1) : most,
      0,
    )
    brackets.push({ at, left, right, level, repeat: step.repeat })
  }
  return brackets
}
