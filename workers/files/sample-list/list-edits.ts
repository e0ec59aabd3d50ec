/** One thing that is done to a list before it is taken; the file itself stays as it is. */
export type ListChange =
  /** Another text in a cell, by its column in the file. */
  | { kind: 'cell'; row: number; column: number; text: string }
  /** Rows that are passed over, or are not any longer. */
  | { kind: 'skip'; rows: readonly number[]; skipped: boolean }

export interface ListEdits {
  hasCells: () => boolean
  cellOf: (row: number, column: number) => string | undefined
  isSkipped: (row: number) => boolean
  isChanged: (row: number) => boolean
  /** Rows that were changed or passed over. */
  changedRows: () => number[]
  make: (change: ListChange) => void
  undo: () => void
  redo: () => void
  canUndo: () => boolean
  canRedo: () => boolean
}

interface Step {
  make: () => void
  takeBack: () => void
}

/** More columns than a row that is read may have. */
const widest = 2 ** 20

/** Start the changes of a list, each of which can be taken back and made again. */
export function startEdits(): ListEdits {
  const cells = new Map<number, string>()
  const skipped = new Set<number>()
  const touched = new Map<number, number>()
  const done: Step[] = []
  const undone: Step[] = []
  const keyOf = (row: number, column: number) => row * widest + column

  const count = (row: number, by: number) => {
    const now = (touched.get(row) ?? 0) + by
    if (now > 0) touched.set(row, now)
    else touched.delete(row)
  }
  const setCell = (row: number, column: number, text: string | undefined) => {
    const key = keyOf(row, column)
    const before = cells.get(key)
    if ((before === undefined) !== (text === undefined)) count(row, text === undefined ? -1 : 1)
    if (text === undefined) cells.delete(key)
    else cells.set(key, text)
  }
  const setSkipped = (row: number, isSkipped: boolean) => {
    if (isSkipped) skipped.add(row)
    else skipped.delete(row)
    count(row, isSkipped ? 1 : -1)
  }
  const plan = (change: ListChange): Step => {
    if (change.kind === 'cell') {
      const { row, column, text } = change
      const before = cells.get(keyOf(row, column))
      return {
        make: () => setCell(row, column, text),
        takeBack: () => setCell(row, column, before),
      }
    }
    const { skipped: isSkipped } = change
    const rows = change.rows.filter((row) => skipped.has(row) !== isSkipped)
    const set = (value: boolean) => rows.forEach((row) => setSkipped(row, value))
    return { make: () => set(isSkipped), takeBack: () => set(!isSkipped) }
  }
  return {
    hasCells: () => cells.size > 0,
    cellOf: (row, column) => cells.get(keyOf(row, column)),
    isSkipped: (row) => skipped.has(row),
    isChanged: (row) => touched.has(row),
    changedRows: () => [...touched.keys()].sort((a, b) => a - b),
    make(change) {
      const step = plan(change)
      step.make()
      done.push(step)
      undone.length = 0
    },
    undo() {
      const step = done.pop()
      if (!step) return
      step.takeBack()
      undone.push(step)
    },
    redo() {
      const step = undone.pop()
      if (!step) return
      step.make()
      done.push(step)
    },
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
  }
}
