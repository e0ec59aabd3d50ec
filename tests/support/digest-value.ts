import { sha256 } from './sha-256.ts'

/**
 * Return SHA-256 over the raw bits of everything in a value: each number as its eight bytes (-0 is not 0, every NaN is
 * the same), text by its code units, lists and objects by what they hold, in order.
 */
export function digestValue(value: unknown): string {
  const writer = new Writer()
  write(value, writer)
  return sha256(writer.taken())
}

class Writer {
  private bytes = new Uint8Array(1024)
  private view = new DataView(this.bytes.buffer)
  private used = 0

  taken(): Uint8Array {
    return this.bytes.subarray(0, this.used)
  }

  byte(value: number): void {
    this.room(1)
    this.bytes[this.used++] = value
  }

  number(value: number): void {
    this.room(8)
    if (value === value) this.view.setFloat64(this.used, value, true)
    else this.view.setBigUint64(this.used, 0x7ff8_0000_0000_0000n, true)
    this.used += 8
  }

  text(value: string): void {
    this.number(value.length)
    for (let i = 0; i < value.length; i++) {
      const unit = value.charCodeAt(i)
      this.byte(unit & 255)
      this.byte(unit >> 8)
    }
  }

  private room(more: number): void {
    if (this.used + more <= this.bytes.length) return
    const larger = new Uint8Array(2 * this.bytes.length)
    larger.set(this.bytes)
    this.bytes = larger
    this.view = new DataView(larger.buffer)
  }
}

const kinds = ['undefined', 'null', 'boolean', 'number', 'string', 'list', 'object'] as const
type Kind = (typeof kinds)[number]

function write(value: unknown, writer: Writer): void {
  const tag = (kind: Kind) => writer.byte(kinds.indexOf(kind))
  if (typeof value === 'number') {
    tag('number')
    writer.number(value)
  } else if (typeof value === 'string') {
    tag('string')
    writer.text(value)
  } else if (typeof value === 'boolean') {
    tag('boolean')
    writer.byte(value ? 1 : 0)
  } else if (value === null || value === undefined) {
    tag(value === null ? 'null' : 'undefined')
  } else if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const list = Array.from(value as ArrayLike<unknown>)
    tag('list')
    writer.number(list.length)
    for (const one of list) write(one, writer)
  } else if (typeof value === 'object') {
    tag('object')
    const entries = Object.entries(value)
    writer.number(entries.length)
    for (const [key, one] of entries) {
      writer.text(key)
      write(one, writer)
    }
  } else throw new TypeError(`A ${typeof value} has no digest`)
}
