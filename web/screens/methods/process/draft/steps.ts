import { processLimits } from '../../../../../domain/entities/process-recipe.ts'
import type { DraftStep } from './draft.ts'

type Steps = readonly DraftStep[]

/** Steps after a change, and which of them is selected then. */
export interface Changed {
  steps: Steps
  at: number
}

type Hold = Extract<DraftStep, { type: 'temperature' }>

function hold(temperature: number, duration: number, more: Partial<Hold> = {}): Hold {
  return {
    type: 'temperature',
    temperature,
    duration,
    temperature_change: null,
    measure: '',
    ...more,
  }
}

/** Blocks of steps that the tools insert; a loop counts from the first of its own steps. */
export const blocks = {
  step: [hold(60, 30)],
  cycles: [
    hold(95, 15),
    hold(60, 30, { measure: 'real time' }),
    { type: 'loop', goto: 0, repeat: 40 },
  ],
  /** 60 to 95 °C by half a degree. */
  melt: [
    hold(95, 15),
    hold(60, 60),
    hold(60, 5, { temperature_change: 0.5, measure: 'meltcurve' }),
    { type: 'loop', goto: 2, repeat: 71 },
  ],
  pause: [{ type: 'pause', temperature: 25 }],
  lidOpen: [{ type: 'lidOpen' }],
} as const satisfies Record<string, readonly DraftStep[]>
export type BlockName = keyof typeof blocks

/** Put a block behind the selected step; one with a loop of its own behind the loops around that step. Full programmes stay. */
export function insertBlock(steps: Steps, selected: number | null, name: BlockName): Changed {
  const block: Steps = blocks[name]
  if (steps.length + block.length > processLimits.steps) return { steps, at: selected ?? 0 }
  const isLoop = block.some(({ type }) => type === 'loop')
  const at = selected === null ? steps.length : placeAfter(steps, selected, isLoop)
  const moved = steps.map((step) =>
    step.type === 'loop' && step.goto >= at ? { ...step, goto: step.goto + block.length } : step,
  )
  const own = block.map((step) =>
    step.type === 'loop' ? { ...step, goto: step.goto + at } : { ...step },
  )
  return { steps: [...moved.slice(0, at), ...own, ...moved.slice(at)], at: at + own.length - 1 }
}

function placeAfter(steps: Steps, selected: number, outside: boolean): number {
  const behind = steps.flatMap((step, last) =>
    outside && step.type === 'loop' && step.goto <= selected && selected <= last ? [last] : [],
  )
  return Math.max(selected, ...behind) + 1
}

/** Put a copy of a step behind it; a loop is not copied by itself. */
export function copyStep(steps: Steps, at: number): Changed {
  const step = steps[at]
  if (!step || step.type === 'loop' || steps.length >= processLimits.steps) return { steps, at }
  const { steps: longer } = insertBlock(steps, at, 'step')
  return { steps: longer.map((one, index) => (index === at + 1 ? { ...step } : one)), at: at + 1 }
}

/** Remove a step, and loops that have none left. */
export function removeStep(steps: Steps, at: number): Changed {
  const left = steps
    .filter((_, index) => index !== at)
    .map((step) =>
      step.type === 'loop' && step.goto > at ? { ...step, goto: step.goto - 1 } : step,
    )
  const empty = left.findIndex((step, last) => step.type === 'loop' && step.goto >= last)
  if (empty >= 0) return removeStep(left, empty)
  return { steps: left, at: Math.max(0, Math.min(at, left.length - 1)) }
}

/**
 * Move a step by one place. The beginning and the end of a loop are places too: a step first goes into a loop or out of it, and
 * then past its steps. A loop is never left empty.
 */
export function moveStep(steps: Steps, at: number, by: 1 | -1): Changed {
  return by === 1 ? moveDown(steps, at) : moveUp(steps, at)
}

function moveDown(steps: Steps, at: number): Changed {
  const next = steps[at + 1]
  if (!next || !steps[at]) return { steps, at }
  const entered = findLoop(steps, (goto) => goto === at + 1, 'outer')
  if (steps[at].type === 'loop') {
    // Offer a loop only outside of others, as two never cross.
    const isFree = entered < 0 && next.type !== 'loop'
    return isFree ? { steps: swap(steps, at), at: at + 1 } : { steps, at }
  }
  if (entered >= 0) return { steps: beginAt(steps, entered, at), at }
  if (next.type === 'loop' && next.goto >= at) return { steps, at }
  return { steps: swap(steps, at), at: at + 1 }
}

function moveUp(steps: Steps, at: number): Changed {
  const step = steps[at]
  if (!step || at === 0) return { steps, at }
  if (step.type === 'loop') {
    const isFree = step.goto < at - 1 && steps[at - 1]?.type !== 'loop'
    return isFree ? { steps: swap(steps, at - 1), at: at - 1 } : { steps, at }
  }
  const left = findLoop(steps, (goto) => goto === at, 'inner')
  if (left >= 0) {
    return left - 1 > at ? { steps: beginAt(steps, left, at + 1), at } : { steps, at }
  }
  return { steps: swap(steps, at - 1), at: at - 1 }
}

/** Find the loop step whose beginning fits, the innermost or the outermost of several; -1 without. */
function findLoop(steps: Steps, fits: (goto: number) => boolean, which: 'inner' | 'outer'): number {
  const isWanted = (step: DraftStep) => step.type === 'loop' && fits(step.goto)
  return which === 'inner' ? steps.findIndex(isWanted) : steps.findLastIndex(isWanted)
}

function beginAt(steps: Steps, loop: number, goto: number): Steps {
  return steps.map((step, index) =>
    index === loop && step.type === 'loop' ? { ...step, goto } : step,
  )
}

function swap(steps: Steps, at: number): Steps {
  const [first, second] = [steps[at], steps[at + 1]]
  if (!first || !second) return steps
  return steps.with(at, second).with(at + 1, first)
}

/** Count the loops around each step. */
export function depthsOf(steps: Steps): number[] {
  return steps.map(
    (_, at) =>
      steps.filter((step, last) => step.type === 'loop' && step.goto <= at && at <= last).length,
  )
}
