import { createColumns, type Weighting } from './equations.ts'
import { chooseCurves, fitCommonShape, placeCurve, type Growing, type Placement } from './fit.ts'
import type { GrowthShape } from './shape.ts'

/** Joint fit and placement of a target's curves; null for curves that are longer or more than the kernel holds. */
export interface ConsensusKernel {
  fitShape: (chosen: readonly Growing[], weighting: Weighting) => GrowthShape | null
  placeCurves: (
    growing: readonly Growing[],
    shape: GrowthShape,
    weighting: Weighting,
    enough: number,
  ) => Placement[] | null
}

let kernel: ConsensusKernel | null = null

/** Set the kernel for common shapes and placements; null for the TypeScript one. Not a bit of either changes. */
export function setConsensusKernel(opened: ConsensusKernel | null): void {
  kernel = opened
}

/** Fit the growth shape that at least one curve of a target have in common (`fitCommonShape`). */
export function fitShape(growing: readonly Growing[], weighting: Weighting): GrowthShape {
  const chosen = chooseCurves(growing)
  return kernel?.fitShape(chosen, weighting) ?? fitCommonShape(chosen, weighting)
}

/**
 * Place each curve of a target on a known shape (`placeCurve`), until a step is below `enough` cycles. All at once,
 * because the WebAssembly kernel takes them in pairs.
 */
export function placeCurves(
  growing: readonly Growing[],
  shape: GrowthShape,
  weighting: Weighting,
  enough = 1e-8,
): Placement[] {
  const placed = kernel?.placeCurves(growing, shape, weighting, enough)
  if (placed) return placed
  const columns = createColumns(growing[0]!.curve.length)
  return growing.map((one) => placeCurve(one, shape, weighting, columns, enough))
}
