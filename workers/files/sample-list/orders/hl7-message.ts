/** A segment of an HL7 v2 message. Fields, components and subcomponents count from 1, as in the standard. */
export interface Hl7Segment {
  name: string
  /** Text of a field's first repetition, or of a part of it; empty where it is absent or `""`. */
  text: (field: number, component?: number, subcomponent?: number) => string
}

/** Separators of a message, as its MSH segment declares them (HL7 v2.5.1, 2.5.4). */
interface Separators {
  field: string
  component: string
  repetition: string
  escape: string
  subcomponent: string
}

/** Characters before and behind a message on a connection (MLLP). */
const [startBlock, endBlock] = [0x0b, 0x1c]

/** Remove the marks around messages that were recorded from a connection; return other files as they are. */
export function removeFraming(bytes: Uint8Array): Uint8Array {
  return bytes[0] === startBlock
    ? bytes.filter((byte) => byte !== startBlock && byte !== endBlock)
    : bytes
}

/** Return true for a text that begins like a message or a batch of HL7 v2. */
export function isHl7(text: string): boolean {
  return /^(MSH|FHS|BHS)[^\w\s]/.test(text.trimStart())
}

/**
 * Split a file into its messages and these into segments. Lines may end with CR, LF or both; the segments of a batch
 * (FHS, BHS, BTS, FTS) are passed over.
 * @returns each message beginning with its MSH; lines before the first MSH belong to none and are left out.
 */
export function readMessages(text: string): Hl7Segment[][] {
  const messages: Hl7Segment[][] = []
  let separators: Separators | null = null
  for (const line of text.split(/[\r\n]+/)) {
    const name = line.slice(0, 3)
    if (name === 'MSH') {
      separators = readSeparators(line)
      messages.push([])
    }
    if (!separators || !/^[A-Z][A-Z0-9]{2}$/.test(name) || /^([FB]TS|[FB]HS)$/.test(name)) continue
    messages.at(-1)?.push(readSegment(line, separators))
  }
  return messages
}

function readSeparators(line: string): Separators {
  const [field = '|', component = '^', repetition = '~', escape = '\\', subcomponent = '&'] =
    line.slice(3)
  return { field, component, repetition, escape, subcomponent }
}

function readSegment(line: string, separators: Separators): Hl7Segment {
  const name = line.slice(0, 3)
  const fields = line.split(separators.field)
  // Count MSH-1, the separator itself, so that the piece behind the name is MSH-2.
  const first = name === 'MSH' ? 1 : 0
  return {
    name,
    text(field, component = 1, subcomponent = 1) {
      const [one = ''] = (fields[field - first] ?? '').split(separators.repetition)
      const part = one.split(separators.component)[component - 1] ?? ''
      const piece = part.split(separators.subcomponent)[subcomponent - 1] ?? ''
      return piece === '""' ? '' : unescapeText(piece, separators).trim()
    },
  }
}

/** Replace the escape sequences of a text (HL7 v2.5.1, 2.7); one that is not known keeps its letters. */
function unescapeText(text: string, separators: Separators): string {
  const { escape } = separators
  if (!text.includes(escape)) return text
  // Look it up in a map, as a code of the message could be the name of something that every object has.
  const letters = new Map([
    ['F', separators.field],
    ['S', separators.component],
    ['T', separators.subcomponent],
    ['R', separators.repetition],
    ['E', escape],
    ['.br', ' '],
  ])
  const mark = escape.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  return text.replaceAll(new RegExp(`${mark}([^${mark}]*)${mark}`, 'g'), (whole, code: string) => {
    const hex = /^X((?:[\dA-F]{2})+)$/i.exec(code)?.[1]
    if (hex) return decodeHex(hex)
    return letters.get(code) ?? whole
  })
}

function decodeHex(hex: string): string {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return new TextDecoder().decode(bytes)
}
