/** Values for undo and redo. */
export interface History<Value> {
  past: readonly Value[]
  present: Value
  future: readonly Value[]
}

/** Steps kept for undoing. */
const deepest = 50

export function startHistory<Value>(present: Value): History<Value> {
  return { past: [], present, future: [] }
}

/** Go on to a new value; the same value again is no step. */
export function stepTo<Value>(history: History<Value>, next: Value): History<Value> {
  if (next === history.present) return history
  return { past: [...history.past, history.present].slice(-deepest), present: next, future: [] }
}

export function undo<Value>(history: History<Value>): History<Value> {
  const last = history.past.at(-1)
  if (last === undefined) return history
  return {
    past: history.past.slice(0, -1),
    present: last,
    future: [history.present, ...history.future],
  }
}

export function redo<Value>(history: History<Value>): History<Value> {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.present], present: next, future }
}
