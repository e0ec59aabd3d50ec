import { finishAtOnce, type Sliced } from '../../../../workers/slices.ts'
import type { PdfPage } from '../file/pdf-page.ts'
import { element, type Element } from '../file/structure.ts'
import { breakLines } from '../type/break-lines.ts'
import type { ShapedText } from '../type/shape-text.ts'
import { drawCall, type Shown } from './call-shape.ts'
import type { Strip } from './paginate.ts'
import { type Align, ink, leading, type Sheet, type } from './sheet.ts'

export interface Column {
  title: string
  /** Part of the width, against the others. */
  share: number
  align?: Align
}

/** Content of a cell; a result has its shape before its text. */
export type Cell = string | { text: string; call: Shown }

const size = type.small + 0.2
const step = size * leading
const pad = 3.5
const shapeRoom = 11

interface Laid {
  start: number
  width: number
  align: Align
  lines: ShapedText[]
  call: Shown | null
  kind: 'TH' | 'TD'
}

/** Rows that are laid between two stops: some pages of them would hold up other requests for a second. */
const sliceRows = 50

/** Lay a table of few rows at once. */
export function table(...given: Parameters<typeof longTable>): Strip<PdfPage>[] {
  return finishAtOnce(longTable(...given))
}

/** Lay a table in slices: repeat its head on every page, and divide no row. */
export function* longTable(
  sheet: Sheet,
  parent: Element,
  columns: readonly Column[],
  rows: Iterable<readonly Cell[]>,
): Sliced<Strip<PdfPage>[]> {
  const part = element('Table', parent)
  const places = placeColumns(sheet, columns)
  const titles = columns.map(({ title }, at) => layCell(sheet, title, places[at]!, 'TH'))
  const first = drawRow(sheet, part, titles, 0)
  const again = drawRow(sheet, null, titles, 0)
  const strips: Strip<PdfPage>[] = [{ ...first, gap: 4, keepWithNext: true }]
  for (const row of rows) {
    const cells = row.map((cell, at) => layCell(sheet, cell, places[at]!, 'TD'))
    strips.push({ ...drawRow(sheet, part, cells, strips.length), head: again })
    if (strips.length % sliceRows === 0) yield
  }
  return strips
}

interface Place {
  start: number
  width: number
  align: Align
}

function placeColumns(sheet: Sheet, columns: readonly Column[]): Place[] {
  const all = columns.reduce((sum, { share }) => sum + share, 0)
  let start = 0
  return columns.map(({ share, align = 'start' }) => {
    const width = (sheet.width * share) / all
    const place = { start: start + pad, width: width - 2 * pad, align }
    start += width
    return place
  })
}

function layCell(sheet: Sheet, cell: Cell, place: Place, kind: 'TH' | 'TD'): Laid {
  const call = typeof cell === 'string' ? null : cell.call
  const room = call ? shapeRoom : 0
  const text = typeof cell === 'string' ? cell : cell.text
  const width = place.width - room
  const lines = text === '' ? [] : breakLines(text, sheet.shape, size, width, kind === 'TH')
  return { ...place, start: place.start + room, width, lines, call, kind }
}

/** Draw a row. Without a part it is a repeated head, which a screen reader has read already. */
function drawRow(
  sheet: Sheet,
  part: Element | null,
  cells: readonly Laid[],
  index: number,
): Strip<PdfPage> {
  const row = part && element('TR', part)
  const parts = cells.map(({ kind }) => row && element(kind, row))
  const height = Math.max(1, ...cells.map(({ lines }) => lines.length)) * step + 2 * pad
  return {
    height,
    draw: (page, y) => {
      page.mark(null, () => {
        const left = sheet.left(0, sheet.width)
        if (index === 0) page.box(left, y, sheet.width, height, ink.soft)
        page.line(left, y + height, left + sheet.width, y + height, {
          colour: index === 0 ? ink.quiet : ink.line,
          width: index === 0 ? 0.6 : 0.35,
        })
      })
      for (const [at, cell] of cells.entries()) {
        if (cell.lines.length === 0) continue
        page.mark(parts[at] ?? null, () => drawCell(sheet, page, cell, y))
      }
    },
  }
}

function drawCell(sheet: Sheet, page: PdfPage, cell: Laid, y: number): void {
  if (cell.call) {
    const left = sheet.left(cell.start - shapeRoom, shapeRoom)
    drawCall(page, cell.call, left + shapeRoom / 2 - 1, y + pad + step / 2, 3.1)
  }
  for (const [at, line] of cell.lines.entries()) {
    const place = { start: cell.start, width: cell.width, align: cell.align }
    sheet.write(page, line, { ...place, y: y + pad + at * step, size })
  }
}
