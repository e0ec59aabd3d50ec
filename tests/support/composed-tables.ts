// Tables of the same curves in the layouts, notations and encodings that people and programs write: nobody's recordings.
import { strToU8, zipSync } from 'fflate'
import { writeXlsx } from '../../workers/files/tidy/write-xlsx.ts'
import { tableCycles as cycles, tableLight } from './curve-tables.ts'

type Row = (string | number)[]
type Sheets = readonly { name: string; rows: readonly Row[] }[]

export const composedDyes = ['FAM', 'HEX']
/** Wells of a plate of 96 or 384, as letter and number. */
export const composedWells: readonly (readonly [letter: string, number: number])[] = [
  ['A', 1],
  ['A', 2],
  ['B', 1],
  ['B', 2],
  ['H', 1],
  ['H', 12],
]

/** Return the light of a well and a dye at a cycle. */
export const composedLight = (well: number, dye: number, cycle: number) =>
  tableLight(2 * well + dye, cycle)

const one = (rows: readonly Row[]): Sheets => [{ name: 'Curves', rows }]
const curve = (well: number, dye: number) => cycles.map((cycle) => composedLight(well, dye, cycle))
const wells = (names: readonly string[], dye: number, cycle: number) =>
  names.map((_, well) => composedLight(well, dye, cycle))
const all = (names: readonly string[], cycle: number) =>
  names.flatMap((_, well) => composedDyes.map((_, dye) => composedLight(well, dye, cycle)))

/** Layouts by what they are called; each takes the names of the wells. */
export const composedLayouts: Readonly<Record<string, (names: readonly string[]) => Sheets>> = {
  'wells with their dyes': (names) =>
    one([
      ['Cycle', ...names.flatMap((name) => composedDyes.map((dye) => `${name} ${dye}`))],
      ...cycles.map((cycle) => [cycle, ...all(names, cycle)]),
    ]),
  'a column of dyes': (names) =>
    one([
      ['Dye', 'Cycle', ...names],
      ...composedDyes.flatMap((dye, d) =>
        cycles.map((cycle) => [dye, cycle, ...wells(names, d, cycle)]),
      ),
    ]),
  'tables side by side': (names) =>
    one([
      composedDyes.flatMap((dye) => [dye, ...names.map(() => '')]),
      composedDyes.flatMap(() => ['Cycle', ...names]),
      ...cycles.map((cycle) => composedDyes.flatMap((_, d) => [cycle, ...wells(names, d, cycle)])),
    ]),
  'tables below each other': (names) =>
    one(
      composedDyes.flatMap((dye, d): Row[] => [
        [dye],
        ['Cycle', ...names],
        ...cycles.map((cycle) => [cycle, ...wells(names, d, cycle)]),
        [],
      ]),
    ),
  'a row for each curve': (names) =>
    one([
      ['Well', 'Dye', ...cycles],
      ...names.flatMap((name, w) => composedDyes.map((dye, d) => [name, dye, ...curve(w, d)])),
    ]),
  'cycles with a word': (names) =>
    one([
      ['Well', 'Dye', ...cycles.map((cycle) => `Cycle ${cycle}`)],
      ...names.flatMap((name, w) => composedDyes.map((dye, d) => [name, dye, ...curve(w, d)])),
    ]),
  'cycles of each dye': (names) =>
    one([
      ['Well', ...composedDyes.flatMap((dye) => cycles.map((cycle) => `${dye}_C${cycle}`))],
      ...names.map((name, w) => [name, ...composedDyes.flatMap((_, d) => curve(w, d))]),
    ]),
  'a row for each reading': (names) =>
    one([
      ['Well', 'Dye', 'Cycle', 'RFU', 'Rn', '\u0394Rn'],
      ...names.flatMap((name, w) =>
        composedDyes.flatMap((dye, d) =>
          cycles.map((cycle) => [name, dye, cycle, composedLight(w, d, cycle), 1.5, 0.5]),
        ),
      ),
    ]),
  'a column for each dye': (names) =>
    one([
      ['Well', 'Cycle', ...composedDyes.map((dye) => `Fluorescence (${dye})`)],
      ...names.flatMap((name, w) =>
        cycles.map((cycle) => [
          name,
          cycle,
          ...composedDyes.map((_, d) => composedLight(w, d, cycle)),
        ]),
      ),
    ]),
  'rows of wells and dyes': (names) =>
    one([
      ['Well', ...names.flatMap((name) => composedDyes.map(() => name))],
      ['Dye', ...names.flatMap(() => composedDyes)],
      ...cycles.map((cycle) => [cycle, ...all(names, cycle)]),
    ]),
  'a sheet for each dye': (names) =>
    composedDyes.map((dye, d) => ({
      name: dye,
      rows: [['Cycle', ...names], ...cycles.map((cycle) => [cycle, ...wells(names, d, cycle)])],
    })),
  'rows and columns of the plate': () =>
    composedDyes.map((dye, d) => ({
      name: dye,
      rows: [
        ['', ...composedWells.map(([letter]) => letter)],
        ['Cycle', ...composedWells.map(([, number]) => number)],
        ...cycles.map((cycle) => [
          cycle,
          ...composedWells.map((_, w) => composedLight(w, d, cycle)),
        ]),
      ],
    })),
  'charts of pairs': (names) =>
    composedDyes.map((dye, d) => ({
      name: dye,
      rows: [
        names.flatMap((name) => ['X', `${name}: S`]),
        ...cycles.map((cycle) => wells(names, d, cycle).flatMap((light) => [cycle, light])),
      ],
    })),
}

const inRows = (change: (rows: readonly Row[]) => Row[]) => (sheets: Sheets) =>
  sheets.map(({ name, rows }) => ({ name, rows: change(rows) }))

/** Changes that people make around a table. */
export const composedQuirks: Readonly<Record<string, (sheets: Sheets) => Sheets>> = {
  'nothing around it': (sheets) => sheets,
  'comments above': inRows((rows) => [
    ['# exported by hand'],
    ['Experiment', 'Test 7'],
    [],
    ...rows,
  ]),
  'a title above': inRows((rows) => [['Exported by hand'], ...rows]),
  'blank columns': inRows((rows) =>
    rows.map((row) => (row.length > 1 ? ['', ...row, '', ''] : ['', ...row])),
  ),
  'blank rows': inRows((rows) => rows.flatMap((row, i) => (i % 11 === 10 ? [[], row] : [row]))),
  'samples below': inRows((rows) => [...rows, [], ['Well', 'Sample'], ['A1', 'S'], ['B1', 'S']]),
}

const utf16 = (text: string, isBig: boolean) => {
  const bytes = new Uint8Array(2 * text.length)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at, text.charCodeAt(at), !isBig)
  return bytes
}

/** Return a writer of texts; several sheets become an archive with a text for each. */
const texts =
  (encode: (text: string) => Uint8Array, separator: string, decimal = '.', quote = '') =>
  (sheets: Sheets) => {
    const cell = (value: string | number) =>
      quote + (typeof value === 'number' ? String(value).replace('.', decimal) : value) + quote
    const write = (rows: readonly Row[]) =>
      encode(rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join(''))
    const [only, other] = sheets
    if (only && !other) return write(only.rows)
    return zipSync(
      Object.fromEntries(sheets.map(({ name, rows }) => [`run_${name}.csv`, write(rows)])),
    )
  }

/** Encodings and notations of a file. */
export const composedFiles: Readonly<Record<string, (sheets: Sheets) => Uint8Array>> = {
  commas: texts(strToU8, ','),
  'commas with a mark of UTF-8': texts((text) => strToU8(`\ufeff${text}`), ','),
  'semicolons and decimal commas': texts(strToU8, ';', ','),
  'tabs and decimal commas': texts(strToU8, '\t', ','),
  'UTF-16 LE': texts((text) => utf16(`\ufeff${text}`, false), '\t'),
  'UTF-16 BE': texts((text) => utf16(`\ufeff${text}`, true), ';', ','),
  'UTF-16 without a mark': texts((text) => utf16(text, false), '\t'),
  'quoted cells': texts(strToU8, ',', '.', '"'),
  workbook: (sheets) =>
    writeXlsx([
      { name: 'Info', rows: [['Experiment', 'x']] },
      ...sheets,
      { name: 'Notes', rows: [['nothing here']] },
    ]),
}

/** Ways to write a well, of which none can be anything else in a table with a header of wells. */
export const composedNames: Readonly<Record<string, (letter: string, number: number) => string>> = {
  A1: (letter, number) => `${letter}${number}`,
  A01: (letter, number) => `${letter}${String(number).padStart(2, '0')}`,
  a1: (letter, number) => `${letter}${number}`.toLowerCase(),
  'Well A1': (letter, number) => `Well ${letter}${number}`,
  'number along the rows': (letter, number) => String((letter.charCodeAt(0) - 65) * 12 + number),
  'number with a word': (letter, number) => `Well ${(letter.charCodeAt(0) - 65) * 12 + number}`,
}
