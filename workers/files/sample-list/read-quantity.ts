import { maybeThousands } from '../../../domain/rules/maybe-thousands.ts'
import { decideStyle, type NumberStyle, readNumber } from '../read-numbers.ts'

/** Cells with a mark that are read to recognise the notation of numbers. */
const weighed = 5000

/**
 * Return the notation of a list's quantities, from the first of them together. Return null if they do not show it or
 * contradict each other: then each cell is read by itself.
 */
export function decideQuantities(cells: Iterable<string>): NumberStyle | null {
  const told: string[] = []
  for (const cell of cells) {
    if (/[.,'\u2019\s]/.test(cell)) told.push(cell)
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
 * Read copies per reaction. Where nothing else tells, a comma or a point is the decimal one where it cannot be meant to part
 * thousands: `1,000` and `1.000` copies are refused. Null for what cannot be read without doubt, or is not above nothing.
 */
export function readQuantity(text: string, style: NumberStyle | null): number | null {
  if (!/^\d[\d.,'\u2019\s]*(e[+-]?\d+)?$/i.test(text)) return null
  if (style) return above(readNumber(text, style))
  if (!/^\d+([.,]\d+)?(e[+-]?\d+)?$/i.test(text) || maybeThousands.test(text)) return null
  return above(Number(text.replace(',', '.')))
}

function above(value: number | null): number | null {
  return value !== null && Number.isFinite(value) && value > 0 ? value : null
}
