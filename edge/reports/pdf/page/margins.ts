import type { ReportFacts } from '../content/report-facts.ts'
import type { PdfPage } from '../file/pdf-page.ts'
import { fitLine } from '../type/break-lines.ts'
import { ink, type Sheet, type } from './sheet.ts'

/** Draw the margins of every page: laboratory, mark of a draft, page number, and hashes to compare print and record. */
export function drawMargins(
  sheet: Sheet,
  page: PdfPage,
  facts: ReportFacts,
  number: number,
  count: number,
): void {
  const { say, record } = facts
  page.mark(null, () => {
    if (!record.signature) drawDraft(sheet, page, facts)
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
    const pair = (label: 'analysisId' | 'resultHash', value: string) =>
      say.word('pair', { label: say.word(label), value })
    const left = sheet.left(0, width)
    write('bApp', 0, 60, 26, 'start')
    if (number > 1) {
      const name = facts.sample ? `${facts.sample.name} · ${record.name}` : record.name
      write(`${facts.laboratory} · ${name}`, 60, width - 200, 26, 'start')
    }
    if (!record.signature) {
      const text = shape(say.word('draft'), true)
      const place = { start: width - 140, width: 140, y: 26, size: type.small }
      sheet.write(page, text, { ...place, align: 'end', colour: ink.warn })
    }
    page.line(left, 40, left + width, 40, { colour: ink.line })
    const foot = sheet.height - 42
    page.line(left, foot, left + width, foot, { colour: ink.line })
    write(pair('analysisId', record.uuid), 0, width - 110, foot + 4, 'start')
    write(say.word('page', { page: number, pages: count }), width - 110, 110, foot + 4, 'end')
    const hash = shape(pair('resultHash', facts.resultHash))
    sheet.write(page, hash, { start: 0, width, y: foot + 15, size: type.tiny, colour: ink.quiet })
  })
}

/** Write the word for a draft large and faint across the page, below the print. */
function drawDraft(sheet: Sheet, page: PdfPage, { say }: ReportFacts): void {
  const drawn = sheet.shape(say.word('draft.mark'), true)
  // Seen only: letter by letter between the lines it would be in the way of who searches.
  const shaped = { ...drawn, glyphs: drawn.glyphs.map((glyph) => ({ ...glyph, text: '' })) }
  const size = Math.min(130, (620 * 1000) / (shaped.width || 1000))
  const middle = sheet.margin + sheet.width / 2
  page.turned(shaped, middle, sheet.height / 2, size, 52, '#f8f3f1')
}
