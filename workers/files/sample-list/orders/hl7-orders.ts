import { type Hl7Segment, readMessages } from './hl7-message.ts'
import { type OrderLine, refuseOrder } from './order-line.ts'

/** Order control codes (HL7 table 0119) by which a message takes an order back, or is about one that ended. */
const cancelling = new Set(['CA', 'DC', 'OC', 'CR', 'DR', 'OD', 'UA', 'HD', 'OH', 'RP', 'RQ', 'RU'])

/** States of an order (HL7 table 0038) in which its test is not to be done: they count whatever the control code is. */
const ended = new Set(['CA', 'CM', 'DC', 'ER', 'HD', 'RP'])

/** Specimen roles (HL7 table 0369) that are a type of sample, by the word for it; a quality control and others have none. */
const roles = new Map([['C', 'standard']])

/**
 * Read the orders of HL7 v2 messages: OML^O33 (specimen before its orders), OML^O21 and O35, and ORM^O01 of older
 * systems (order before its specimen). Each message that is no order, and each order that was taken back, by its
 * control code or by a later message of the same file, is kept as a row with the reason. No field of a patient is read.
 */
export function readHl7Orders(text: string): OrderLine[] {
  const orders = readMessages(text).flatMap(readMessage)
  const cancelled = new Set(
    orders
      .filter(({ refused, number }) => refused?.reason === 'csv_order_cancelled' && number !== '')
      .map(({ number }) => number),
  )
  return orders.map((order) =>
    order.refused === null && cancelled.has(order.number)
      ? { ...order, refused: { reason: 'csv_order_cancelled', params: {} } }
      : order,
  )
}

function readMessage(segments: readonly Hl7Segment[]): OrderLine[] {
  const [header] = segments
  const kind = [header?.text(9, 1), header?.text(9, 2)].filter(Boolean).join('^')
  const isOrder = /^(OML|ORM)(\^|$)/.test(kind)
  if (!isOrder) return [refuseMessage(kind)]
  const orders = collectOrders(segments)
  return orders.length > 0 ? orders : [refuseMessage(kind)]
}

function refuseMessage(kind: string): OrderLine {
  return refuseOrder('hl7', { reason: 'csv_order_none', params: { kind: kind.slice(0, 40) } })
}

interface OpenOrder {
  control: string
  state: string
  number: string
  /** Its ORC segment. */
  placed: Hl7Segment | null
  request: Hl7Segment | null
  specimen: Hl7Segment | null
}

/**
 * Collect the orders of a message, each with its specimen: the last one before it, else the one after it. An order that
 * several specimens follow is one of each.
 */
function collectOrders(segments: readonly Hl7Segment[]): OrderLine[] {
  const isBySpecimen =
    segments.findIndex(({ name }) => name === 'SPM') < segments.findIndex(isOrderStart)
  const orders: OpenOrder[] = []
  let specimen: Hl7Segment | null = null
  for (const segment of segments) {
    const last = orders.at(-1)
    if (segment.name === 'SPM') {
      specimen = segment
      if (isBySpecimen || !last) continue
      if (last.specimen) orders.push({ ...last, specimen: segment })
      else last.specimen = segment
    } else if (segment.name === 'ORC' || (segment.name === 'OBR' && (!last || last.request))) {
      orders.push({
        control: segment.name === 'ORC' ? segment.text(1) : '',
        state: segment.name === 'ORC' ? segment.text(5) : '',
        number: segment.text(2),
        placed: segment.name === 'ORC' ? segment : null,
        request: segment.name === 'OBR' ? segment : null,
        specimen: isBySpecimen ? specimen : null,
      })
    } else if (segment.name === 'OBR' && last) {
      last.request = segment
      last.number ||= segment.text(2)
    }
  }
  return orders.map(readOrder)
}

function isOrderStart({ name }: Hl7Segment): boolean {
  return name === 'ORC' || name === 'OBR'
}

/** Read who gave the number of a specimen (the namespace of SPM-2.1 or 2.2, by name or by universal id), or of an order. */
function readAuthority({ number, placed, request, specimen }: OpenOrder): string {
  const part = specimen?.text(2, 1) ? 1 : 2
  if (specimen) return specimen.text(2, part, 2) || specimen.text(2, part, 3)
  const named = [placed, request].find((one) => one?.text(2) === number)
  return named?.text(2, 2) || named?.text(2, 3) || ''
}

function readOrder(open: OpenOrder): OrderLine {
  const { control, state, number, request, specimen } = open
  const role = specimen?.text(11) ?? ''
  const order: OrderLine = {
    form: 'hl7',
    // Take the placer's number of the specimen, else the filler's; in ORM the specimen has the number of the order.
    specimen: specimen?.text(2, 1) || specimen?.text(2, 2) || (specimen ? '' : number),
    authority: readAuthority(open),
    number,
    code: request?.text(4, 1) ?? '',
    test: request?.text(4, 2) ?? '',
    system: request?.text(4, 3) ?? '',
    reference: '',
    type: roles.get(role) ?? '',
    refused: null,
  }
  if (cancelling.has(control) || ended.has(state)) {
    return { ...order, refused: { reason: 'csv_order_cancelled', params: {} } }
  }
  return order
}
