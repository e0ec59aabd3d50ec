import { zlibSync } from 'fflate'
import { joinBytes } from '../../../../domain/join-bytes.ts'

interface StoredObject {
  dictionary: string
  stream: Uint8Array | null
}

const perStream = 200
const encoder = new TextEncoder()

/**
 * Objects of a PDF file (ISO 32000-1), written in the order they were made in and with nothing of the moment in them:
 * the same report is the same bytes. Objects without a stream are packed together, so that a tagged table stays small.
 */
export class PdfFile {
  readonly #objects: (StoredObject | null)[] = []

  /** Return a number for an object that is written later. */
  reserve(): number {
    return this.#objects.push(null)
  }

  set(number: number, dictionary: string, stream: Uint8Array | null = null): void {
    this.#objects[number - 1] = { dictionary, stream }
  }

  add(dictionary: string, stream: Uint8Array | null = null): number {
    const number = this.reserve()
    this.set(number, dictionary, stream)
    return number
  }

  /** Add a stream, packed. `entries` are what its dictionary has beside the length. */
  addStream(bytes: Uint8Array, entries = ''): number {
    const packed = zlibSync(bytes, { level: 6 })
    return this.add(`<</Filter/FlateDecode/Length ${packed.length}${entries}>>`, packed)
  }

  /** Return the whole file. `id` names its content, 32 hexadecimal digits. */
  write(root: number, info: number, id: string): Uint8Array<ArrayBuffer> {
    const places = new Map<number, readonly [kind: number, place: number, index: number]>()
    this.#packPlain(places)
    const parts: Uint8Array[] = []
    let at = 0
    const put = (bytes: Uint8Array | string) => {
      const part = typeof bytes === 'string' ? encoder.encode(bytes) : bytes
      parts.push(part)
      at += part.length
    }
    put('%PDF-1.7\n')
    // Mark the file as binary for programs that transfer it.
    put(Uint8Array.of(0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a))
    for (const [index, one] of this.#objects.entries()) {
      if (!one || places.has(index + 1)) continue
      places.set(index + 1, [1, at, 0])
      put(`${index + 1} 0 obj\n${one.dictionary}`)
      if (one.stream) {
        put('\nstream\n')
        put(one.stream)
        put('\nendstream')
      }
      put('\nendobj\n')
    }
    const start = at
    const number = this.#objects.length + 1
    places.set(number, [1, start, 0])
    const table = zlibSync(crossReference(places, number))
    put(
      `${number} 0 obj\n<</Type/XRef/Size ${number + 1}/W[1 4 2]/Root ${root} 0 R/Info ${info} 0 R` +
        `/ID[<${id}><${id}>]/Filter/FlateDecode/Length ${table.length}>>\nstream\n`,
    )
    put(table)
    put(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`)
    return joinBytes(parts)
  }

  /** Put objects without a stream of their own into streams of objects. */
  #packPlain(places: Map<number, readonly [number, number, number]>): void {
    const plain = this.#objects.flatMap((one, index) =>
      one && one.stream === null ? [[index + 1, one.dictionary] as const] : [],
    )
    for (let from = 0; from < plain.length; from += perStream) {
      const part = plain.slice(from, from + perStream)
      let at = 0
      const head = part.map(([number, text]) => {
        const entry = `${number} ${at}`
        at += text.length + 1
        return entry
      })
      const first = `${head.join(' ')}\n`
      const body = `${first}${part.map(([, text]) => text).join('\n')}\n`
      const entries = `/Type/ObjStm/N ${part.length}/First ${first.length}`
      const stream = this.addStream(encoder.encode(body), entries)
      for (const [index, [number]] of part.entries()) places.set(number, [2, stream, index])
    }
  }
}

function crossReference(
  places: ReadonlyMap<number, readonly [number, number, number]>,
  last: number,
): Uint8Array {
  const bytes = new Uint8Array(7 * (last + 1))
  const view = new DataView(bytes.buffer)
  view.setUint16(5, 0xffff)
  for (const [number, [kind, place, index]] of places) {
    view.setUint8(7 * number, kind)
    view.setUint32(7 * number + 1, place)
    view.setUint16(7 * number + 5, index)
  }
  return bytes
}

/** Write a text as a string object: UTF-16 in hexadecimal, which needs no escapes. */
export function textString(text: string): string {
  let hex = 'FEFF'
  for (let at = 0; at < text.length; at += 1) hex += hex4(text.charCodeAt(at))
  return `<${hex}>`
}

export function hex4(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, '0')
}

/** Write a length with at most two decimals. */
export function length(value: number): string {
  return String(Math.round(value * 100) / 100)
}
