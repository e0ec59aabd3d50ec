import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync, zlibSync } from 'fflate'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { formulaStart, plainCells } from '../../../workers/files/formula-start.ts'
import { importFile } from '../../../workers/files/import.ts'
import { findSlowText, listPatterns } from '../../support/slow-patterns.ts'
import { writeCompoundFile } from '../../support/write-xls.ts'
import { readOne, refusal } from './caught.ts'

/** Processor time in which a file of some megabytes is read or refused (ms). Those below took minutes to days. */
const longest = 10_000

/** Measure the processor time of this thread, which is the same on a busy machine (ms). */
async function timed(work: () => unknown): Promise<number> {
  const begun = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1000
}

describe('A22-1: a small file does not hold the processor of the service', () => {
  /** A pattern whose text is cut before: `dyeOfSheet` looks at the end of a name alone. */
  const cutBefore = ['(?:results?|rfu|amplification|data|plot)\\w*[ ]*_\\s*([^_]{1,24})$']

  it('A22-1: no pattern of the readers takes the square of the length of a text', () => {
    const patterns = listPatterns('workers/files')
    expect(patterns.length).toBeGreaterThan(200)
    const slow = patterns
      .filter(({ source }) => !cutBefore.includes(source))
      .flatMap((one) => findSlowText(one) ?? [])
    expect(slow).toEqual([])
  }, 120_000)

  it('A22-1: the search for slow patterns finds one', () => {
    const of = (source: string) => findSlowText({ path: '', source, flags: '' })
    expect([of('\\s+$'), of('"[^"]*"|x'), of('^\\s*-?\\s*\\d+$')]).toEqual(['  …', null, '  …'])
  })

  const preamble = ['* Block Type = 96', '* Chemistry = x']
  const table = ['', '[Results]', 'Well\tWell Position\tSample Name\tTarget Name\tCT']
  const rows = [...table, '1\tA1\ts\tt\t20', '']

  it.each([
    ['a line that is no fact', [`*${' '.repeat(20_000)}x`]],
    ['the name of a program', [`* Software Name and Version = a${' '.repeat(200_000)}x`]],
  ])('A22-1: %s', async (_, lines) => {
    const text = [...preamble, ...lines, ...rows].join('\n')
    expect(await timed(() => readOne(text))).toBeLessThan(longest)
  })

  it('A22-1: reads the content of such lines as before', async () => {
    const facts = ['*  Experiment Name =  Run = 7 ', '# Instrument Type: QuantStudio 5']
    const program = ['* Software Name and Version = Design  Suite v2.1', 'Passive=ROX is none']
    const { run } = await readOne([...preamble, ...facts, ...program, ...rows].join('\n'))
    expect(run.name).toBe('Run = 7')
    expect(run.source).toMatchObject({
      software: 'Design  Suite',
      softwareVersion: '2.1',
      instrument: 'QuantStudio 5',
    })
  })

  it.each(['0', '['])('A22-1: a number format of many %s', async (sign) => {
    const code = `d${sign.repeat(200_000)}x`
    const members = {
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="One" sheetId="1" r:id="rId1" xmlns:r="r"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
      'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs></styleSheet>`,
    }
    expect(await timed(() => refusal(zipText(members)))).toBeLessThan(longest)
  })
})

describe('A22-2: work grows with the size of a file, not with its square', () => {
  it('A22-2: sections of BioMark', async () => {
    const text = `Chip Run Info,x\n${'Raw Data for Probe X\n'.repeat(100_000)}`
    expect(await timed(() => refusal(text))).toBeLessThan(longest)
  })

  it('A22-2: programmes and channels of a LightCycler 480', async () => {
    const file = strToU8(makeIxo(60_000))
    expect(await timed(() => importFile('run.ixo', file))).toBeLessThan(longest)
  })

  it('A22-2: a sheet of an old workbook has one name', async () => {
    expect((await refusal(sharedSheet(3))).reason).toBe('workbook_damaged')
    expect((await refusal(sharedSheet(1))).reason).not.toBe('workbook_damaged')
  })

  it('A22-2: nor has a sheet of a new workbook more than one', async () => {
    const name = (at: number) => `<sheet name="${at}" r:id="r1" xmlns:r="r"/>`
    const open = (names: number) =>
      refusal(
        zipText({
          'xl/workbook.xml': `<workbook><sheets>${Array.from({ length: names }, (_, at) => name(at)).join('')}</sheets></workbook>`,
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
          'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
        }),
      )
    expect((await open(2)).reason).toBe('workbook_damaged')
    expect((await open(1)).reason).not.toBe('workbook_damaged')
  })

  it('A22-2: curves of many cycles below several rows of facts', async () => {
    const wells = Array.from(
      { length: 200 },
      (_, i) => `${'ABCDEFGHIJKLMNOP'[i % 16]}${1 + Math.floor(i / 16)}`,
    )
    const cycles = Array.from({ length: 9_000 }, (_, i) => [
      i + 1,
      ...wells.map((_, at) => (i * 7 + at) % 997),
    ])
    const rows = [['Well', ...wells], ['Sample', ...wells.map((_, i) => `s${i}`)], ...cycles]
    const text = rows.map((row) => `${row.join(',')}\n`).join('')
    expect(await timed(() => readOne(text))).toBeLessThan(longest)
  }, 60_000)

  it('A22-2: rows that have the letter and the number of their well apart', async () => {
    const rows = Array.from(
      { length: 250_000 },
      (_, i) => `${'ABCDEFGH'[i % 8]},${1 + (i % 12)},s${i % 96},${i},7\n`,
    )
    const text = `Row,Column,Sample,Cycle,RFU\n${rows.join('')}`
    expect(await timed(() => refusal(text))).toBeLessThan(longest)
  }, 60_000)

  it('A22-2: a well of a table has as many targets as one of RDML', async () => {
    const rowsOf = (count: number) =>
      Array.from({ length: count }, (_, i) => `A01,d${i},x${i},Unkn,s,20`).join('\n')
    const head = 'Well,Fluor,Target,Content,Sample,Cq\n'
    expect((await refusal(head + rowsOf(201))).reason).toBe('targets_too_many')
    await readOne(`${head + rowsOf(200)}\n`)
  })
})

describe('A22-7: a table with commas', () => {
  it('A22-7: begins no formula behind a semicolon either, where a spreadsheet separates by these', () => {
    const names = ["x;=cmd|'/C calc'!A0;", 'x; @SUM(1)', 'x;y', '=1', ';-1', 'x;\uff1d1', 5]
    const text = Papa.unparse(plainCells([names]), { escapeFormulae: formulaStart })
    for (const separator of [',', ';']) {
      const cells = text.split(separator).map((cell) => cell.trim().replace(/^"/, ''))
      expect(cells.filter((cell) => formulaStart.test(cell))).toEqual([])
    }
    expect(plainCells([names])[0]?.slice(2)).toEqual(['x;y', '=1', ";'-1", "x;'\uff1d1", 5])
  })

  it('A22-7: nor behind a line break, where such a spreadsheet begins a row', () => {
    const texts = ['x\n=1+1', 'x\r\n@SUM(1)', 'x\ny']
    expect(plainCells([texts])[0]).toEqual(["x\n'=1+1", "x\r\n'@SUM(1)", 'x\ny'])
  })

  it('A22-7: all tables are written that way', () => {
    const table = /Papa\.unparse\((?!plainCells)/
    const written = ['edge', 'workers', 'web'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .filter((name) => table.test(readFileSync(join(folder, name), 'utf8')))
        .map((name) => `${folder}/${name}`),
    )
    // Allow these, which are read by our own readers and leave nobody's hands.
    expect(written.toSorted()).toEqual([
      'web/entities/lot/read-lot-label.ts',
      'workers/files/sample-list/orders/order-line.ts',
      'workers/files/sample-list/read-grid.ts',
    ])
  })
})

function zipText(members: Readonly<Record<string, string>>): Uint8Array {
  const packed = Object.entries(members).map(([name, text]) => [name, strToU8(text)] as const)
  return zipSync(Object.fromEntries(packed))
}

/** Write an experiment of one well with many programmes, channels and readings. */
function makeIxo(count: number): string {
  const prop = (name: string, value: string | number) => `<prop name="${name}">${value}</prop>`
  const object = (name: string, ...content: string[]) =>
    `<obj name="${name}" class="${name}">${content.join('')}</obj>`
  const list = (content: string, name = 'emlist') => `<list name="${name}">${content}</list>`
  const many = (make: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => make(at)).join('')
  const reading = object('i', prop('Channel', 0), prop('FloPoints', 'AACAPw=='))
  const cycle = object(
    'c',
    prop('Program', 1),
    prop('Cycle', 0),
    list(reading.repeat(count), 'Acquisitions'),
  )
  const store = object('HTCAcquisitionStore', list(cycle, 'Cycles'))
  const packed = Buffer.from(zlibSync(strToU8(store), { level: 1 })).toString('base64')
  const channels = list(many((at) => object('i', prop('name', at === 0 ? '465-510' : `c${at}`))))
  const programmes = object(
    'Programs',
    object('Container', prop('RowCount', 1), prop('ColCount', 1)),
    object(
      'DetectionFormats',
      prop('DefFormatName', 'd'),
      list(object('i', prop('name', 'd'), channels)),
    ),
    list(many((at) => object('p', prop('name', at), prop('AnalysisMode', 'Quantification')))),
  )
  const run = object('run', object('Protocol', programmes), prop('AcquisitionStore', packed))
  return `<objectstream version="1" signature="IXOS">${object('root', run)}</objectstream>`
}

/** Write an old workbook in which several names lead to one sheet. */
function sharedSheet(names: number): Uint8Array {
  const short = (value: number) => [value & 255, value >> 8]
  const record = (type: number, ...data: number[]) => [
    ...short(type),
    ...short(data.length),
    ...data,
  ]
  const begin = (kind: number) =>
    record(0x0809, ...short(0x0600), ...short(kind), ...Array.from({ length: 12 }, () => 0))
  const from = begin(5).length + names * 13 + 4
  const named = Array.from({ length: names }, () =>
    record(0x0085, ...short(from), 0, 0, 0, 0, 1, 0, 120),
  )
  const sheet = [...begin(0x10), ...record(0x0a)]
  return writeCompoundFile(
    'Workbook',
    Uint8Array.from([...begin(5), ...named.flat(), ...record(0x0a), ...sheet]),
  )
}
