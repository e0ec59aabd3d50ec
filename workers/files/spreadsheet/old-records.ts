import { refuseFile } from '../refuse-file.ts'

/** Types of the records of a workbook of Excel 97 to 2003 that hold cells, texts and formats ([MS-XLS] 2.3). */
export const records = {
  formula: 0x0006,
  end: 0x000a,
  dates: 0x0022,
  locked: 0x002f,
  continued: 0x003c,
  sheet: 0x0085,
  numbersRk: 0x00bd,
  richText: 0x00d6,
  cellFormat: 0x00e0,
  texts: 0x00fc,
  textAt: 0x00fd,
  number: 0x0203,
  text: 0x0204,
  truth: 0x0205,
  formulaText: 0x0207,
  numberRk: 0x027e,
  numberFormat: 0x041e,
  begin: 0x0809,
} as const

export interface OldRecord {
  type: number
  data: DataView
}

/** Read the records of a stream from a byte on, one by one. Throws `workbook_damaged` for one that is cut. */
export function* readRecords(stream: Uint8Array, from = 0): Generator<OldRecord> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  for (let at = from; at + 4 <= stream.length;) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    at += 4
    if (at + length > stream.length) throw refuseFile('workbook_damaged')
    yield { type, data: new DataView(stream.buffer, stream.byteOffset + at, length) }
    at += length
  }
}

/** Reads values of a record and of those that continue it. Throws `workbook_damaged` beyond their end. */
export class RecordReader {
  readonly #parts: readonly DataView[]
  #part = 0
  #at = 0

  constructor(parts: readonly DataView[]) {
    this.#parts = parts
  }

  /** Return true when everything was read. */
  get isDone(): boolean {
    this.#advance()
    return this.#part >= this.#parts.length
  }

  byte(): number {
    const part = this.#open()
    return part.getUint8(this.#at++)
  }

  short(): number {
    return this.byte() + 256 * this.byte()
  }

  long(): number {
    return this.short() + 65_536 * this.short()
  }

  skip(count: number): void {
    for (let left = count; left > 0;) {
      const step = Math.min(left, this.#open().byteLength - this.#at)
      this.#at += step
      left -= step
    }
  }

  /**
   * Read a text whose count of letters was read: a byte of flags, counts of what is behind the letters, the letters in
   * one or two bytes each, and formats and phonetic hints, which are skipped. Where the letters go on in the next
   * record, a new byte says how wide they are there.
   */
  text(count: number): string {
    let flags = this.byte()
    const runs = flags & 8 ? this.short() : 0
    const hints = flags & 4 ? this.long() : 0
    let text = ''
    for (let left = count; left > 0; left--) {
      this.#advance()
      if (this.#at === 0) flags = this.byte()
      text += String.fromCharCode(flags & 1 ? this.short() : this.byte())
    }
    this.skip(4 * runs + hints)
    return text
  }

  #advance(): void {
    while (this.#part < this.#parts.length && this.#at >= this.#parts[this.#part]!.byteLength) {
      this.#part++
      this.#at = 0
    }
  }

  #open(): DataView {
    this.#advance()
    const part = this.#parts[this.#part]
    if (!part) throw refuseFile('workbook_damaged')
    return part
  }
}
