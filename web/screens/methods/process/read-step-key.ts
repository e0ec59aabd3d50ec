import type { DraftStep } from './draft/draft.ts'
import type { EditorAct } from './draft/editor.ts'
import { processLimits } from '../../../../domain/entities/process-recipe.ts'
import { stepNumber } from '../../../parts/form/read-number.ts'

interface Key {
  key: string
  shiftKey: boolean
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/**
 * Return what a key does with a step in the picture; null for keys that do nothing here. Left and right go from step to step,
 * also in languages that run from right to left, as time in the picture does not.
 */
export function readStepKey(key: Key, steps: readonly DraftStep[], at: number): EditorAct | null {
  const common = readCommonKey(key, at)
  if (common) return common
  if (key.altKey || key.ctrlKey || key.metaKey) return null
  const last = steps.length - 1
  // Go nowhere in a programme whose only step was removed.
  if (last < 0) return null
  const step = steps[at]
  switch (key.key) {
    case 'ArrowLeft':
      return { type: 'select', at: Math.max(0, at - 1) }
    case 'ArrowRight':
      return { type: 'select', at: Math.min(last, at + 1) }
    case 'Home':
      return { type: 'select', at: 0 }
    case 'End':
      return { type: 'select', at: last }
    case 'ArrowUp':
    case 'ArrowDown':
      return step ? changeHeight(step, at, key.key === 'ArrowUp' ? 1 : -1, key.shiftKey) : null
    case '+':
    case '=':
    case '*':
      return step ? changeDuration(step, at, 1, key.shiftKey) : null
    case '-':
    case '−':
    case '_':
      return step ? changeDuration(step, at, -1, key.shiftKey) : null
    case 'Delete':
      return { type: 'remove', at }
    default:
      return null
  }
}

/** Read keys that do the same in the picture and in the table: add, remove, move. */
export function readCommonKey(key: Key, at: number): EditorAct | null {
  const { altKey, ctrlKey, metaKey } = key
  const isOnlyAlt = altKey && !ctrlKey && !metaKey
  if (isOnlyAlt && ['ArrowUp', 'ArrowLeft'].includes(key.key)) return { type: 'move', at, by: -1 }
  if (isOnlyAlt && ['ArrowDown', 'ArrowRight'].includes(key.key)) return { type: 'move', at, by: 1 }
  const isCommand = (ctrlKey || metaKey) && !altKey
  if (key.key === 'Insert' || (isCommand && key.key === 'Enter')) {
    return { type: 'insert', block: 'step' }
  }
  return isCommand && key.key === 'Delete' ? { type: 'remove', at } : null
}

/** Change a temperature by half a degree or five, a loop by one pass or five. */
function changeHeight(
  step: DraftStep,
  at: number,
  by: 1 | -1,
  isCoarse: boolean,
): EditorAct | null {
  if (step.type === 'lidOpen') return null
  if (step.type === 'loop') {
    const repeat = stepNumber(step.repeat, by * (isCoarse ? 5 : 1), processLimits.repeat)
    return { type: 'step', at, change: { repeat } }
  }
  const temperature = stepNumber(
    step.temperature,
    by * (isCoarse ? 5 : 0.5),
    processLimits.temperature,
  )
  return { type: 'step', at, change: { temperature } }
}

function changeDuration(
  step: DraftStep,
  at: number,
  by: 1 | -1,
  isCoarse: boolean,
): EditorAct | null {
  if (step.type !== 'temperature') return null
  const duration = stepNumber(step.duration, by * (isCoarse ? 10 : 1), processLimits.duration)
  return { type: 'step', at, change: { duration } }
}
