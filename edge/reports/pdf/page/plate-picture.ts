import { rowLetter, wellName } from '../../../../domain/rules/well.ts'
import type { PdfPage } from '../file/pdf-page.ts'
import { fitLine } from '../type/break-lines.ts'
import type { ShapeText } from '../type/shape-text.ts'
import { drawCall, type Shown } from './call-shape.ts'
import type { Picture } from './pictures.ts'
import { ink, type } from './sheet.ts'

export interface PlateWell {
  call: Shown | null
  /** Number below the shape. */
  number: string
  sample: string
  isControl: boolean
  isExcluded: boolean
}

export interface PlateOrder {
  title: string
  alt: string
  rows: number
  columns: number
  wells: ReadonlyMap<string, PlateWell>
  shape: ShapeText
}

const labelRoom = 11
const mostCell = 38

/** Draw the plate: a shape and a number for the result of each well, and a frame around controls. */
export function platePicture(order: PlateOrder): Picture {
  const cellFor = (width: number) => Math.min(mostCell, (width - labelRoom) / order.columns)
  return {
    title: order.title,
    alt: order.alt,
    heightFor: (width) => labelRoom + cellFor(width) * order.rows,
    draw: (page, x, y, width) => drawPlate(order, page, x, y, cellFor(width)),
  }
}

function drawPlate(order: PlateOrder, page: PdfPage, x: number, y: number, cell: number): void {
  const { rows, columns, shape } = order
  const left = x + labelRoom
  const top = y + labelRoom
  const label = (text: string, middle: number, base: number) => {
    const shaped = shape(text)
    page.text(shaped, middle - (shaped.width * type.tiny) / 2000, base, type.tiny, ink.quiet)
  }
  for (let column = 0; column < columns; column += 1) {
    label(String(column + 1), left + (column + 0.5) * cell, top - 3)
  }
  for (let row = 0; row < rows; row += 1) {
    label(rowLetter(row), x + labelRoom / 2 - 1, top + (row + 0.5) * cell + 2)
  }
  for (let index = 0; index < rows * columns; index += 1) {
    const row = Math.floor(index / columns)
    const place = { x: left + (index % columns) * cell, y: top + row * cell }
    page.box(place.x, place.y, cell, cell, null, { colour: ink.line, width: 0.3 })
    const well = order.wells.get(wellName(order, index))
    if (well) drawWell(page, shape, well, place, cell)
  }
}

function drawWell(
  page: PdfPage,
  shape: ShapeText,
  well: PlateWell,
  place: { x: number; y: number },
  cell: number,
): void {
  const middle = place.x + cell / 2
  const isLarge = cell >= 30
  if (well.isControl) {
    page.box(place.x + 1, place.y + 1, cell - 2, cell - 2, null, { colour: ink.text, width: 0.6 })
  }
  if (isLarge) write(page, shape, well.sample, middle, place.y + 9, cell - 4)
  const isNumbered = cell >= 15
  const y = place.y + cell * (isLarge ? 0.5 : isNumbered ? 0.36 : 0.5)
  const radius = Math.min(5, cell * (isNumbered ? 0.19 : 0.28))
  if (well.isExcluded) drawCross(page, middle, y, radius)
  else if (well.call) drawCall(page, well.call, middle, y, radius)
  if (isNumbered) write(page, shape, well.number, middle, place.y + cell * 0.87, cell - 2)
}

function write(
  page: PdfPage,
  shape: ShapeText,
  text: string,
  middle: number,
  base: number,
  width: number,
): void {
  if (text === '') return
  const size = type.tiny - 0.4
  const shaped = fitLine(text, shape, size, width)
  page.text(shaped, middle - (shaped.width * size) / 2000, base, size, ink.text)
}

function drawCross(page: PdfPage, x: number, y: number, radius: number): void {
  const style = { colour: ink.quiet, width: 0.8 }
  page.line(x - radius, y - radius, x + radius, y + radius, style)
  page.line(x - radius, y + radius, x + radius, y - radius, style)
}
