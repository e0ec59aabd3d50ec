import { Fault, type FaultParams } from './fault.ts'

/** Deepest nesting of a request; the deepest record we have is a method with loops in loops, eight deep. */
const deepestJson = 32

/**
 * Most lists, objects and names of a request: parsed, `{}` takes twenty times its letters, and a Worker has 128 MB. Numbers
 * and texts of a list are not counted: a request may have as many of them as it has room for.
 */
const mostValues = 250_000

/** Names that reach an object's own machinery in JavaScript (ASVS 5.0, 15.3.6). No field of ours is called so. */
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype'])

/** Numbers one after another that are exact without a closer look, such as the readings of a plate. */
const plainNumbers = /(?:-?\d{1,15}(?:\.\d+)?(?:,|(?![\d.eE]))){1,200}/y

interface Frame {
  /** Position in the text where it opens. */
  from: number
  /** Names seen so far in an object; null in an array. */
  names: string[] | null
  /** The same as a set, once they are many. */
  set: Set<string> | null
}

interface Scan {
  readonly text: string
  readonly frames: Frame[]
  /** True when the next string is the name of a member. */
  expectsName: boolean
  /** Lists, objects and names so far. */
  values: number
}

/** Parse a JSON text of a request after `scanJson` has looked through it. @throws Fault `invalid`: `not_json`, and what the scan refuses. */
export function parseJson(text: string): unknown {
  scanJson(text)
  try {
    return JSON.parse(text)
  } catch {
    throw notJson()
  }
}

/** Refuse a request whose header says that it is something else. @throws Fault `invalid`: `not_json` */
export function checkJsonType(contentType: string | null | undefined): void {
  if (/^application\/json\s*(;|$)/i.test(contentType ?? '')) return
  throw new Fault('invalid', 'Send JSON, as application/json', { reason: 'not_json' })
}

/** Make the refusal of a text that is no JSON, or of bytes that are no text. */
export function notJson(): Fault {
  return new Fault('invalid', 'The request is not valid JSON', { reason: 'not_json' })
}

/**
 * Look through a JSON text once, before it is parsed, for what `JSON.parse` lets pass: nesting without end, a name
 * twice in one object (the last would win unseen), names of JavaScript's own machinery, halves of surrogate pairs,
 * NUL, integers that a double cannot hold exactly and numbers it cannot hold at all (RFC 7493, I-JSON). A text that
 * is no JSON passes here, and is refused by the parser. The text comes from UTF-8, so that only an escape can hold
 * half a pair.
 * @throws Fault `invalid` with the path of what is wrong as its field.
 */
export function scanJson(text: string): void {
  const scan: Scan = { text, frames: [], expectsName: false, values: 0 }
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === 34) at = readString(scan, at)
    else if (code >= 48 && code <= 57) at = readNumbers(scan, at)
    else {
      if (code === 44) scan.expectsName = scan.frames.at(-1)?.names != null
      else if (code === 123 || code === 91) open(scan, at, code === 123)
      else if (code === 125 || code === 93) close(scan)
      at++
    }
  }
}

function open(scan: Scan, at: number, isObject: boolean): void {
  if (scan.frames.length >= deepestJson) refuse(scan, at, 'too_deep', { limit: deepestJson })
  count(scan, at)
  scan.frames.push({ from: at, names: isObject ? [] : null, set: null })
  scan.expectsName = isObject
}

function count(scan: Scan, at: number): void {
  if (++scan.values > mostValues) refuse(scan, at, 'too_many_values', { limit: mostValues })
}

function close(scan: Scan): void {
  scan.frames.pop()
  scan.expectsName = false
}

/** Give the place behind the numbers; a comma behind the last one is left to be seen. */
function readNumbers(scan: Scan, at: number): number {
  const { text } = scan
  plainNumbers.lastIndex = at
  if (plainNumbers.test(text)) {
    const end = plainNumbers.lastIndex
    return text.charCodeAt(end - 1) === 44 ? end - 1 : end
  }
  const literal = /^[-+.\deE]*/.exec(text.slice(at, at + 400))?.[0] ?? ''
  const value = Number(literal)
  const isBeyond = /^\d+$/.test(literal) && !Number.isSafeInteger(value)
  if (literal.length >= 400 || value === Infinity || isBeyond) refuse(scan, at, 'number_range')
  return at + literal.length
}

/** Give the place behind the closing quote. */
function readString(scan: Scan, at: number): number {
  const { text } = scan
  const near = Math.min(at + 24, text.length)
  let end = at + 1
  let code = 0
  for (; end < near; end++) {
    code = text.charCodeAt(end)
    if (code === 34 || code === 92) break
  }
  if (code !== 34) end = findEnd(text, end)
  const isName = scan.expectsName
  // Look for \u0000 and \ud800 to \udfff, which alone can write what is refused; a name is read in any case.
  const isOdd = code !== 34 && /\\u(?:0000|d[89a-f])/i.test(text.slice(at, end))
  if (!isName && !isOdd) return end + 1
  const value = code === 34 ? text.slice(at + 1, end) : unescape(text.slice(at, end + 1))
  if (isName) takeName(scan, at, value)
  if (!value.isWellFormed()) refuse(scan, at, 'lone_surrogate')
  if (isOdd && value.includes('\0')) refuse(scan, at, 'control_character')
  return end + 1
}

/** Find the closing quote at or behind a place, or the text's end where there is none. */
function findEnd(text: string, from: number): number {
  let end = text.indexOf('"', from)
  while (end > 0 && hasBackslashBefore(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

function hasBackslashBefore(text: string, at: number): boolean {
  let before = at
  while (text.charCodeAt(before - 1) === 92) before--
  return (at - before) % 2 === 1
}

/** Return the text of an escaped string; one that is no JSON is left to the parser. */
function unescape(literal: string): string {
  try {
    return JSON.parse(literal) as string
  } catch {
    return ''
  }
}

function takeName(scan: Scan, at: number, name: string): void {
  count(scan, at)
  const frame = scan.frames.at(-1)
  scan.expectsName = false
  if (!frame?.names) return
  const isKnown = frame.set ? frame.set.has(name) : frame.names.includes(name)
  if (frame.names.push(name) > 16) frame.set ??= new Set(frame.names)
  frame.set?.add(name)
  if (name.length >= 9 && forbiddenNames.has(name)) refuse(scan, at, 'name_forbidden')
  if (isKnown) refuse(scan, at, 'name_twice')
}

const sentences = {
  too_deep: 'The request is nested too deeply',
  too_many_values: 'The request has too many values',
  name_twice: 'A field is there twice',
  name_forbidden: 'A field has a name that is not allowed',
  lone_surrogate: 'A text holds half a character',
  control_character: 'A text holds a control character',
  number_range: 'A number is too large',
}

function refuse(
  { text, frames }: Scan,
  at: number,
  reason: keyof typeof sentences,
  params?: FaultParams,
): never {
  const path = frames.map((frame) =>
    frame.names === null
      ? countCommas(text, frame.from, at)
      : (frame.names.at(-1) ?? '').slice(0, 60).toWellFormed(),
  )
  throw new Fault('invalid', sentences[reason], {
    field: path.join('.').slice(0, 200),
    reason,
    ...(params && { params }),
  })
}

/** Count the position in an array, only when an error names it. */
function countCommas(text: string, from: number, to: number): number {
  let count = 0
  let depth = 0
  for (let at = from + 1; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) at = findEnd(text, at + 1)
    else if (code === 91 || code === 123) depth++
    else if (code === 93 || code === 125) depth--
    else if (code === 44 && depth === 0) count++
  }
  return count
}
