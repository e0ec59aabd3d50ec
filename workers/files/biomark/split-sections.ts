import type { NoticeList } from '../notices.ts'
import type { WellPosition } from '../plate.ts'
import type { Sheet } from '../tables/sheet.ts'
import { Table } from '../tables/table.ts'

/** Light of a probe or of the passive reference, a row for each chamber and a column for each cycle. */
export interface LightSection {
  /** The light itself, or what the camera sees without it. */
  isBackground: boolean
  isReference: boolean
  dye: string
  table: Table
}

/** Results: the three lines of the header are joined, such as `FAM-MGB|Ct|Value`. */
export interface Sections {
  results: Table | null
  light: LightSection[]
  /** Rows before the first section. */
  preamble: string[][]
}

const title = /^(raw|bkgd|background) data for (passive reference|probe)s?\s+(.+)$/i
const isBlank = (row: readonly string[]) => row.every((cell) => cell.trim() === '')

/** Split an export of BioMark software into its sections; all others are named in a notice. */
export function splitSections(sheet: Sheet, notices: NoticeList): Sections {
  const { rows } = sheet
  const cell = (row: number, column = 0) => rows.cell(row, column).trim()
  const endOf = (from: number) => {
    let end = from
    while (end < rows.length && !isBlank(rows.row(end)) && !title.test(cell(end))) end++
    return end
  }
  const open = (head: number, names: readonly string[]) => {
    const end = endOf(head + 1)
    const own = rows.part(head, end).replace(new Map([[0, names]]))
    const isOpen = sheet.openEnded && end === rows.length
    const part = { ...sheet, rows: own, firstRow: sheet.firstRow + head, openEnded: isOpen }
    return { table: new Table(part, 0, notices), end }
  }
  const sections: Sections = { results: null, light: [], preamble: [] }
  for (let at = 0; at < rows.length; at++) {
    const [, kind = '', what = '', dye = ''] = title.exec(cell(at)) ?? []
    if (dye !== '') {
      const { table, end } = open(at + 1, rows.row(at + 1))
      const isReference = /reference/i.test(what)
      sections.light.push({
        isBackground: !/^raw$/i.test(kind),
        isReference,
        dye: dye.trim(),
        table,
      })
      at = end - 1
    } else if (cell(at) === 'ID' && cell(at - 1) === 'Chamber' && !sections.results) {
      const names = rows
        .row(at)
        .map((_, column) => [at - 2, at - 1, at].map((row) => cell(row, column)).join('|'))
      const { table, end } = open(at, names)
      sections.results = table
      at = end - 1
    } else if (sections.results || sections.light.length > 0) {
      const end = Math.max(at + 1, endOf(at))
      const params = { element: cell(at).slice(0, 80), count: end - at }
      if (!isBlank(rows.row(at))) notices.add('element_ignored', { row: at + 1 }, params)
      at = end - 1
    } else sections.preamble.push([...rows.row(at)])
  }
  return sections
}

/** Return the place of a chamber such as `S48-A01`: samples are rows, assays are columns; null for anything else. */
export function chamberOf(name: string): WellPosition | null {
  const [, sample, assay] = /^S0*([1-9]\d{0,2})-A0*([1-9]\d{0,2})$/i.exec(name.trim()) ?? []
  return sample && assay ? { row: Number(sample) - 1, column: Number(assay) - 1 } : null
}

/** Return the dye of a probe such as `FAM-MGB`, whose quencher is named behind it. */
export function plainDye(probe: string): string {
  return probe.replace(/-(MGB|TAMRA|BHQ\d?)$/i, '')
}
