import { describe, expect, test } from 'vitest'
import { cartridges } from '../../../domain/catalog/cartridges.ts'
import type { Sample } from '../../../domain/entities/analysis.ts'
import { Fault } from '../../../domain/fault.ts'
import {
  firstListSettings,
  type ListSettings,
  readListSettings,
} from '../../../workers/files/sample-list/list-settings.ts'
import { listTypes, placeSamples } from '../../../workers/files/sample-list/place-samples.ts'
import { readSampleList } from '../../../workers/files/sample-list/read-list.ts'
import { writeListTemplate } from '../../../workers/files/sample-list/write-template.ts'
import { createRandom } from '../../support/seeded-random.ts'

const [shape, plate] = [cartridges.Wells9, cartridges.Wells96]
let count = 0
const newId = () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`
const present: Sample[] = [
  { uuid: newId(), name: 'Old', sample_type: 'unknown', coordinates: ['A1', 'C3'] },
  { uuid: newId(), name: 'NTC', sample_type: 'ntc', coordinates: ['C2'] },
]
const predefined = [
  { name: 'Donor 1', sample_type: 'unknown' as const, coordinates: ['A1', 'A2'] },
  { name: 'Donor 2', sample_type: 'unknown' as const, coordinates: ['B1'] },
  { name: 'Positive', sample_type: 'positive' as const, coordinates: ['C1'] },
]
const target = { shape, present, predefined, applications: null, newId }

function read(text: string, change: Partial<ListSettings> = {}, placed = true) {
  const file = { name: 'list.csv', bytes: new TextEncoder().encode(text) }
  return readSampleList(file, { ...firstListSettings, ...change }, placed)
}
function create(text: string, change: Partial<ListSettings> = {}) {
  const settings = { ...firstListSettings, ...change }
  return placeSamples(read(text, change), 'create', settings, target)
}
function names(text: string, change: Partial<ListSettings> = {}) {
  const settings = { ...firstListSettings, ...change }
  return placeSamples(read(text, change, false), 'names', settings, target)
}
const layoutOf = (samples: readonly Sample[]) =>
  Object.fromEntries(samples.map((one) => [one.name, one.coordinates.join(' ')]))
const reasons = (left: readonly { row: number; reason: string }[]) =>
  left.map(({ row, reason }) => `${row} ${reason}`)

function refusal(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof Fault) return error.first
  }
  throw new Error('not refused')
}

describe('create', () => {
  test('[STATE-065] new samples go where the file says; rows that say the same are replicates', () => {
    const { samples, taken, left } = create(
      'Well,Sample,Sample type,Quantity\nA1,F-7,,\na02,F-7,unknown,\nC3,Std,standard,1e4\n',
    )
    expect(samples).toMatchObject([
      { name: 'F-7', sample_type: 'unknown', coordinates: ['A1', 'A2'] },
      { name: 'Std', sample_type: 'standard', coordinates: ['C3'], quantity: 10_000 },
    ])
    expect(new Set(samples.map(({ uuid }) => uuid)).size).toBe(2)
    expect(present.map(({ uuid }) => uuid)).not.toContain(samples[0]?.uuid)
    expect(taken.map(({ row, wells }) => [row, ...wells])).toEqual([
      [2, 'A1'],
      [3, 'A2'],
      [4, 'C3'],
    ])
    expect(left).toEqual([])
  })

  test('[ENT-065] a row and a column in two cells, under headers of the laboratory’s own', () => {
    const own = { header_sample: 'Probe', header_row: 'Zeile', header_column: 'Spalte' }
    expect(layoutOf(create('ZEILE;Spalte;Probe\nB;2;x\n3;1;y\n', own).samples)).toEqual({
      x: 'B2',
      y: 'C1',
    })
  })

  test('[ENT-065] rows of an application that the plan is not for stay out', () => {
    const rows = read('Well,Sample,Application\nA1,x,Malaria\nA2,y,dengue\nA3,z,\n')
    const of = (applications: string[] | null) =>
      placeSamples(rows, 'create', firstListSettings, { ...target, applications })
    expect(layoutOf(of(['Dengue']).samples)).toEqual({ y: 'A2', z: 'A3' })
    expect(reasons(of(['Dengue']).left)).toEqual(['2 csv_other_application'])
    expect(of(null).left).toEqual([])
  })

  test('[ENT-067] [ENT-068] names are cleansed and get their prefix', () => {
    const text = 'Well,Sample\nA1,F/26/7\n'
    const { samples } = create(text, { cleanse: '/', replace_with: '-', prefix: 'LAB ' })
    expect(layoutOf(samples)).toEqual({ 'LAB F-26-7': 'A1' })
  })

  test('[ENT-069] the cartridge is emptied first, or only the wells that are filled', () => {
    const text = 'Well,Sample\nA1,New\nC2,Newer\n'
    expect(layoutOf(create(text).samples)).toEqual({ New: 'A1', Newer: 'C2' })
    const kept = create(text, { clean_cartridge: false }).samples
    expect(layoutOf(kept)).toEqual({ Old: 'C3', New: 'A1', Newer: 'C2' })
  })
})

describe('use names', () => {
  test('[STATE-066] of the layout that is there, the samples that are named are taken with their wells', () => {
    const { samples, taken } = names('Sample\ndonor 1\nPositive\n')
    expect(samples).toMatchObject([
      { name: 'Donor 1', sample_type: 'unknown', coordinates: ['A1', 'A2'] },
      { name: 'Positive', sample_type: 'positive', coordinates: ['C1'] },
    ])
    expect(taken).toMatchObject([{ wells: ['A1', 'A2'] }, { wells: ['C1'] }])
    const kept = names('Sample\nDonor 2\n', { clean_cartridge: false }).samples
    expect(layoutOf(kept)).toEqual({ Old: 'A1 C3', NTC: 'C2', 'Donor 2': 'B1' })
  })

  test('[VAL-036] a sample that does not match the layout is not imported, and said so', () => {
    const { samples, left } = names('Sample,Well\nDonor 3,\nDonor 2,A1\nDonor 1,A2\n')
    expect(layoutOf(samples)).toEqual({ 'Donor 1': 'A1 A2' })
    expect(left).toEqual([
      { row: 2, name: 'Donor 3', reason: 'csv_no_match', params: { name: 'Donor 3' } },
      { row: 3, name: 'Donor 2', reason: 'csv_well_differs', params: { well: 'A1', wells: 'B1' } },
    ])
  })
})

describe('what is refused', () => {
  test('[VAL-033] a file without its header', () => {
    const missing = (text: string, change = {}, placed = true) =>
      refusal(() => read(text, change, placed))
    expect(missing('A1,F-7\nA2,F-8\n')).toMatchObject({
      reason: 'csv_header_missing',
      params: { headers: 'Sample, Well' },
    })
    expect(missing('Sample\nF-7\n').params).toEqual({ headers: 'Well' })
    expect(missing('Sample,Row\nF-7,A\n', { header_well: '' }).params).toEqual({
      headers: 'Row, Column',
    })
    expect(missing('Well\nA1\n', {}, false).params).toEqual({ headers: 'Sample' })
    expect(read('Sample\nF-7\n', {}, false)).toHaveLength(1)
    expect(read('Our list of Monday,\n,\nWell,Sample\nA1,F-7\n')).toMatchObject([
      { row: 4, name: 'F-7', well: 'A1' },
    ])
  })

  test('[VAL-034] [VAL-035] rows and columns outside the layout', () => {
    const { samples, left } = create(
      'Well,Row,Column,Sample\nD1,,,a\nA4,,,b\n,D,1,c\n,A,0,d\n,4,1,e\nAA1,,,f\nC3,,,g\n',
    )
    expect(layoutOf(samples)).toEqual({ g: 'C3' })
    expect(reasons(left)).toEqual([
      '2 csv_row_outside',
      '3 csv_column_outside',
      '4 csv_row_outside',
      '5 csv_column_outside',
      '6 csv_row_outside',
      '7 csv_row_outside',
    ])
    expect(left[0]?.params).toEqual({ row: 'D', rows: 3 })
    expect(left[1]?.params).toEqual({ column: 4, columns: 3 })
  })

  test('rows that cannot be understood, each with its reason', () => {
    const { samples, left } = create(
      [
        'Well,Sample,Sample type,Quantity',
        'A1,=1+2,,',
        'A1,-cmd,,',
        '?,x,,',
        ',x,,',
        'A1,,positive,',
        'A1,x,odd,',
        'A1,x,standard,"1,000"',
        `A1,${'y'.repeat(121)},,`,
        'B1,x,,',
        'B1,z,,',
        'B2,-5,,',
        'B3,,,',
      ].join('\n'),
    )
    expect(layoutOf(samples)).toEqual({ x: 'B1', '-5': 'B2' })
    expect(reasons(left)).toEqual([
      '2 csv_formula',
      '3 csv_formula',
      '4 csv_well_unreadable',
      '5 csv_well_missing',
      '6 csv_name_missing',
      '7 csv_type_unknown',
      '8 csv_quantity_unreadable',
      '9 csv_name_invalid',
      '11 csv_well_taken',
    ])
  })

  test('what is no list at all', () => {
    expect(refusal(() => read('')).reason).toBe('file_empty')
    expect(refusal(() => read('PK\u0003\u0004 …')).code).toBe('invalid')
    expect(refusal(() => read('Well,Sample\n'.repeat(2500))).reason).toBe('table_too_large')
    expect(refusal(() => read('x'.repeat(2 ** 20 + 1))).reason).toBe('file_too_large')
    expect(refusal(() => read('<a/>')).reason).toBe('file_format_unknown')
  })
})

test('separators, encodings and line ends of spreadsheets', () => {
  for (const [separator, end] of [
    [',', '\n'],
    [';', '\r\n'],
    ['\t', '\r'],
  ]) {
    const text = ['Well,Sample', '"A1",Ätna', 'A2, b '].join(end).replaceAll(',', separator ?? '')
    expect(layoutOf(create(`\uFEFF${text}`).samples)).toEqual({ Ätna: 'A1', b: 'A2' })
  }
})

test('the template fits the plate and is read back as it was written', () => {
  const layout = predefined.map((one) => ({ ...one, uuid: newId() }))
  for (const change of [{}, { header_well: '' }]) {
    const settings = { ...firstListSettings, ...change }
    const bytes = writeListTemplate(plate, layout, settings)
    const rows = readSampleList({ name: 'template.csv', bytes }, settings, true)
    expect(rows).toHaveLength(96)
    const { samples, left } = placeSamples(rows, 'create', settings, { ...target, shape: plate })
    expect(layoutOf(samples)).toEqual(layoutOf(layout))
    expect(left).toEqual([])
  }
})

test('settings come out of the person’s own, whatever lies there', () => {
  const at = (name: string, value: unknown, category = 'csv_import') => ({ name, value, category })
  expect(readListSettings([])).toEqual(firstListSettings)
  expect(
    readListSettings([
      at('header_sample', 'Probe'),
      at('clean_cartridge', false),
      at('prefix', 'x', 'other'),
      at('unheard_of', 1),
    ]),
  ).toEqual({ ...firstListSettings, header_sample: 'Probe', clean_cartridge: false })
  expect(readListSettings([at('prefix', 7)])).toEqual(firstListSettings)
})

test('whatever a file holds, wells are filled once and every row is told of', () => {
  const random = createRandom(20261121)
  const words = ['A1', 'B2', 'C9', 'Z', '', '1', '12', 'Donor 1', '=x', 'ntc', '"', ';', '😀', '-']
  const word = () => random.pick(words)
  for (let seed = 0; seed < 500; seed += 1) {
    const lines = Array.from({ length: 12 }, () => [word(), word(), word()].join(','))
    const text = `Well,Sample,Sample type\n${lines.join('\n').replaceAll('"', '')}`
    for (const type of listTypes) {
      const rows = read(text)
      const placed = placeSamples(rows, type, firstListSettings, target)
      const wells = placed.samples.flatMap(({ coordinates }) => coordinates)
      expect(new Set(wells).size).toBe(wells.length)
      const told = [...placed.taken, ...placed.left].map(({ row }) => row)
      const asked = rows.filter((one) => one.name !== '' || one.sample_type)
      expect(told.sort((a, b) => a - b)).toEqual(asked.map(({ row }) => row))
    }
  }
})
