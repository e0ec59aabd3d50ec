import type { PdfPage } from '../file/pdf-page.ts'
import { element, type Element } from '../file/structure.ts'
import { fitLine } from '../type/break-lines.ts'
import type { Strip } from './paginate.ts'
import { type Sheet, type } from './sheet.ts'

/** A picture with its title above. It is drawn from left to right in every language. */
export interface Picture {
  title: string
  /** Description of the picture. */
  alt: string
  heightFor: (width: number) => number
  draw: (page: PdfPage, x: number, y: number, width: number) => void
}

const gap = 14
const titleRoom = 13

/** Lay pictures side by side, a number of them in each row. */
export function pictureRows(
  sheet: Sheet,
  parent: Element,
  pictures: readonly Picture[],
  perRow: number,
): Strip<PdfPage>[] {
  const width = (sheet.width - gap * (perRow - 1)) / perRow
  const rows: Strip<PdfPage>[] = []
  for (let from = 0; from < pictures.length; from += perRow) {
    const row = pictures.slice(from, from + perRow).map((picture) => ({
      picture,
      title: element('P', parent),
      figure: element('Figure', parent, picture.alt),
    }))
    rows.push({
      height: titleRoom + Math.max(...row.map(({ picture }) => picture.heightFor(width))),
      gap: from === 0 ? 2 : 9,
      draw: (page, y) => {
        for (const [at, { picture, title, figure }] of row.entries()) {
          const start = at * (width + gap)
          page.mark(title, () => {
            const line = fitLine(picture.title, sheet.shape, type.body, width, true)
            sheet.write(page, line, { start, width, y, size: type.body })
          })
          page.mark(figure, () =>
            picture.draw(page, sheet.left(start, width), y + titleRoom, width),
          )
        }
      },
    })
  }
  return rows
}
