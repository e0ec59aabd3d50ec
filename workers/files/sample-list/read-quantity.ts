import { decideStyle, type NumberStyle, readNumber } from '../read-numbers.ts'

/** What is looked at to find out how a list writes its numbers. */
const weighed = 5000

/**
 * How the quantities of a list are written, from the first of them together; null where they do not say it or contradict each other:
 * then each must speak for itself.
 */
export function decideQuantities(cells: Iterable<string>): NumberStyle | null {
  const told: string[] = []
  for (const cell of cells) {
    if (cell.includes('.') || cell.includes(',')) told.push(cell)
    if (told.length >= weighed) break
  }
  if (told.length === 0) return null
  try {
    return decideStyle(told, () => ({}))
  } catch {
    return null
  }
}

/**
 * Copies per reaction. Where nothing else tells, a decimal comma is one where it cannot be meant to part thousands: `1,000`
 * copies are refused. Null for what cannot be read without doubt, or is not above nothing.
 */
export function readQuantity(text: string, style: NumberStyle | null): number | null {
  if (!/^\d[\d.,]*(e[+-]?\d+)?$/i.test(text)) return null
  if (style) return above(readNumber(text, style))
  if (!/^\d+([.,]\d+)?(e[+-]?\d+)?$/i.test(text) || /^\d{1,3},\d{3}$/.test(text)) return null
  return above(Number(text.replace(',', '.')))
}

function above(value: number | null): number | null {
  return value !== null && Number.isFinite(value) && value > 0 ? value : null
}
