import type { Element } from '../codes/code.ts'
import { wholeGtin } from '../codes/gs1-fields.ts'
import {
  refuseElements,
  writeDigitalLink,
  writeElementString,
  writeYymmdd,
} from '../codes/write-code.ts'
import type { Bkit } from '../entities/bkit.ts'
import type { LabelOrder } from '../entities/lot-labels.ts'

/** Facts that a label of a lot says. */
export interface LabelFacts {
  kit: Pick<Bkit, 'uuid' | 'name' | 'ref' | 'gtin' | 'producer' | 'marks'>
  lot: string
  /** Number of boxes in the lot, and the box of this label; null for a label of the lot. */
  boxes: number
  box: number | null
  /** `YYYY-MM-DD`. */
  expiry: string
  storage?: string | undefined
  /** Address of the service, without a slash at its end: of links to kits that have no GTIN. */
  origin: string
}

/** A lot as its label needs it; day and storage are the lot's own where it has them. */
interface LabelledLot {
  lot_number: string
  boxes: number
  expiry_date?: string | undefined
  storage?: string | undefined
}

/** Return the facts of a lot's labels, without the box. */
export function labelFacts(
  lot: LabelledLot,
  kit: LabelFacts['kit'] & { expiry_date: string },
  origin: string,
): Omit<LabelFacts, 'box'> {
  const { uuid, name, ref, gtin, producer, marks } = kit
  return {
    kit: { uuid, name, ref, gtin, producer, marks },
    lot: lot.lot_number,
    boxes: lot.boxes,
    expiry: lot.expiry_date ?? kit.expiry_date,
    storage: lot.storage,
    origin,
  }
}

/** Content of a symbol. */
export interface SymbolCode {
  symbol: LabelOrder['symbol']
  text: string
  /** It begins with FNC1: a GS1 element string, with separators in the text. */
  isGs1: boolean
}

/** Return the fields that a label says in GS1; null for a kit without a GTIN, or a lot that GS1 cannot write. */
export function labelElements({ kit, lot, box, expiry }: LabelFacts): Element[] | null {
  const gtin = wholeGtin(kit.gtin ?? '')
  if (gtin === null) return null
  const elements = [
    { ai: '01', value: gtin },
    { ai: '17', value: writeYymmdd(expiry) },
    { ai: '10', value: lot },
    ...(box === null ? [] : [{ ai: '21', value: String(box) }]),
  ]
  return refuseElements(elements, expiry) === null ? elements : null
}

/**
 * Return the content of a label's symbol: GS1 where the kit has a GTIN (element string in a DataMatrix, Digital Link in a QR code),
 * else a link to the kit in this service with lot, box and day.
 */
export function labelCode(facts: LabelFacts, symbol: LabelOrder['symbol']): SymbolCode {
  const elements = labelElements(facts)
  if (elements && symbol === 'datamatrix') {
    return { symbol, text: writeElementString(elements), isGs1: true }
  }
  const text = elements ? writeDigitalLink(elements) : writeOwnLink(facts)
  return { symbol, text, isGs1: false }
}

function writeOwnLink({ kit, lot, box, expiry, origin }: LabelFacts): string {
  const pairs = [`lot=${encodeURIComponent(lot)}`, `exp=${expiry}`]
  if (box !== null) pairs.push(`box=${box}`)
  return `${origin}/bkits/${kit.uuid}?${pairs.join('&')}`
}
