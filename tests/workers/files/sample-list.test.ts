import { describe, expect, test } from 'vitest'
import { cartridges } from '../../../domain/catalog/cartridges.ts'
import type { Sample } from '../../../domain/entities/analysis.ts'
import { Fault } from '../../../domain/fault.ts'
import { wellName } from '../../../domain/rules/well.ts'
import {
  type ListTarget,
  type ListType,
  listTypes,
} from '../../../workers/files/sample-list/list-wish.ts'
import { createListSession } from '../../../workers/files/sample-list/list-session.ts'
import {
  firstListSettings,
  type ListSettings,
  readListSettings,
} from '../../../workers/files/sample-list/list-settings.ts'
import { writeListTemplate } from '../../../workers/files/sample-list/write-template.ts'
import { createRandom } from '../../support/seeded-random.ts'
import { uuidOf } from '../../support/uuid-of.ts'

const [shape, plate] = [cartridges.Wells9, cartridges.Wells96]
let count = 0
const newId = () => uuidOf((count += 1))
const present: Sample[] = [
  { uuid: newId(), name: 'Old', sample_type: 'unknown', coordinates: ['A1', 'C3'] },
  { uuid: newId(), name: 'NTC', sample_type: 'ntc', coordinates: ['C2'] },
]
const predefined = [
  { name: 'Donor 1', sample_type: 'unknown' as const, coordinates: ['A1', 'A2'] },
  { name: 'Donor 2', sample_type: 'unknown' as const, coordinates: ['B1'] },
  { name: 'Positive', sample_type: 'positive' as const, coordinates: ['C1'] },
]
const order = Array.from({ length: 9 }, (_, at) => wellName(shape, at))
const target: ListTarget = { shape, present, predefined, applications: null, order }

interface Opening {
  type?: ListType
  change?: Partial<ListSettings>
  onto?: ListTarget
  language?: string
}

/** Open a list, with its outcome. */
function open(content: string | Uint8Array, opening: Opening = {}) {
  const { type = 'create', change = {}, onto = target, language = 'en' } = opening
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const session = createListSession()
  const wish = { type, settings: { ...firstListSettings, ...change }, target: onto }
  const told = { encoding: null, delimiter: null }
  const view = session.open({ name: 'list.csv', bytes }, wish, told, language)
  const rows = session.readRows('all', 0, 1000)
  const left = rows.flatMap(({ row, outcome }) =>
    outcome.kind === 'left' ? [{ row, reason: outcome.reason, params: outcome.params }] : [],
  )
  const taken = rows.flatMap(({ row, outcome }) =>
    outcome.kind === 'taken' ? [[row, ...outcome.wells]] : [],
  )
  return { session, wish, view, samples: view.samples, rows, left, taken }
}
const create = (text: string, change: Partial<ListSettings> = {}) => open(text, { change })
const names = (text: string, change: Partial<ListSettings> = {}) =>
  open(text, { change, type: 'names' })
const layoutOf = (samples: readonly { name: string; coordinates: readonly string[] }[]) =>
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
    const { samples, taken, left, view } = create(
      'Well,Sample,Sample type,Quantity\nA1,F-7,,\na02,F-7,unknown,\nC3,Std,standard,1e4\n',
    )
    expect(samples).toEqual([
      { name: 'F-7', sample_type: 'unknown', coordinates: ['A1', 'A2'] },
      { name: 'Std', sample_type: 'standard', coordinates: ['C3'], quantity: 10_000 },
    ])
    expect(taken).toEqual([
      [2, 'A1'],
      [3, 'A2'],
      [4, 'C3'],
    ])
    expect(left).toEqual([])
    expect(view.counts).toEqual({ rows: 3, taken: 3, left: 0, skipped: 0, changed: 0 })
    expect(view.names).toBe(2)
  })

  test('[ENT-065] a row and a column in two cells, under headers of the laboratory’s own', () => {
    const own = { header_sample: 'Probe', header_row: 'Zeile', header_column: 'Spalte' }
    expect(layoutOf(create('ZEILE;Spalte;Probe\nB;2;x\n3;1;y\n', own).samples)).toEqual({
      x: 'B2',
      y: 'C1',
    })
  })

  test('[ENT-065] rows of an application that the plan is not for stay out', () => {
    const text = 'Well,Sample,Application\nA1,x,Malaria\nA2,y,dengue\nA3,z,\n'
    const of = (applications: string[] | null) => open(text, { onto: { ...target, applications } })
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
    expect(kept[0]?.uuid).toBe(present[0]?.uuid)
  })
})

describe('use names', () => {
  test('[STATE-066] of the layout that is there, the samples that are named are taken with their wells', () => {
    const { samples, taken } = names('Sample\ndonor 1\nPositive\n')
    expect(samples).toEqual([
      { name: 'Donor 1', sample_type: 'unknown', coordinates: ['A1', 'A2'] },
      { name: 'Positive', sample_type: 'positive', coordinates: ['C1'] },
    ])
    expect(taken).toEqual([
      [2, 'A1', 'A2'],
      [3, 'C1'],
    ])
    const kept = names('Sample\nDonor 2\n', { clean_cartridge: false }).samples
    expect(layoutOf(kept)).toEqual({ Old: 'A1 C3', NTC: 'C2', 'Donor 2': 'B1' })
  })

  test('[VAL-036] a sample that does not match the layout is not imported, and said so', () => {
    const { samples, left } = names('Sample,Well\nDonor 3,\nDonor 2,A1\nDonor 1,A2\n')
    expect(layoutOf(samples)).toEqual({ 'Donor 1': 'A1 A2' })
    expect(left).toEqual([
      { row: 2, reason: 'csv_no_match', params: { name: 'Donor 3' } },
      { row: 3, reason: 'csv_well_differs', params: { well: 'A1', wells: 'B1' } },
    ])
  })
})

describe('refused lists', () => {
  test('[VAL-033] nothing is read without the header; it may be below other rows', () => {
    const missing = (text: string, opening: Opening = {}) =>
      open(text, opening).view.missing.map(({ header }) => header)
    expect(missing('A1,F-7\nA2,F-8\n')).toEqual(['Sample', 'Well'])
    expect(open('A1,F-7\nA2,F-8\n').view).toMatchObject({ samples: [], counts: { rows: 0 } })
    expect(missing('Sample\nF-7\n')).toEqual(['Well'])
    expect(missing('Sample,Row\nF-7,A\n', { change: { header_well: '' } })).toEqual(['Column'])
    expect(missing('Well\nA1\n', { type: 'names' })).toEqual(['Sample'])
    expect(missing('Sample\nF-7\n', { type: 'names' })).toEqual([])
    const { view, taken } = open('Our list of Monday,\n,\nWell,Sample\nA1,F-7\n')
    expect([view.headerRow, taken]).toEqual([3, [[4, 'A1']]])
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
    const { samples, left, view } = create(
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
    expect(view.reasons[0]).toEqual({ reason: 'csv_formula', count: 2 })
    expect(view.reasons.reduce((sum, { count }) => sum + count, 0)).toBe(view.counts.left)
  })

  test('a file that is no list at all', () => {
    expect(refusal(() => open('')).reason).toBe('file_empty')
    expect(refusal(() => open('PK\u0003\u0004 …')).code).toBe('invalid')
    expect(refusal(() => open('Well,Sample\n'.repeat(500_001))).reason).toBe('table_too_large')
    expect(refusal(() => open('<a/>')).reason).toBe('file_format_unknown')
    expect(refusal(() => open('Well,Sample\nA1,"F-7\n'))).toMatchObject({
      reason: 'text_quote_open',
      params: { row: 2 },
    })
  })
})

test('the template fits the plate and is read back as it was written', () => {
  const layout = predefined.map((one) => ({ ...one, uuid: newId() }))
  for (const change of [{}, { header_well: '' }]) {
    const settings = { ...firstListSettings, ...change }
    const bytes = writeListTemplate(plate, layout, settings)
    const { samples, left } = open(bytes, { change, onto: { ...target, shape: plate } })
    expect(layoutOf(samples)).toEqual(layoutOf(layout))
    expect(left).toEqual([])
  }
})

test('settings are read from the person’s own, whatever else is there', () => {
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

test('wells are filled once and every row is reported, for any content of a file', () => {
  const random = createRandom(20261121)
  const words = ['A1', 'B2', 'C9', 'Z', '', '1', '12', 'Donor 1', '=x', 'ntc', '"', ';', '😀', '-']
  const word = () => random.pick(words)
  for (let seed = 0; seed < 150; seed += 1) {
    const lines = Array.from({ length: 12 }, () => [word(), word(), word()].join(','))
    const text = `Well,Sample,Sample type\n${lines.join('\n').replaceAll('"', '')}`
    for (const type of listTypes) {
      const { samples, rows, view } = open(text, { type })
      const wells = samples.flatMap(({ coordinates }) => coordinates)
      expect(new Set(wells).size).toBe(wells.length)
      const { counts } = view
      expect(counts.taken + counts.left).toBe(counts.rows)
      expect(rows).toHaveLength(counts.rows)
      expect(rows.every(({ cells }) => cells.name !== '' || cells.sample_type !== '')).toBe(true)
    }
  }
})
