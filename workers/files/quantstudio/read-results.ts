import type { ImportedTarget, ImportedWell } from '../imported-run.ts'
import { isNothing } from '../read-numbers.ts'
import { memoryOf } from '../reading-memory.ts'
import type { Place } from '../refuse-file.ts'
import type { Table } from '../tables/table.ts'
import type { TableNumbers } from '../tables/table-numbers.ts'
import type { QuantstudioContext } from './context.ts'
import { cqKeys, targetKeys } from './table-kinds.ts'
import { takeTask } from './tasks.ts'

/** Read the tables with a row for each well and target, or for each well and SNP assay. */
export function readResults(context: QuantstudioContext): void {
  const ordered = (['setup', 'results', 'peaks'] as const).flatMap((kind) =>
    context.tables.filter((one) => one.kind === kind),
  )
  for (const { kind, table } of ordered) {
    const seen = new Set<ImportedTarget>()
    const rows = new Set<string>()
    for (const row of table.rows) {
      const position = context.wells.find(table, row)
      if (!position) continue
      const filled = JSON.stringify(table.sheet.rows.row(row))
      // Skip empty wells of the plate, which are listed with their name only.
      if (table.countFilled(row) <= 2) continue
      const well = context.draft.openWell(position)
      const place = { ...table.place(row), well: table.text(row, 'wellposition', 'well') }
      context.draft.nameSample(well, table.text(row, 'samplename', 'sample'), place)
      for (const { target, prefix } of openTargets(context, table, row, well)) {
        if (kind === 'peaks') takePeak(table, row, target, context.numbers)
        else if (seen.has(target)) {
          const code = rows.has(filled) ? 'row_repeated' : 'target_twice'
          context.draft.notices.add(code, { ...place, target: target.target })
        } else takeRow(table, row, { well, target, prefix, place }, context)
        seen.add(target)
      }
      rows.add(filled)
      context.draft.memory.take(memoryOf.text + filled.length)
    }
  }
  const reference = context.facts.get('endogenouscontrol')
  for (const target of context.draft.wells().flatMap(({ targets }) => targets)) {
    if (target.target === reference) target.type = 'ref'
  }
}

interface OpenTarget {
  target: ImportedTarget
  /** In front of the keys of its columns: `allele1` in a table of genotypes. */
  prefix: string
}

function openTargets(
  { draft }: QuantstudioContext,
  table: Table,
  row: number,
  well: ImportedWell,
): OpenTarget[] {
  const name = table.text(row, ...targetKeys)
  if (name !== '') {
    return [
      { target: draft.openTarget(well, name, table.text(row, 'reporter', 'dye')), prefix: '' },
    ]
  }
  const assay = table.text(row, 'snpassayname', 'snpassay', 'assayname', 'assay')
  if (assay === '') {
    // Find a result that names no target by its dye, or by the only target of the well.
    const dye = table.text(row, 'reporter', 'dye')
    if (dye === '' && table.text(row, ...cqKeys) === '') return []
    return [{ target: draft.openTarget(well, '', dye), prefix: '' }]
  }
  return ['allele1', 'allele2'].flatMap((prefix, i) => {
    const allele = table.text(row, `${prefix}name`)
    const known = well.targets.filter(({ target }) => target.startsWith(`${assay}-`))
    const named = known.find(({ target }) => target.endsWith(`Allele ${i + 1}`)) ?? known[i]
    const own = allele ? `${assay}-${allele}` : (named?.target ?? `${assay}-Allele ${i + 1}`)
    const dye = table.text(row, `${prefix}reporter`, `${prefix}dye`)
    return [{ target: draft.openTarget(well, own, dye), prefix }]
  })
}

function takeRow(
  table: Table,
  row: number,
  { well, target, prefix, place }: OpenTarget & { well: ImportedWell; place: Place },
  { draft, numbers }: QuantstudioContext,
): void {
  const own = (...keys: readonly string[]) => keys.map((key) => prefix + key)
  const number = (...keys: readonly string[]) => numbers.maybe(table, row, ...own(...keys))
  const type = takeTask(well, target, table.text(row, 'task'), {
    notices: draft.notices,
    place: { ...place, target: target.target },
  })
  takeCq(table, row, target, own(...cqKeys), numbers)
  target.threshold ??= number('threshold', 'ctthreshold', 'cqthreshold')
  const [start, end] = [number('baselinestart'), number('baselineend')]
  if (start !== null && end !== null && end >= start) target.baseline ??= { start, end }
  const percent = number('efficiency')
  if (percent !== null && percent > 0 && percent <= 1000) target.efficiency ??= 1 + percent / 100
  const quantity = numbers.maybe(table, row, 'quantity', 'qty')
  if (type === 'std' && quantity !== null && quantity > 0) {
    target.quantity ??= { value: quantity, unit: 'other' }
  }
  const peaks = ['tm', 'tm1', 'tm2', 'tm3', 'tm4', 'tm5', 'tm6'].map((key) => number(key))
  const tms = peaks.filter((tm) => tm !== null && tm > 0)
  if (target.tm.length === 0) target.tm = tms as number[]
  target.call = table.text(row, 'call', 'consolidatedcall') || target.call
  target.call ??= table.text(row, 'ampstatus') || null
  if (/^(true|yes|1)$/i.test(table.text(row, 'omit', 'omitted'))) target.excluded ??= ''
  target.note ??= table.text(row, 'comments', 'comment') || null
}

function takeCq(
  table: Table,
  row: number,
  target: ImportedTarget,
  keys: readonly string[],
  numbers: TableNumbers,
): void {
  const column = table.column(...keys)
  const cell = table.cell(row, column)
  if (cell === '') return
  const cq = numbers.read(table, row, column)
  if (target.cqGiven) {
    // Allow a small difference, since tables of one run round the same Cq differently.
    if (cq > 0 && target.cq !== null && Math.abs(cq - target.cq) > 0.05) {
      numbers.notices.add('target_twice', { ...table.place(row), target: target.target })
    }
    return
  }
  target.cq = cq > 0 ? cq : null
  target.cqGiven = cq >= 0 || isNothing(cell)
}

/** Take a peak, of which each has a row, the highest first; the list of the results is the same and shorter. */
function takePeak(table: Table, row: number, target: ImportedTarget, numbers: TableNumbers): void {
  const tm = numbers.maybe(table, row, 'tm')
  if (tm !== null && tm > 0 && !target.tm.includes(tm)) target.tm.push(tm)
}
