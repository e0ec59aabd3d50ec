import { type Element, Misread } from './code.ts'
import { identifierOf } from './gs1-fields.ts'
import { checkAll } from './read-elements.ts'

/** A piece between slashes or of the query, and its place in the link. */
interface Piece {
  text: string
  at: number
}

/**
 * Read a GS1 Digital Link (GS1 Digital Link Standard: URI Syntax 1.6): the key and its qualifiers in the path, further
 * fields in the query. The path before the key is the owner's; other words of the query are left out.
 * @returns null for a link without a key of GS1.
 * @throws Misread
 */
export function readDigitalLink(link: string, offset: number, today: string): Element[] | null {
  const { path, query } = splitLink(link)
  const start = findKey(path)
  if (start < 0) return null
  const pairs = []
  for (let at = start; at < path.length; at += 2) pairs.push([path[at], path[at + 1]] as const)
  const key = identifierOf(path[start]?.text ?? '')
  const used = pairs.slice(1).map(([name]) => name?.text ?? '')
  const fits = key?.qualifiers?.some((list) => isInOrder(used, list))
  if (!fits) throw new Misread('code_identifier', offset + (pairs[1]?.[0]?.at ?? 0), key?.ai)
  const attributes = query.flatMap(({ text, at }) => {
    const [name, value] = split(text, '=')
    if (identifierOf(name)?.isAttribute !== true || value === undefined) return []
    return [{ ai: name, value: decode(value, offset + at), at: offset + at + name.length + 1 }]
  })
  const keys = pairs.map(([name, value]) => ({
    ai: name?.text ?? '',
    value: decode(value?.text ?? '', offset + (value?.at ?? 0)),
    at: offset + (value?.at ?? 0),
  }))
  return checkAll([...keys, ...attributes], today, offset)
}

/** Cut a link into the pieces of its path and of its query. */
export function splitLink(link: string): { path: Piece[]; query: Piece[] } {
  const start = link.indexOf('://') + 3
  const hash = link.indexOf('#', start)
  const end = hash < 0 ? link.length : hash
  const mark = link.indexOf('?', start)
  const isAsked = mark >= 0 && mark < end
  const path = pieces(link.slice(start, isAsked ? mark : end), start, ['/'])
  // Leave out the first piece, which is the host, and the last one, which is empty behind a closing slash.
  const shown = path.slice(1, path.at(-1)?.text === '' ? -1 : undefined)
  const query = isAsked ? pieces(link.slice(mark + 1, end), mark + 1, ['&', ';']) : []
  return { path: shown, query }
}

/** Return the place of the key in the path: the first one of the pairs that end it; -1 where there is none. */
function findKey(path: readonly Piece[]): number {
  let found = -1
  for (let at = path.length - 2; at >= 0; at -= 2) {
    const one = identifierOf(path[at]?.text ?? '')
    if (!one) break
    if (one.qualifiers !== null) found = at
  }
  return found
}

/** Return true for identifiers that are all in the list, in its order. */
function isInOrder(used: readonly string[], list: readonly string[]): boolean {
  const places = used.map((ai) => list.indexOf(ai))
  return places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1))
}

function pieces(text: string, from: number, marks: readonly string[]): Piece[] {
  const found: Piece[] = []
  let start = 0
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && !marks.includes(text[at] ?? '')) continue
    found.push({ text: text.slice(start, at), at: from + start })
    start = at + 1
  }
  return found
}

function split(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** @throws Misread for a percent sign without two digits behind it, or bytes that are no text. */
function decode(text: string, at: number): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Misread('code_field', at)
  }
}
