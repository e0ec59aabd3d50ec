import type { Sample } from '../../../../domain/entities/analysis.ts'
import { ordersOf } from '../../../../domain/entities/sample-order.ts'
import { decodeText } from '../../decode-text.ts'
import { NoticeList } from '../../notices.ts'
import { isFhir, readFhirOrders } from './fhir-orders.ts'
import { isHl7, removeFraming } from './hl7-message.ts'
import { readHl7Orders } from './hl7-orders.ts'
import type { OrderLine } from './order-line.ts'

/** Read the orders in a text; null for one that is neither HL7 v2 nor FHIR. @throws Fault `orders_damaged` */
export function readOrders(text: string): OrderLine[] | null {
  if (isHl7(text)) return readHl7Orders(text)
  return isFhir(text) ? readFhirOrders(text) : null
}

/** Bytes that a file of orders begins with, behind a byte order mark and spaces: `MSH`, `FHS`, `BHS` or `{`. */
const beginning = /^(\xef\xbb\xbf)?\s*([MFB]HS|MSH|\{)/

/**
 * Count the orders of a file for which a sample can be made, and how many of them are among these samples.
 * @param samples of the analyses that were planned from it
 * @returns null for a file that has no orders. @throws Fault `orders_damaged`
 */
export function countOrders(
  bytes: Uint8Array,
  samples: readonly Sample[] = [],
): { orders: number; planned: number } | null {
  const content = removeFraming(bytes)
  if (!beginning.test(String.fromCharCode(...content.subarray(0, 64)))) return null
  const lines = readOrders(decodeText(content, new NoticeList()).text)
  if (lines === null) return null
  const wanted = lines.filter(({ refused }) => refused === null)
  const known = new Set(samples.flatMap(ordersOf).map(keyOf))
  return {
    orders: wanted.length,
    planned: wanted.filter((line) => known.has(keyOf(line))).length,
  }
}

/** Name an order by its numbers, as far as a sample keeps them. */
function keyOf({
  number,
  specimen,
  code = '',
}: {
  number: string
  specimen: string
  code?: string | undefined
}) {
  return JSON.stringify([number, specimen, code].map((part) => part.slice(0, 120)))
}
