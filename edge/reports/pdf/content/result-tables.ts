import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Sample } from '../../../../domain/entities/analysis.ts'
import type { SampleResult, WellResult } from '../../../../domain/results.ts'
import { writeWells } from '../../../../domain/rules/well-ranges.ts'
import type { Sliced } from '../../../../workers/slices.ts'
import type { PdfPage } from '../file/pdf-page.ts'
import type { Element } from '../file/structure.ts'
import type { Strip } from '../page/paginate.ts'
import type { Sheet } from '../page/sheet.ts'
import { type Cell, type Column, longTable } from '../page/table-strips.ts'
import { heading } from '../page/text-strips.ts'
import { remarksOf, sampleRemarks } from './remarks.ts'
import { isControl, type ReportFacts, samplesById } from './report-facts.ts'
import {
  callCell,
  cqText,
  hasTimes,
  isKept,
  quantityText,
  quantityTitle,
  reasonOf,
} from './result-cells.ts'

type Strips = Strip<PdfPage>[]

/** A column with its text for a row; left out where all are empty. */
interface Field<Row> extends Column {
  cell: (row: Row) => Cell
  isNeeded?: boolean
}

/**
 * Draw the tables of wells, controls first: nothing after them counts unless they are right. The one table of a single sample says that
 * it is by well: that of the sample is above it.
 */
export function* wellTables(sheet: Sheet, parent: Element, facts: ReportFacts): Sliced<Strips> {
  const byWell = facts.sample ? facts.say.word('template.analysis_results') : null
  const samples = samplesById(facts)
  const sampleOf = ({ sample_uuid }: WellResult) => samples.get(sample_uuid ?? '')
  const strips: Strips = []
  for (const { title, rows, isOfControls } of partition(facts, facts.results.wells, sampleOf)) {
    strips.push(...heading(sheet, parent, byWell ?? title))
    const fields = wellFields(facts, sampleOf, rows, isOfControls)
    strips.push(...(yield* fieldTable(sheet, parent, fields, rows)))
  }
  return strips
}

export function* sampleTables(sheet: Sheet, parent: Element, facts: ReportFacts): Sliced<Strips> {
  const samples = samplesById(facts)
  const sampleOf = ({ sample_uuid }: SampleResult) => samples.get(sample_uuid)
  const strips: Strips = []
  for (const { title, rows, isOfControls } of partition(facts, facts.results.samples, sampleOf)) {
    strips.push(...heading(sheet, parent, title))
    const fields = sampleFields(facts, sampleOf, rows, isOfControls)
    strips.push(...(yield* fieldTable(sheet, parent, fields, rows)))
  }
  return strips
}

function partition<Row>(
  { say }: ReportFacts,
  rows: readonly Row[],
  sampleOf: (row: Row) => Sample | undefined,
): { title: string; rows: Row[]; isOfControls: boolean }[] {
  const groups = [
    {
      title: say.word('controlResults'),
      isOfControls: true,
      rows: rows.filter((row) => isControl(sampleOf(row))),
    },
    {
      title: say.word('sampleResults'),
      isOfControls: false,
      rows: rows.filter((row) => sampleOf(row)?.sample_type === 'unknown'),
    },
    {
      title: say.word('emptyWells'),
      isOfControls: false,
      rows: rows.filter((row) => !sampleOf(row)),
    },
  ]
  return groups.filter((group) => group.rows.length > 0)
}

/** Return a function that writes the quantity of a well's sample for its target. */
function quantitiesOf(facts: ReportFacts): (row: WellResult) => string {
  const keyOf = (row: Pick<WellResult, 'sample_uuid' | 'target'>) =>
    `${row.sample_uuid}|${row.target}`
  const quantities = new Map(
    facts.results.samples.map((one) => [keyOf(one), quantityText(facts, one)]),
  )
  return (row) => quantities.get(keyOf(row)) ?? ''
}

function wellFields(
  facts: ReportFacts,
  sampleOf: (row: WellResult) => Sample | undefined,
  rows: readonly WellResult[],
  isOfControls: boolean,
): Field<WellResult>[] {
  const { say } = facts
  const quantityOf = quantitiesOf(facts)
  return [
    { title: say.word('well'), share: 3.4, cell: ({ well }) => well },
    { title: say.word('sample'), share: 10, cell: (row) => sampleOf(row)?.name ?? '' },
    typeField(facts, sampleOf, isOfControls),
    { title: say.word('target'), share: 6.5, cell: ({ target }) => target },
    { title: say.word('result'), share: 9, cell: (row) => callCell(facts, row) },
    {
      title: say.word(hasTimes(facts) ? 'tt' : 'cq'),
      share: 6,
      align: 'end',
      cell: ({ cq, call }) => cqText(facts, cq, call),
    },
    {
      title: quantityTitle(facts),
      share: 9,
      align: 'end' as const,
      cell: quantityOf,
      isNeeded: rows.some((row) => quantityOf(row) !== ''),
    },
    {
      title: say.word('tm'),
      share: 6,
      align: 'end' as const,
      cell: ({ melt }) => say.list(melt.map(({ tm }) => say.number(tm, 1))),
      isNeeded: rows.some(({ melt }) => melt.length > 0),
    },
    {
      title: say.word('remarks'),
      share: 14,
      cell: (row) => remarksOf(facts, row, reasonOf(facts, row)),
    },
  ]
}

function sampleFields(
  facts: ReportFacts,
  sampleOf: (row: SampleResult) => Sample | undefined,
  rows: readonly SampleResult[],
  isOfControls: boolean,
): Field<SampleResult>[] {
  const { say, record } = facts
  const shape = cartridges[record.cartridge_type]
  return [
    { title: say.word('sample'), share: 10, cell: (row) => sampleOf(row)?.name ?? '' },
    typeField(facts, sampleOf, isOfControls),
    { title: say.word('target'), share: 6.5, cell: ({ target }) => target },
    { title: say.word('result'), share: 9, cell: (row) => callCell(facts, row) },
    {
      title: say.word(hasTimes(facts) ? 'ttMean' : 'cqMean'),
      share: 6,
      align: 'end',
      cell: (row) => (isKept(facts, row) ? '' : cqText(facts, row.cq_mean, row.call)),
    },
    {
      title: say.word(hasTimes(facts) ? 'ttSd' : 'cqSd'),
      share: 4.5,
      align: 'end' as const,
      cell: (row) => (row.cq_sd === null || isKept(facts, row) ? '' : say.number(row.cq_sd, 2)),
      isNeeded: rows.some(({ cq_sd }) => cq_sd !== null),
    },
    {
      title: quantityTitle(facts),
      share: 9,
      align: 'end' as const,
      cell: (row) => quantityText(facts, row),
      isNeeded: rows.some(({ quantity }) => quantity !== null),
    },
    { title: say.word('wells'), share: 7, cell: ({ wells }) => writeWells(wells, shape) },
    { title: say.word('remarks'), share: 12, cell: (row) => sampleRemarks(facts, row) },
  ]
}

function typeField<Row>(
  { say }: ReportFacts,
  sampleOf: (row: Row) => Sample | undefined,
  isNeeded: boolean,
): Field<Row> {
  const cell = (row: Row) => {
    const type = sampleOf(row)?.sample_type
    return type ? say.word(`sampleType.${type}`) : ''
  }
  return { title: say.word('type'), share: 9, cell, isNeeded }
}

function fieldTable<Row>(
  sheet: Sheet,
  parent: Element,
  fields: readonly Field<Row>[],
  rows: readonly Row[],
): Sliced<Strips> {
  const needed = fields.filter(({ isNeeded = true }) => isNeeded)
  return longTable(sheet, parent, needed, cellsOf(needed, rows))
}

/** Yield the cells of each row when it is laid out, so that a long table is never held as a whole. */
function* cellsOf<Row>(fields: readonly Field<Row>[], rows: readonly Row[]): Generator<Cell[]> {
  for (const row of rows) yield fields.map(({ cell }) => cell(row))
}
