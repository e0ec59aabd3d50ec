import type { ImportedSampleType, ImportedTarget, ImportedWell } from '../imported-run.ts'
import { parseWell } from '../plate.ts'
import { isNothing } from '../read-numbers.ts'
import { memoryOf } from '../reading-memory.ts'
import { type RunDraft, sameDye } from '../tables/run-draft.ts'
import type { Table } from '../tables/table.ts'
import type { TableNumbers } from '../tables/table-numbers.ts'
import { type CfxTable, cqKeys } from './table-kinds.ts'

/** Contents of a well in CFX, without the number of the replicate (`Std-3`). */
const contents = new Map(
  Object.entries<ImportedSampleType>({
    unkn: 'unkn',
    unknown: 'unkn',
    std: 'std',
    standard: 'std',
    ntc: 'ntc',
    nrt: 'nrt',
    posctrl: 'pos',
    pos: 'pos',
    positivecontrol: 'pos',
    negctrl: 'ntp',
    neg: 'ntp',
    negativecontrol: 'ntp',
  }),
)

/** Read the tables with a row for each well and dye. */
export function readResults(
  { kind, table }: CfxTable,
  draft: RunDraft,
  numbers: TableNumbers,
): void {
  if (kind === 'amplification' || kind === 'melt') return
  if (kind === 'curve') return readStandardCurve(table, draft, numbers)
  const seen = new Set<ImportedTarget>()
  const rows = new Set<string>()
  const heights = new Map<ImportedTarget, { tm: number; height: number }[]>()
  for (const row of table.rows) {
    const well = openWell(table, row, draft)
    if (!well) continue
    if (kind === 'alleles') {
      takeCall(well, table.text(row, 'call'))
      continue
    }
    const dye = table.text(row, 'fluor')
    if (dye === '' && table.text(row, 'target') === '') continue
    const target = draft.openTarget(well, table.text(row, 'target'), dye)
    const place = { ...table.place(row), well: table.text(row, 'well'), target: target.target }
    if (kind === 'peaks') {
      const tm = numbers.maybe(table, row, 'melttemperature')
      const height = numbers.maybe(table, row, 'peakheight') ?? 0
      if (tm !== null) heights.set(target, [...(heights.get(target) ?? []), { tm, height }])
      continue
    }
    const own = JSON.stringify(table.sheet.rows.row(row))
    if (seen.has(target)) {
      draft.notices.add(rows.has(own) ? 'row_repeated' : 'target_twice', place)
    } else takeResult(table, row, well, target, numbers)
    seen.add(target)
    rows.add(own)
    draft.memory.take(memoryOf.text + own.length)
  }
  for (const [target, peaks] of heights) {
    target.tm = peaks.sort((a, b) => b.height - a.height).map(({ tm }) => tm)
  }
}

function openWell(table: Table, row: number, draft: RunDraft): ImportedWell | null {
  const name = table.text(row, 'well')
  const position = parseWell(name)
  if (!position) {
    const isLine = table.countFilled(row) <= 2
    draft.notices.add(
      isLine ? 'line_ignored' : 'row_ignored',
      table.place(row, table.column('well')),
      {
        well: name.slice(0, 40),
      },
    )
    return null
  }
  const well = draft.openWell(position)
  const place = { ...table.place(row), well: name }
  draft.nameSample(well, table.text(row, 'sample', 'samplename', 'sampleid'), place)
  const content = table.text(row, 'content', 'sampletype')
  const plain = content.toLowerCase().replaceAll(/[^a-z]/g, '')
  const type = contents.get(plain)
  if (type) draft.setType(well, type, place)
  else if (plain !== '') {
    draft.notices.add('sample_type_unknown', place, { found: content.slice(0, 40) })
  }
  return well
}

function takeResult(
  table: Table,
  row: number,
  well: ImportedWell,
  target: ImportedTarget,
  numbers: TableNumbers,
): void {
  const column = table.column(...cqKeys)
  const cell = table.cell(row, column)
  if (cell !== '' && !target.cqGiven) {
    const cq = numbers.read(table, row, column)
    target.cq = cq > 0 ? cq : null
    target.cqGiven = cq >= 0 || isNothing(cell)
  }
  const quantity = numbers.maybe(table, row, 'startingquantitysq', 'startingquantity', 'sq')
  if (well.sampleType === 'std' && quantity !== null && quantity > 0) {
    target.quantity = { value: quantity, unit: 'other' }
  }
  target.endPoint ??= numbers.maybe(table, row, 'endrfu')
  target.call ??= table.text(row, 'call') || null
  target.note ??= table.text(row, 'wellnote') || null
}

/** Give a genotype, which is the well's, to each of its targets. */
function takeCall(well: ImportedWell, call: string): void {
  for (const target of well.targets) if (call !== '') target.call = call
}

/** Read the efficiencies by dye or target, in percent: 100 % doubles. */
function readStandardCurve(table: Table, draft: RunDraft, numbers: TableNumbers): void {
  for (const row of table.rows) {
    const percent = numbers.maybe(table, row, 'efficiency')
    const [dye, name] = [table.text(row, 'fluor'), table.text(row, 'target')]
    if (percent === null || percent <= 0 || percent > 1000) continue
    for (const target of draft.wells().flatMap(({ targets }) => targets)) {
      if (sameDye(target.dye, dye) && (name === '' || target.target === name)) {
        target.efficiency = 1 + percent / 100
      }
    }
  }
}
