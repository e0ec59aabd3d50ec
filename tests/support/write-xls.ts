import { joinBytes } from '../../domain/join-bytes.ts'

/** A cell of a sheet to write: `formula` is a formula with this text as its last value, `serial` a number shown as a date. */
export type XlsCell = string | number | boolean | { formula: string } | { serial: number }

const [endOfChain, free, tableSector] = [0xfffffffe, 0xffffffff, 0xfffffffd]
const [sectorSize, smallSize, smallStream] = [512, 64, 4096]

/**
 * Write a workbook of Excel 97 to 2003 ([MS-CFB], [MS-XLS]) with shared texts that go on in a second record in the middle
 * of a text, there with letters of the other width, and whole numbers of a row in one record.
 */
export function writeXls(
  sheets: readonly { name: string; isHidden?: boolean; rows: readonly (readonly XlsCell[])[] }[],
  { locked = false, version = 0x0600 } = {},
): Uint8Array {
  const texts = [...new Set(sheets.flatMap(({ rows }) => rows.flat()).filter(isText))]
  const bodies = sheets.map(({ rows }) => writeSheet(rows, texts, version))
  const globals = (starts: readonly number[]) =>
    joinBytes([
      record(0x0809, short(version), short(5), short(0), short(0), long(0), long(0)),
      ...(locked ? [record(0x002f, short(1))] : []),
      record(0x041e, short(170), short(10), [0], letters('yyyy-mm-dd')),
      record(0x00e0, short(0), short(0), zeros(16)),
      record(0x00e0, short(0), short(170), zeros(16)),
      ...sheets.map(({ name, isHidden = false }, i) =>
        record(0x0085, long(starts[i] ?? 0), [isHidden ? 1 : 0, 0, name.length, 1], wide(name)),
      ),
      ...writeTexts(texts),
      record(0x000a),
    ])
  const starts: number[] = []
  let at = globals(sheets.map(() => 0)).length
  for (const body of bodies) {
    starts.push(at)
    at += body.length
  }
  return writeCompoundFile('Workbook', joinBytes([globals(starts), ...bodies]))
}

const isWhole = (cell: XlsCell | undefined): cell is number =>
  typeof cell === 'number' && Number.isInteger(cell) && Math.abs(cell) < 2 ** 20
const isText = (cell: XlsCell): cell is string => typeof cell === 'string' && cell.length > 1

function writeTexts(texts: readonly string[]): Uint8Array[] {
  const whole = texts.flatMap((text) => [...short(text.length), 1, ...wide(text)])
  const last = texts.at(-1) ?? ''
  // Write the last text again, cut after its first letter, with
  // the rest in letters of one byte, and a format behind it.
  const cut = [...short(last.length), 9, ...short(1), ...wide(last.slice(0, 1))]
  const rest = [0, ...letters(last.slice(1).replaceAll(/[^ -ÿ]/g, '?')), ...long(0)]
  const count = long(texts.length + 1)
  return [record(0x00fc, count, count, whole, cut), record(0x003c, rest)]
}

function writeSheet(
  rows: readonly (readonly XlsCell[])[],
  texts: readonly string[],
  version: number,
): Uint8Array {
  const records = rows.flatMap((cells, row) =>
    cells.flatMap((cell, column): Uint8Array[] => {
      const at = [...short(row), ...short(column), ...short(0)]
      if (cell === '') return []
      if (typeof cell === 'boolean') return [record(0x0205, at, [cell ? 1 : 0, 0])]
      if (typeof cell === 'string') {
        const shared = texts.indexOf(cell)
        return shared < 0
          ? [record(0x0204, at, short(cell.length), [1], wide(cell))]
          : [record(0x00fd, at, long(shared))]
      }
      if (typeof cell === 'object' && 'serial' in cell) {
        return [record(0x0203, at.slice(0, 4), short(1), double(cell.serial))]
      }
      if (typeof cell === 'object') {
        return [
          record(0x0006, at, [0, 0, 0, 0, 0, 0, 255, 255], short(0), long(0), short(0)),
          record(0x0207, short(cell.formula.length), [1], wide(cell.formula)),
        ]
      }
      if (isWhole(cell)) {
        if (isWhole(cells[column - 1])) return []
        const end = cells.findIndex((one, i) => i > column && !isWhole(one))
        const run = cells.slice(column, end < 0 ? undefined : end).filter(isWhole)
        const numbers = run.flatMap((value) => [...short(0), ...long((value << 2) | 2)])
        return [record(0x00bd, at.slice(0, 4), numbers, short(column + run.length - 1))]
      }
      if (Number.isInteger(cell * 100) && Math.abs(cell) < 10_000) {
        return [record(0x027e, at, long(((cell * 100) << 2) | 3))]
      }
      return [record(0x0203, at, double(cell))]
    }),
  )
  const begin = record(0x0809, short(version), short(0x10), short(0), short(0), long(0), long(0))
  return joinBytes([begin, ...records, record(0x000a)])
}

/** Write a compound file of one stream, which is kept in small sectors if it is short. */
export function writeCompoundFile(name: string, stream: Uint8Array): Uint8Array {
  const isSmall = stream.length < smallStream
  const data = pad(stream, isSmall ? smallSize : sectorSize)
  const container = isSmall ? pad(data, sectorSize) : new Uint8Array()
  const smallTable = isSmall ? pad(chain(data.length / smallSize, 0), 128, free) : []
  const parts = [isSmall ? container : data, bytesOf(smallTable)]
  const [first = 0, second = 0] = parts.map(({ length }) => length / sectorSize)
  const directoryAt = first + second
  const own = directoryAt + 1
  const tables = Math.ceil(own / 127)
  const table = [
    ...chain(first, 0),
    ...chain(second, first),
    endOfChain,
    ...zeros(tables).map(() => tableSector),
  ]
  while (table.length % 128 !== 0) table.push(free)
  const entry = (named: string, type: number, start: number, size: number, child = free) => [
    ...pad(wide(named), 64),
    ...short(2 * named.length + 2),
    type,
    1,
    ...long(free),
    ...long(free),
    ...long(child),
    ...zeros(36),
    ...long(start),
    ...long(size),
    ...long(0),
  ]
  const directory = Uint8Array.from(
    pad(
      [
        ...entry('Root Entry', 5, isSmall ? 0 : endOfChain, container.length, 1),
        ...entry(name, 2, 0, stream.length),
      ],
      sectorSize,
    ),
  )
  const lists = Array.from({ length: 109 }, (_, i) => (i < tables ? own + i : free))
  const header = Uint8Array.from([
    0xd0,
    0xcf,
    0x11,
    0xe0,
    0xa1,
    0xb1,
    0x1a,
    0xe1,
    ...zeros(16),
    0x3e,
    0,
    3,
    0,
    0xfe,
    0xff,
    9,
    0,
    6,
    0,
    ...zeros(10),
    ...long(tables),
    ...long(directoryAt),
    ...long(0),
    ...long(smallStream),
    ...long(isSmall ? first : endOfChain),
    ...long(isSmall ? 1 : 0),
    ...long(endOfChain),
    ...long(0),
    ...lists.flatMap(long),
  ])
  return joinBytes([header, ...parts, directory, bytesOf(table)])
}

function chain(length: number, from: number): number[] {
  return Array.from({ length }, (_, i) => (i + 1 < length ? from + i + 1 : endOfChain))
}

const bytesOf = (numbers: readonly number[]) => Uint8Array.from(numbers.flatMap(long))
const zeros = (length: number) => Array.from({ length }, () => 0)
const short = (value: number) => [value & 255, (value >> 8) & 255]
const long = (value: number) => [...short(value), ...short(value >>> 16)]
const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const wide = (text: string) => letters(text).flatMap(short)

function double(value: number): number[] {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value, true)
  return [...new Uint8Array(view.buffer)]
}

function record(type: number, ...parts: readonly (readonly number[])[]): Uint8Array {
  const data = parts.flat()
  return Uint8Array.from([...short(type), ...short(data.length), ...data])
}

function pad<T extends readonly number[] | Uint8Array>(values: T, size: number, fill = 0): T {
  const whole = [...values]
  while (whole.length % size !== 0) whole.push(fill)
  return (values instanceof Uint8Array ? Uint8Array.from(whole) : whole) as T
}
