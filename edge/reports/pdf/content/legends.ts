import { callNames } from '../../../../domain/results.ts'
import { heldBack } from '../../../../domain/rules/sample-review.ts'
import type { PdfPage } from '../file/pdf-page.ts'
import { callLines, drawCall, type Shown } from '../page/call-shape.ts'
import type { Strip } from '../page/paginate.ts'
import { ink, type Sheet, type } from '../page/sheet.ts'
import type { ReportFacts } from './report-facts.ts'

interface Entry {
  text: string
  draw: (page: PdfPage, x: number, y: number) => void
}

const signRoom = 17

/** Draw the legend of the shapes on a plate. */
export function plateLegend(sheet: Sheet, facts: ReportFacts): Strip<PdfPage> {
  const { say } = facts
  const cross = { colour: ink.quiet, width: 0.8 }
  return legend(sheet, [
    ...shapesOf(facts).map(({ call, text }): Entry => ({
      text,
      draw: (page, x, y) => drawCall(page, call, x, y, 3),
    })),
    {
      text: say.word('legend.control'),
      draw: (page, x, y) => page.box(x - 3, y - 3, 6, 6, null, { colour: ink.text, width: 0.6 }),
    },
    {
      text: say.word('legend.excluded'),
      draw: (page, x, y) => {
        page.line(x - 2.5, y - 2.5, x + 2.5, y + 2.5, cross)
        page.line(x - 2.5, y + 2.5, x + 2.5, y - 2.5, cross)
      },
    },
  ])
}

/** Draw the legend of the lines of curves. */
export function curveLegend(sheet: Sheet, facts: ReportFacts): Strip<PdfPage> {
  return legend(
    sheet,
    shapesOf(facts).map(({ call, text }) => ({
      text,
      draw: (page, x, y) => page.line(x - 6, y, x + 6, y, { ...callLines[call] }),
    })),
  )
}

/** List the shapes of the legend; those of results not released only where there are some. */
function shapesOf(facts: ReportFacts): { call: Shown; text: string }[] {
  const { say, record, results } = facts
  const isKept = results.samples.some(({ sample_uuid }) => heldBack(record, sample_uuid))
  return [
    ...callNames.map((call) => ({ call, text: say.word(`call.${call}`) })),
    ...(isKept ? [{ call: 'held' as const, text: say.word('legend.notReleased') }] : []),
  ]
}

/** Draw a legend in as many lines as it needs. */
function legend(sheet: Sheet, entries: readonly Entry[]): Strip<PdfPage> {
  const size = type.small
  const lines: { entry: Entry; start: number; width: number }[][] = [[]]
  let start = 0
  for (const entry of entries) {
    const width = (sheet.shape(entry.text).width * size) / 1000
    if (start > 0 && start + signRoom + width > sheet.width) {
      lines.push([])
      start = 0
    }
    lines.at(-1)?.push({ entry, start, width })
    start += signRoom + width + 15
  }
  return {
    height: 15 * lines.length,
    keepWithNext: true,
    draw: (page, top) =>
      page.mark(null, () => {
        for (const [line, placed] of lines.entries()) {
          const y = top + 15 * line
          for (const { entry, start, width } of placed) {
            entry.draw(page, sheet.left(start, 14) + 7, y + 9)
            const place = { start: start + signRoom, width, y: y + 4, size }
            sheet.write(page, sheet.shape(entry.text), place)
          }
        }
      }),
  }
}
