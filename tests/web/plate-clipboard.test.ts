import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import type { Sample } from '../../domain/entities/analysis.ts'
import { isName } from '../../domain/rules/plain-text.ts'
import { copyBlock, writeBlock, writeList } from '../../web/layout/copy-wells.ts'
import { openWells, pasteWells, readCopied } from '../../web/layout/paste-wells.ts'
import { readPasted, readWellName } from '../../web/layout/read-pasted.ts'
import { splitCells } from '../../web/layout/split-cells.ts'
import { readTypeWord } from '../../web/layout/type-words.ts'
import { listWells, mapOwners } from '../../web/state/layout-steps/wells.ts'

const shape = cartridges.Wells96
const target = { shape, origin: 'A1', typeOf: readTypeWord }
const all = listWells(shape, 'across')

function sample(name: string, ...coordinates: string[]): Sample {
  return { uuid: `id of ${name}`, name, sample_type: 'unknown', coordinates }
}

function counter(): () => string {
  let at = 0
  return () => `new ${(at += 1)}`
}

function read(text: string, origin = 'A1') {
  return readPasted(text, { ...target, origin })
}

function placed(text: string, origin?: string): string[] {
  return read(text, origin).placements.map(({ name, wells }) => `${wells.join()}=${name}`)
}

function troubles(text: string): string[] {
  return read(text).problems.map(({ line, reason }) => `${line} ${reason}`)
}

test('a whole plate goes to a spreadsheet with its headings and comes back the same', () => {
  const layout = [sample('One', 'A1', 'H12'), sample('Say "two"', 'B2'), sample('3\u00a0x', 'D7')]
  const text = writeBlock(copyBlock(layout, all, shape), shape)
  expect(text.split('\r\n')[0]).toBe('\t1\t2\t3\t4\t5\t6\t7\t8\t9\t10\t11\t12')
  const back = pasteWells([], read(text), { wells: ['A1'], emptied: false, newId: counter() })
  expect(mapNames(back)).toEqual(mapNames(layout))
})

test('any block of names comes back from what a spreadsheet makes of it', () => {
  const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((name) => {
    const isPlain = isName(name) && !/\p{Co}|\p{Cn}/u.test(name) && name.trim() === name
    return isPlain && readWellName(name) === null && !/^[a-z\d\s]$/i.test(name)
  })
  fc.assert(
    fc.property(fc.array(fc.option(names), { minLength: 4, maxLength: 24 }), (cells) => {
      const wells = all.slice(0, cells.length)
      const layout = cells.flatMap((name, at) => (name ? [sample(name, wells[at] ?? '')] : []))
      const unique = [...new Map(layout.map((one) => [one.name, one])).values()]
      const text = writeBlock(copyBlock(unique, wells, shape), shape)
      const pasted = read(text)
      expect(pasted.problems).toEqual([])
      const back = pasteWells([], pasted, { wells: ['A1'], emptied: false, newId: counter() })
      expect(mapNames(back)).toEqual(mapNames(unique))
    }),
    { numRuns: 100 },
  )
})

function mapNames(layout: readonly Sample[]): Record<string, string> {
  return Object.fromEntries([...mapOwners(layout)].map(([well, { name }]) => [well, name]))
}

test('a block without headings begins at the well in focus; equal names are replicates', () => {
  expect(placed('S1\tS2\nS1\t\n', 'C3')).toEqual(['C3=S1', 'C4=S2', 'D3=S1'])
  const layout = pasteWells([], read('S1\tS1'), { wells: ['A1'], emptied: false, newId: counter() })
  expect(layout).toMatchObject([{ name: 'S1', coordinates: ['A1', 'A2'] }])
})

test('headings give the place of a block', () => {
  expect(placed('\t3\t4\nB\tS1\tS2\nC\tS3\t')).toEqual(['B3=S1', 'B4=S2', 'C3=S3'])
})

test('cells off the plate are reported, line by line', () => {
  expect(read('S1\tS2', 'A12')).toMatchObject({
    placements: [{ name: 'S1', wells: ['A12'] }],
    problems: [{ line: 1, text: 'S2', reason: 'offPlate', well: null }],
  })
})

test('a list has a well, a name and what the sample is', () => {
  const text =
    'Well\tSample\tType\tQuantity\tMix\nA01\tStd 1\tstandard\t1,5e4\t\nb2\tPool\t+\t\tMix 2\nC3\tF-1\n'
  expect(read(text)).toMatchObject({
    kind: 'list',
    problems: [],
    placements: [
      { name: 'Std 1', wells: ['A1'], sample_type: 'standard', quantity: 15_000 },
      { name: 'Pool', wells: ['B2'], sample_type: 'positive', well_type: 'Mix 2' },
      { name: 'F-1', wells: ['C3'] },
    ],
  })
})

test('headings name the columns of types and quantities, in any order', () => {
  const text = 'Position\tTask\tSample Name\tQuantity\nA1\tNTC\tW\t\nA2\tSTANDARD\tS6\t1e6\n'
  expect(read(text)).toMatchObject({
    problems: [],
    placements: [
      { name: 'W', wells: ['A1'], sample_type: 'ntc' },
      { name: 'S6', wells: ['A2'], sample_type: 'standard', quantity: 1e6 },
    ],
  })
  // Expect the usual order for one unknown heading, and a problem for each cell that does not fit it.
  expect(troubles('Well\tSample\tComment\tType\nA1\tW\tfrozen\tNTC')).toEqual(['2 badType'])
})

test('the name may come before the well, and a list may be separated by semicolons or commas', () => {
  expect(placed('F-1\tA1\nF-2\tA2')).toEqual(['A1=F-1', 'A2=F-2'])
  expect(placed('A1;F-1\nA2;F-2')).toEqual(['A1=F-1', 'A2=F-2'])
  expect(placed('A1,F-1\nA2,F-2')).toEqual(['A1=F-1', 'A2=F-2'])
})

test('nothing of a list is left out in silence', () => {
  const rows = [
    'Well\tName\tType\tQuantity',
    'A1\tOne',
    'A1\tTwo',
    'Z9\tThree',
    'A2\t',
    'A3\tFour\tmystery',
    'A4\tFive\tstandard\tmany',
    'A5\tSix\tunknown\t5',
    'no well\tSeven',
    `A6\t${'x'.repeat(130)}`,
    'A7\tEight\tstandard\t1.000',
    'A8\tNine\tstandard\t1,000',
  ]
  expect(troubles(rows.join('\n'))).toEqual([
    '3 wellTwice',
    '4 offPlate',
    '5 noName',
    '6 badType',
    '7 badQuantity',
    '8 notStandard',
    '9 noWell',
    '10 badName',
    '11 badQuantity',
    '12 badQuantity',
  ])
  const filled = rows.length - 1
  const { placements, problems } = read(rows.join('\n'))
  expect(placements.length + problems.length).toBe(filled)
})

test('samples named like wells are no list, and a wrong guess can be corrected', () => {
  expect(placed('C1\tC2\nC3\tC4')).toEqual(['A1=C1', 'A2=C2', 'B1=C3', 'B2=C4'])
  const as = (kind: 'block' | 'list') =>
    readPasted('C1\tPool', { ...target, as: kind }).placements.map(({ name }) => name)
  expect(as('list')).toEqual(['Pool'])
  expect(as('block')).toEqual(['C1', 'Pool'])
})

test('one cell fills all selected wells, and blank cells empty theirs only when asked', () => {
  const options = { wells: ['B1', 'B2'], emptied: false, newId: counter() }
  expect(mapNames(pasteWells([], read('Pool', 'B1'), options))).toEqual({ B1: 'Pool', B2: 'Pool' })
  const layout = [sample('Old', 'A2')]
  const pasted = read('One\t\tTwo')
  expect(mapNames(pasteWells(layout, pasted, { ...options, wells: ['A1'] }))).toMatchObject({
    A2: 'Old',
  })
  const emptied = pasteWells(layout, pasted, { ...options, wells: ['A1'], emptied: true })
  expect(mapNames(emptied)).toEqual({ A1: 'One', A3: 'Two' })
  // Expect the sample to wait; it is not deleted.
  expect(emptied.find(({ name }) => name === 'Old')?.coordinates).toEqual([])
})

test('wells copied on the page keep types, quantities and mixes', () => {
  const standard: Sample = {
    ...sample('Std', 'A1'),
    sample_type: 'standard',
    quantity: 1000,
    well_type: 'Mix 1',
  }
  const pasted = readCopied(copyBlock([standard], ['A1', 'A2'], shape), 'C3', shape)
  expect(pasted.placements).toEqual([
    { name: 'Std', sample_type: 'standard', quantity: 1000, well_type: 'Mix 1', wells: ['C3'] },
  ])
  expect(pasted.blank).toEqual(['C4'])
})

test('a list has a heading and one row for each filled well', () => {
  const words = { heading: ['Well', 'Sample', 'Type', 'Quantity', 'Mix'], type: () => 'Standard' }
  const standard: Sample = { ...sample('Std', 'A1'), sample_type: 'standard', quantity: 1000 }
  const text = writeList([standard], ['A1', 'A2'], words)
  expect(text).toBe('Well\tSample\tType\tQuantity\tMix\r\nA1\tStd\tStandard\t1000\t\r\n')
  expect(read(text).placements).toMatchObject([{ name: 'Std', quantity: 1000, wells: ['A1'] }])
})

test('cells may hold quotes, tabs and lines', () => {
  expect(splitCells('"a\tb"\t"say ""x"""\r\n"two\nlines"\tc\r\n\r\n')).toEqual([
    ['a\tb', 'say "x"'],
    ['two\nlines', 'c'],
  ])
  expect(splitCells('')).toEqual([])
  expect(read('').kind).toBe('nothing')
})

test('types are known by name, abbreviation and badge', () => {
  expect(['Unknown', 'std', '+', '−', 'NTC', 'Negative control', 'x'].map(readTypeWord)).toEqual([
    'unknown',
    'standard',
    'positive',
    'negative',
    'ntc',
    'negative',
    null,
  ])
})

test('seventh attack A7-10: no name that is copied is a formula in a spreadsheet, and it comes back as it was', () => {
  const names = ['=HYPERLINK("http://x","y")', '+1', '@SUM(A1)', '-2+3', "'=1", '-5', 'S1']
  const layout = names.map((name, at) => sample(name, all[at] ?? ''))
  const words = { heading: ['well', 'name'], type: () => 'unknown' }
  const wells = all.slice(0, names.length)
  for (const text of [
    writeBlock(copyBlock(layout, wells, shape), shape),
    writeList(layout, wells, words),
  ]) {
    const cells = text.split(/[\t\r\n]+/).map((cell) => cell.replace(/^"/, ''))
    expect(cells.filter((cell) => /^[=+@]|^-(?!\d+$)/.test(cell))).toEqual([])
    expect(read(text).placements.map(({ name }) => name)).toEqual(names)
  }
})

const many = Array.from({ length: 96 }, (_, at) => `S${at + 1}`)

function pasteNames(
  names: readonly string[],
  layout: readonly Sample[],
  options: { direction?: 'across' | 'down'; wells?: string[]; overControls?: boolean } = {},
) {
  const { direction = 'across', wells = ['A1'], overControls = false } = options
  const open = openWells(layout, wells, { shape, direction, overControls })
  const pasted = readPasted(names.join('\r\n'), { ...target, open })
  return {
    pasted,
    layout: pasteWells(layout, pasted, {
      wells,
      emptied: false,
      newId: counter(),
      planned: layout,
    }),
  }
}

test('first-use H2: 96 names without wells fill the plate in the chosen order', () => {
  for (const direction of ['across', 'down'] as const) {
    const { pasted, layout } = pasteNames(many, [], { direction })
    expect(pasted).toMatchObject({ kind: 'names', problems: [] })
    expect(layout.map(({ coordinates: [well] }) => well)).toEqual(listWells(shape, direction))
  }
})

test('first-use H2: names go on from the well in focus, or into the selected wells, and the rest is named', () => {
  const from = pasteNames(['x', '', 'y'], [], { wells: ['H11'] })
  expect(from.pasted.problems).toMatchObject([{ line: 3, text: 'y', reason: 'noWellLeft' }])
  expect(from.layout).toMatchObject([{ name: 'x', coordinates: ['H11'] }])
  const chosen = pasteNames(['x', 'y'], [], { wells: ['C3', 'B2'], direction: 'across' })
  expect(chosen.layout.map(({ name, coordinates }) => [name, ...coordinates])).toEqual([
    ['x', 'B2'],
    ['y', 'C3'],
  ])
})

test('first-use H2: the heading of a column is no sample', () => {
  expect(pasteNames(['Sample', 'x'], []).layout).toMatchObject([{ name: 'x', coordinates: ['A1'] }])
  expect(pasteNames(['Sample 1', 'x'], []).layout).toHaveLength(2)
})

test('first-use H3: samples of the protocol that lose their last well go, and controls keep theirs', () => {
  const control: Sample = { ...sample('Water', 'A2'), sample_type: 'ntc' }
  const protocol = [sample('UHR cDNA', ...all.filter((well) => well !== 'A2')), control]
  const { pasted, layout } = pasteNames(many, protocol)
  expect(pasted.problems).toMatchObject([{ text: 'S96', reason: 'noWellLeft' }])
  expect(layout.some(({ name }) => name === 'UHR cDNA')).toBe(false)
  expect(layout.find(({ name }) => name === 'Water')?.coordinates).toEqual(['A2'])
  expect(layout.find(({ name }) => name === 'S2')?.coordinates).toEqual(['A3'])
  const over = pasteNames(many, protocol, { overControls: true })
  expect(over.pasted.problems).toEqual([])
  expect(over.layout.map(({ name }) => name)).toEqual(many)
})

test('first-use H3: a sample that had no well before a paste stays, to be placed', () => {
  const { layout } = pasteNames(['x', 'y'], [sample('Not placed')])
  expect(layout.map(({ name }) => name)).toContain('Not placed')
})
