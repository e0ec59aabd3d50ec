import type { CallName } from '../../../../domain/results.ts'
import type { LineStyle, PdfPage } from '../file/pdf-page.ts'

/** Shown state of a result: its call, or the reviewer's decision that prevents its release. */
export type Shown = CallName | 'held' | 'rejected'

/** Colours of the results; shape and word show the same, for print in black. */
const callColours: Readonly<Record<Shown, string>> = {
  detected: '#6a3fb5',
  not_detected: '#7b888b',
  review: '#1668b8',
  invalid: '#a15c00',
  held: '#3f4a4d',
  rejected: '#3f4a4d',
}

/** Lines of curves by their result, told apart without colour. */
export const callLines: Readonly<Record<Shown, LineStyle>> = {
  detected: { colour: callColours.detected, width: 0.7 },
  not_detected: { colour: callColours.not_detected, width: 0.45 },
  review: { colour: callColours.review, width: 0.9, dash: [4, 2] },
  invalid: { colour: callColours.invalid, width: 0.9, dash: [1.2, 1.6] },
  held: { colour: callColours.held, width: 0.5, dash: [7, 2] },
  rejected: { colour: callColours.held, width: 0.5, dash: [7, 2] },
}

/**
 * Draw the shape of a call. Detected: filled circle. Not detected: hollow circle. Review: diamond. Invalid: triangle.
 * Not released: crossed-out square.
 */
export function drawCall(page: PdfPage, call: Shown, x: number, y: number, radius: number): void {
  const colour = callColours[call]
  if (call === 'detected') page.circle(x, y, radius, colour)
  if (call === 'not_detected') page.circle(x, y, radius - 0.35, null, { colour, width: 0.7 })
  const wide = radius * 1.2
  if (call === 'review') {
    page.shape(
      [
        [x, y - wide],
        [x + wide, y],
        [x, y + wide],
        [x - wide, y],
      ],
      colour,
    )
  }
  if (call === 'invalid') {
    page.shape(
      [
        [x, y - wide],
        [x + wide, y + radius],
        [x - wide, y + radius],
      ],
      colour,
    )
  }
  if (call === 'held' || call === 'rejected') {
    const side = radius * 0.9
    const line = { colour, width: 0.7 }
    page.box(x - side, y - side, 2 * side, 2 * side, null, line)
    page.line(x - side, y + side, x + side, y - side, line)
  }
}
