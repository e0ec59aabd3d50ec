import type { Say } from '../content/say.ts'
import type { PdfPage } from '../file/pdf-page.ts'
import { fitLine } from '../type/break-lines.ts'
import { ink, type Sheet, type } from './sheet.ts'

/** Texts in the margins of every page. */
export interface Margins {
  say: Say
  laboratory: string
  /** Name of the record, in the head of the pages after the first. */
  name: string
  /** Words of a draft, at the head of each page; null for a document that was signed. */
  draft: string | null
  /** Identity at the foot, beside the page number, and the hash below it: to compare print and record. */
  identity: readonly [label: string, value: string]
  hash: readonly [label: string, value: string]
}

/** Draw the margins of every page: laboratory, mark of a draft, page number, and hashes to compare print and record. */
export function drawMargins(
  sheet: Sheet,
  page: PdfPage,
  margins: Margins,
  number: number,
  count: number,
): void {
  const { say, laboratory, name, draft } = margins
  page.mark(null, () => {
    if (draft !== null) drawDraft(sheet, page, say)
    const { shape, width } = sheet
    const write = (
      text: string,
      start: number,
      room: number,
      y: number,
      align: 'start' | 'end',
    ) => {
      const line = fitLine(text, shape, type.small, room)
      sheet.write(page, line, { start, width: room, y, size: type.small, align, colour: ink.quiet })
    }
    const pair = ([label, value]: Margins['hash']) => say.word('pair', { label, value })
    const left = sheet.left(0, width)
    write('bApp', 0, 60, 26, 'start')
    if (number > 1) write(`${laboratory} · ${name}`, 60, width - 200, 26, 'start')
    if (draft !== null) {
      const text = shape(draft, true)
      const place = { start: width - 140, width: 140, y: 26, size: type.small }
      sheet.write(page, text, { ...place, align: 'end', colour: ink.warn })
    }
    page.line(left, 40, left + width, 40, { colour: ink.line })
    const foot = sheet.height - 42
    page.line(left, foot, left + width, foot, { colour: ink.line })
    write(pair(margins.identity), 0, width - 110, foot + 4, 'start')
    write(say.word('page', { page: number, pages: count }), width - 110, 110, foot + 4, 'end')
    const hash = shape(pair(margins.hash))
    sheet.write(page, hash, { start: 0, width, y: foot + 15, size: type.tiny, colour: ink.quiet })
  })
}

/** Write the word for a draft large and faint across the page, below the print. */
function drawDraft(sheet: Sheet, page: PdfPage, say: Say): void {
  const drawn = sheet.shape(say.word('draft.mark'), true)
  // Give the letters no text: between the lines it would be in the way of a search in the file.
  const shaped = { ...drawn, glyphs: drawn.glyphs.map((glyph) => ({ ...glyph, text: '' })) }
  const size = Math.min(130, (620 * 1000) / (shaped.width || 1000))
  const middle = sheet.margin + sheet.width / 2
  page.turned(shaped, middle, sheet.height / 2, size, 52, '#f8f3f1')
}
