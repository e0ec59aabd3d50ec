import type { Sample, SampleType } from '../../domain/entities/analysis.ts'
import type { Layout } from '../state/draft-steps.ts'
import {
  mapOwners,
  type Placement,
  placeOf,
  type Shape,
  wellAt,
} from '../state/layout-steps/wells.ts'
import { isFormula } from './split-cells.ts'
import { rowLetter } from '../../domain/rules/well.ts'

/** Block of wells by row: the content of each, null for an empty one or one that was not selected. */
export type CopiedBlock = readonly (readonly (Omit<Placement, 'wells'> | null)[])[]

/** Copy the rectangle around the wells, with all facts of their samples. */
export function copyBlock(layout: Layout, wells: readonly string[], shape: Shape): CopiedBlock {
  const owners = mapOwners(layout)
  const chosen = new Set(wells)
  const places = wells.flatMap((well) => placeOf(well, shape) ?? [])
  if (places.length === 0) return []
  const [top, bottom] = range(places.map(({ row }) => row))
  const [left, right] = range(places.map(({ column }) => column))
  return steps(top, bottom).map((row) =>
    steps(left, right).map((column) => {
      const well = wellAt(row, column, shape)
      const owner = well !== null && chosen.has(well) ? owners.get(well) : undefined
      return owner ? factsOf(owner) : null
    }),
  )
}

/** Write the block as a spreadsheet takes it; a whole plate with its row letters and column numbers. */
export function writeBlock(block: CopiedBlock, shape: Shape): string {
  const names = block.map((row) => row.map((cell) => quote(cell?.name ?? '')))
  const whole = block.length === shape.rows && block[0]?.length === shape.columns
  if (!whole) return writeRows(names)
  const head = ['', ...steps(1, shape.columns).map(String)]
  return writeRows([head, ...names.map((row, at) => [rowLetter(at), ...row])])
}

/** Write one row for each filled well, with a heading, in reading order. */
export function writeList(
  layout: Layout,
  wells: readonly string[],
  words: { heading: readonly string[]; type: (type: SampleType) => string },
): string {
  const owners = mapOwners(layout)
  const rows = wells.flatMap((well) => {
    const owner = owners.get(well)
    if (!owner) return []
    const quantity = owner.quantity === undefined ? '' : String(owner.quantity)
    return [[well, owner.name, words.type(owner.sample_type), quantity, owner.well_type ?? '']]
  })
  return writeRows([words.heading, ...rows].map((row) => row.map(quote)))
}

function factsOf({ name, sample_type, quantity, well_type }: Sample): Omit<Placement, 'wells'> {
  return { name, sample_type, quantity, well_type: well_type ?? '' }
}

/** Write one cell, in which nothing is taken for a formula (decisions D75); `split-cells.ts` reads it back. */
function quote(cell: string): string {
  const plain = isFormula(cell) ? `'${cell}` : cell
  return /[\t\n\r"]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

function writeRows(rows: readonly (readonly string[])[]): string {
  return `${rows.map((row) => row.join('\t')).join('\r\n')}\r\n`
}

function range(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)]
}

function steps(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}
