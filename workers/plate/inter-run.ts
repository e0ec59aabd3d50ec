import { createMatrix, pseudoInverse } from '../numbers/linear-system.ts'

/**
 * Return the offset of each run on the binary logarithm of a quantity, from samples measured in several runs (inter-run
 * calibrators, Hellemans 2007): `values[run][calibrator]` is a calibrator's log2 quantity in a run, NaN where it was
 * not measured. Subtract a run's offset from its log2 quantities to make runs comparable. Solve `value = run +
 * calibrator` by least squares, so that calibrators missing in some runs do not bias the rest; where none is missing an
 * offset is the run's mean minus the mean of all. The offsets sum to 0. A run that shares no calibrator with the others
 * is NaN.
 */
export function findRunOffsets(values: readonly (readonly number[])[]): number[] {
  const runs = values.length
  const calibrators = Math.max(0, ...values.map((run) => run.length))
  const cells = values.flatMap((run, at) =>
    run.flatMap((value, calibrator) => (Number.isFinite(value) ? [{ at, calibrator, value }] : [])),
  )
  const columns = runs + calibrators
  const design = createMatrix(cells.length + 1, columns)
  for (const [row, { at, calibrator }] of cells.entries()) {
    design.values[row * columns + at] = 1
    design.values[row * columns + runs + calibrator] = 1
  }
  for (let run = 0; run < runs; run++) design.values[cells.length * columns + run] = 1
  const inverse = pseudoInverse(design, 1e-9)
  const tied = findTied(cells, runs)
  return Array.from({ length: runs }, (_, run) => {
    if (!tied[run]) return Number.NaN
    return cells.reduce(
      (sum, { value }, row) => sum + inverse.values[run * (cells.length + 1) + row]! * value,
      0,
    )
  })
}

/** Find the runs joined by shared calibrators to the first run that has any. */
function findTied(cells: readonly { at: number; calibrator: number }[], runs: number): boolean[] {
  const tied = Array.from({ length: runs }, () => false)
  const first = cells[0]
  if (!first) return tied
  tied[first.at] = true
  const known = new Set<number>()
  for (let size = -1; size !== known.size + tied.filter(Boolean).length;) {
    size = known.size + tied.filter(Boolean).length
    for (const { at, calibrator } of cells) {
      if (tied[at]) known.add(calibrator)
      if (known.has(calibrator)) tied[at] = true
    }
  }
  return tied
}
