import { type Element, separator } from './code.ts'
import { checkField, identifierOf } from './gs1-fields.ts'

/** Resolver that a Digital Link without an owner of its own leads to. */
const resolver = 'https://id.gs1.org'

/**
 * Write fields as a GS1 element string: those of known length first, so that fewer separators are needed.
 * @returns without the FNC1 that its symbol begins with.
 */
export function writeElementString(elements: readonly Element[]): string {
  const isFixed = ({ ai }: Element) => identifierOf(ai)?.isFixed === true
  const ordered = [...elements.filter(isFixed), ...elements.filter((one) => !isFixed(one))]
  return ordered
    .map((one, at) => {
      const isLast = at === ordered.length - 1
      return `${one.ai}${one.value}${isFixed(one) || isLast ? '' : separator}`
    })
    .join('')
}

/** Write fields for people, identifiers in brackets; an opening bracket of a value gets a backslash. */
export function writeBracketed(elements: readonly Element[]): string {
  return elements.map(({ ai, value }) => `(${ai})${value.replaceAll('(', '\\(')}`).join('')
}

/**
 * Write fields as a GS1 Digital Link: the first is the key, its qualifiers follow it in the path, the rest is the query.
 */
export function writeDigitalLink(elements: readonly Element[]): string {
  const [key, ...rest] = elements
  const qualifiers = identifierOf(key?.ai ?? '')?.qualifiers ?? []
  const order = qualifiers.find((list) => rest.some(({ ai }) => list.includes(ai))) ?? []
  const inPath = order.flatMap((ai) => rest.filter((one) => one.ai === ai))
  const path = [...(key ? [key] : []), ...inPath].map(({ ai, value }) => `/${ai}/${encode(value)}`)
  const query = rest
    .filter((one) => !inPath.includes(one))
    .map(({ ai, value }) => `${ai}=${encode(value)}`)
  return `${resolver}${path.join('')}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Return the first field that GS1 does not allow; null where all are right. */
export function refuseElements(elements: readonly Element[], today: string): Element | null {
  return elements.find(({ ai, value }) => !isRight(ai, value, today)) ?? null
}

function isRight(ai: string, value: string, today: string): boolean {
  const identifier = identifierOf(ai)
  if (!identifier) return false
  try {
    checkField(identifier, value, 0, today)
    return true
  } catch {
    return false
  }
}

/** Percent-encode what a link reserves; also a dot alone, which would be removed from the path. */
function encode(value: string): string {
  const encoded = encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return /^\.{1,2}$/.test(value) ? encoded.replaceAll('.', '%2E') : encoded
}

/** Return a day as `YYMMDD`. @param day `YYYY-MM-DD` */
export function writeYymmdd(day: string): string {
  return day.slice(2).replaceAll('-', '')
}
