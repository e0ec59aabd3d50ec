import type { PdfPage } from '../file/pdf-page.ts'
import { element, type Element } from '../file/structure.ts'
import { breakLines } from '../type/break-lines.ts'
import type { Strip } from './paginate.ts'
import { ink, leading, type Sheet, type } from './sheet.ts'

type PageStrip = Strip<PdfPage>

/** Lay a heading, which stays on the page of the strip after it. */
export function heading(sheet: Sheet, parent: Element, text: string): PageStrip[] {
  const part = element('H2', parent)
  const lines = breakLines(text, sheet.shape, type.heading, sheet.width, true)
  const step = type.heading * leading
  return [
    {
      height: lines.length * step + 3,
      gap: 13,
      keepWithNext: true,
      draw: (page, y) =>
        page.mark(part, () => {
          for (const [at, line] of lines.entries()) {
            const place = { start: 0, width: sheet.width, y: y + at * step, size: type.heading }
            sheet.write(page, line, { ...place, colour: ink.accent })
          }
        }),
    },
  ]
}

/** Lay a text of any length: broken into lines, which may continue on the next page. */
export function paragraph(
  sheet: Sheet,
  parent: Element,
  text: string,
  style: { colour?: string; size?: number; bold?: boolean; kind?: 'P' | 'H1' } = {},
): PageStrip[] {
  const { size = type.body, bold = false, colour = ink.text } = style
  const part = element(style.kind ?? 'P', parent)
  const lines = breakLines(text, sheet.shape, size, sheet.width, bold)
  return lines.map((line, at) => ({
    height: size * leading,
    // Keep two lines together, so that no single line of a paragraph is alone.
    keepWithNext: lines.length > 1 && (at === 0 || at === lines.length - 2),
    draw: (page, y) =>
      page.mark(part, () =>
        sheet.write(page, line, { start: 0, width: sheet.width, y, size, colour }),
      ),
  }))
}

/** Lay the head of a document: the laboratory, the title, and a mark where nobody has signed it. */
export function titleLines(
  sheet: Sheet,
  parent: Element,
  { laboratory, title, mark }: { laboratory: string; title: string; mark: string | null },
): PageStrip[] {
  const line = { size: 10, bold: true }
  return [
    ...paragraph(sheet, parent, laboratory, { ...line, colour: ink.quiet }),
    ...paragraph(sheet, parent, title, { kind: 'H1', size: type.title, bold: true }),
    ...(mark === null ? [] : paragraph(sheet, parent, mark, { ...line, colour: ink.warn })),
  ]
}

/** Lay labels with their values in two columns. Leaves out empty values. */
export function factList(
  sheet: Sheet,
  parent: Element,
  facts: readonly (readonly [label: string, value: string | null | undefined])[],
): PageStrip[] {
  const given = facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
  const gap = 18
  const column = (sheet.width - gap) / 2
  const strips: PageStrip[] = []
  let at = 0
  while (at < given.length) {
    const pair = given
      .slice(at, at + 2)
      .map(({ label, value }, side) =>
        layFact(sheet, parent, label, value, side * (column + gap), column),
      )
    at += 2
    strips.push({
      height: Math.max(...pair.map(({ height }) => height)),
      draw: (page, y) => {
        for (const one of pair) one.draw(page, y)
      },
    })
  }
  return strips
}

function layFact(
  sheet: Sheet,
  parent: Element,
  label: string,
  value: string,
  start: number,
  width: number,
): { height: number; draw: (page: PdfPage, y: number) => void } {
  const part = element('P', parent)
  const share = 82
  const names = breakLines(label, sheet.shape, type.small, share - 6)
  const values = breakLines(value, sheet.shape, type.body, width - share)
  const step = type.body * leading
  return {
    height: Math.max(names.length, values.length) * step + 1.5,
    draw: (page, y) =>
      page.mark(part, () => {
        for (const [at, line] of names.entries()) {
          const place = { start, width: share - 6, y: y + 1 + at * step, size: type.small }
          sheet.write(page, line, { ...place, colour: ink.quiet })
        }
        for (const [at, line] of values.entries()) {
          const place = { start: start + share, width: width - share, y: y + at * step }
          sheet.write(page, line, { ...place, size: type.body })
        }
      }),
  }
}

/** Lay lines for hand-written names, dates and signatures. */
export function signatureLines(
  sheet: Sheet,
  parent: Element,
  rows: readonly (readonly [who: string, how: string])[],
): PageStrip[] {
  const gap = 18
  const column = (sheet.width - gap) / 2
  return rows.map((labels) => {
    const part = element('P', parent)
    return {
      height: 32,
      draw: (page, y) => {
        page.mark(null, () => {
          for (const side of [0, 1]) {
            const left = sheet.left(side * (column + gap), column)
            page.line(left, y + 20, left + column, y + 20, { colour: ink.quiet })
          }
        })
        page.mark(part, () => {
          for (const [side, label] of labels.entries()) {
            const place = { start: side * (column + gap), width: column, y: y + 21.5 }
            sheet.write(page, sheet.shape(label), { ...place, size: type.small, colour: ink.quiet })
          }
        })
      },
    }
  })
}
