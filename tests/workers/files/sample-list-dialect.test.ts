import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { cartridges } from '../../../domain/catalog/cartridges.ts'
import { fileLimits } from '../../../workers/files/limits.ts'
import {
  delimiters,
  indexRows,
  type ListDelimiter,
  readCells,
} from '../../../workers/files/sample-list/index-rows.ts'
import type { ListEncoding } from '../../../workers/files/sample-list/decode-list.ts'
import { createListSession } from '../../../workers/files/sample-list/list-session.ts'
import {
  firstListSettings,
  type ListSettings,
} from '../../../workers/files/sample-list/list-settings.ts'
import { splitTable } from '../../../workers/files/split-table.ts'

function open(
  content: string | Uint8Array,
  { language = 'en', encoding = null, delimiter = null, settings = {} }: Opening = {},
) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const target = {
    shape: cartridges.Wells9,
    present: [],
    predefined: [],
    applications: null,
    order: [],
  }
  const wish = {
    type: 'create' as const,
    settings: { ...firstListSettings, ...settings },
    target,
  }
  return createListSession().open(
    { name: 'list.csv', bytes },
    wish,
    { encoding, delimiter },
    language,
  )
}
interface Opening {
  language?: string
  encoding?: ListEncoding | null
  delimiter?: ListDelimiter | null
  settings?: Partial<ListSettings>
}
const namesIn = (view: ReturnType<typeof open>) =>
  Object.fromEntries(view.samples.map(({ name, coordinates }) => [name, coordinates.join(' ')]))

describe('the delimiter of cells', () => {
  test('separators and line ends of spreadsheets', () => {
    for (const delimiter of delimiters) {
      for (const end of ['\n', '\r\n', '\r']) {
        const text = ['Well,Sample', '"A1",Ätna', 'A2, b '].join(end).replaceAll(',', delimiter)
        const view = open(`\uFEFF${text}`)
        expect(view.delimiter).toBe(delimiter)
        expect(namesIn(view)).toEqual({ Ätna: 'A1', b: 'A2' })
      }
    }
  })

  test('a delimiter inside quotes separates nothing, and a person can choose one', () => {
    expect(namesIn(open('Well;Sample\nA1;"Keller, Ada"\nA2;"say ""ah"""\n'))).toEqual({
      'Keller, Ada': 'A1',
      'say "ah"': 'A2',
    })
    expect(namesIn(open('Well,Sample\nA1,a;b\n', { delimiter: ',' }))).toEqual({ 'a;b': 'A1' })
    expect(open('Well,Sample\nA1,a;b\n', { delimiter: ';' }).missing).toEqual([
      { column: 'name', header: 'Sample' },
      { column: 'well', header: 'Well' },
    ])
  })

  test('without a header that is known, the separator that parts all rows alike', () => {
    const { delimiter, header, headerRow } = open('List of Monday\nPlatz;Kennung\nA1;x, y\nA2;z\n')
    expect([delimiter, headerRow, header]).toEqual([';', 2, ['Platz', 'Kennung']])
  })

  test('cells are those of the product’s other reader, for any content of a file', () => {
    const piece = fc.constantFrom('a', '"', '""', ',', ';', '\n', '\r', '\r\n', ' ', 'é', '😀')
    const written = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(written, (text) => {
        let split: string[][]
        try {
          split = [...splitTable(text, ',', fileLimits)].map((cells) => [...cells])
        } catch {
          expect(() => indexRows(text, ',', fileLimits)).toThrow()
          return
        }
        const index = indexRows(text, ',', fileLimits)
        const rows = Array.from({ length: index.rows }, (_, row) => readCells(index, row))
        expect(rows).toEqual(split.map((cells) => cells.map((cell) => cell.trim())))
      }),
      { numRuns: 2000 },
    )
  })

  test('cells are those that PapaParse wrote, whatever it quotes', () => {
    const cell = fc.string({ maxLength: 8 }).map((text) => text.trim())
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 })
    fc.assert(
      fc.property(table, fc.constantFrom(...delimiters), (data, delimiter) => {
        const text = Papa.unparse(data, { delimiter, newline: '\r\n', quotes: true })
        const index = indexRows(text, delimiter, fileLimits)
        expect(Array.from({ length: index.rows }, (_, row) => readCells(index, row))).toEqual(data)
      }),
      { numRuns: 300 },
    )
  })
})

describe('encodings', () => {
  const text = 'Well,Sample\nA1,Ätna\nA2,Crème brûlée\n'
  const expected = { Ätna: 'A1', 'Crème brûlée': 'A2' }
  const wide = (order: boolean) => {
    const view = new DataView(new ArrayBuffer(2 * text.length + 2))
    for (const [at, letter] of [...`\uFEFF${text}`].entries()) {
      view.setUint16(2 * at, letter.charCodeAt(0), order)
    }
    return new Uint8Array(view.buffer)
  }
  /** Letters of a code page in which every letter is one byte. */
  const narrow = (said: string, encoding: string) => {
    const bytes = Array.from({ length: 256 }, (_, byte) => byte)
    const letters = new TextDecoder(encoding).decode(Uint8Array.from(bytes))
    return Uint8Array.from([...said].map((letter) => letters.indexOf(letter)))
  }

  test('Unicode by its mark and its form', () => {
    expect(open(text)).toMatchObject({ encoding: 'utf-8' })
    expect(open(wide(true))).toMatchObject({ encoding: 'utf-16le' })
    expect(open(wide(false))).toMatchObject({ encoding: 'utf-16be' })
    for (const content of [text, wide(true), wide(false)]) {
      expect(namesIn(open(content))).toEqual(expected)
    }
  })

  test('of the other encodings of spreadsheets, by the runs of their letters', () => {
    const western = open(narrow(text, 'windows-1252'))
    expect([western.encoding, namesIn(western)]).toEqual(['windows-1252', expected])
    const russian = open(narrow('Well;Sample\nA1;Иванов Пётр\nA2;кровь\n', 'windows-1251'))
    expect([russian.encoding, namesIn(russian)]).toEqual([
      'windows-1251',
      { 'Иванов Пётр': 'A1', кровь: 'A2' },
    ])
    const arabic = open(narrow('Well;Sample\nA1;عينة الدم\n', 'windows-1256'), { language: 'ar' })
    expect([arabic.encoding, namesIn(arabic)]).toEqual(['windows-1256', { 'عينة الدم': 'A1' }])
    // Write 血液样本 and 对照 as a Chinese spreadsheet does.
    const chinese = [0xd1, 0xaa, 0xd2, 0xba, 0xd1, 0xf9, 0xb1, 0xbe]
    const head = [...new TextEncoder().encode('Well,Sample\nA1,')]
    const bytes = Uint8Array.from([...head, ...chinese, 10])
    expect(namesIn(open(bytes, { language: 'zh' }))).toEqual({ 血液样本: 'A1' })
  })

  test('one that a person chose is used', () => {
    const bytes = narrow('Well,Sample\nA1,кровь\n', 'windows-1251')
    expect(namesIn(open(bytes, { encoding: 'windows-1251', language: 'zh' }))).toEqual({
      кровь: 'A1',
    })
  })
})

describe('quantities', () => {
  const quantities = (...said: string[]) => {
    const rows = said.map((quantity, at) => `A${at + 1};S${at};standard;${quantity}`)
    const view = open(['Well;Sample;Sample type;Quantity', ...rows].join('\n'))
    return [view.decimal, ...view.samples.map(({ quantity }) => quantity)]
  }

  test('a decimal comma where the list shows that it has one', () => {
    expect(quantities('2,5', '1,000', '1.250,5')).toEqual([',', 2.5, 1, 1250.5])
    expect(quantities('2.5', '1,000', '1,250.5')).toEqual(['.', 2.5, 1000, 1250.5])
    expect(quantities('2,5', '1.000', "1'250,5")).toEqual([',', 2.5, 1000, 1250.5])
  })

  test('an ambiguous delimiter is not taken', () => {
    expect(quantities('1,000', '20')).toEqual([null, 20])
    expect(quantities('1.000', '20')).toEqual([null, 20])
    expect(quantities('2,5', '2.25', '1,000')).toEqual([null, 2.5, 2.25])
  })
})

describe('headers of other laboratories', () => {
  test('are read by the words that are usual, in each language', () => {
    const read = (header: string) =>
      open(`${header}\nA1;x;1\n`).headers.flatMap(({ text, column }) =>
        column ? [`${text}: ${column}`] : [],
      )
    expect(read('Position;Probenname;Datum')).toEqual(['Position: well', 'Probenname: name'])
    expect(read('孔位;样本编号;日期')).toEqual(['孔位: well', '样本编号: name'])
    expect(read('Well;Campione;Data')).toEqual(['Well: well', 'Campione: name'])
    expect(read('Zeile;Spalte;Probe')).toEqual([
      'Zeile: wellRow',
      'Spalte: wellColumn',
      'Probe: name',
    ])
  })

  test('wells by their cells, and the only column left', () => {
    expect(open('Ort;Kennung\nA1;x\nB 2;y\nA03;\n').suggested).toEqual({
      header_well: 'Ort',
      header_sample: 'Kennung',
    })
    expect(open('Ort;Kennung\n17;x\n').suggested).toEqual({})
  })
})
