import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { cartridges } from '../../../domain/catalog/cartridges.ts'
import { wellName } from '../../../domain/rules/well.ts'
import { openList } from './open-list.ts'

const layoutOf = (content: string) =>
  openList(content).samples.map(({ name, sample_type, well_type, quantity, coordinates }) =>
    [name, sample_type, well_type, quantity, coordinates.join(' ')].filter(Boolean).join(' '),
  )

describe('a plate as a grid', () => {
  test('issue 20 (P15): names of a grid go into their wells, with each delimiter of a spreadsheet', () => {
    for (const delimiter of [',', ';', '\t']) {
      const text = [
        ['', '1', '2', '3'],
        ['A', 'F-7', '', 'F-8'],
        ['B', '', 'F-7', ''],
      ]
        .map((cells) => cells.join(delimiter))
        .join('\r\n')
      const view = openList(`${text}\r\n`)
      expect(view).toMatchObject({ form: 'grid', counts: { taken: 3, left: 0 } })
      expect(view.samples.map(({ name, coordinates }) => [name, ...coordinates])).toEqual([
        ['F-7', 'A1', 'B2'],
        ['F-8', 'A3'],
      ])
    }
  })

  test('issue 20 (P15): further grids hold type, mix and quantity of the same wells, by their titles', () => {
    const text = [
      'Plate 7 of the freezer,,',
      ',1,2',
      'A,Dil 1,Water',
      'B,F-7,F-7',
      '',
      'Sample type,1,2',
      'A,Standard,NTC',
      '',
      'Mix,,',
      ',1,2',
      'A,M1,M1',
      'B,M1,M2',
      '',
      'Quantity,1,2',
      'A,1000,',
    ]
    expect(layoutOf(text.join('\n'))).toEqual([
      'Dil 1 standard M1 1000 A1',
      'Water ntc M1 A2',
      'F-7 unknown M1 B1',
      'F-7 unknown M2 B2',
    ])
  })

  test('issue 20 (P15): what is below a grid and no part of it is left out with a reason, never lost', () => {
    const view = openList(',1,2\nA,F-7,F-8\n\nRemark,see notebook\n\n,1,2\nA,x,y\n')
    expect(view.samples.map(({ name }) => name)).toEqual(['F-7', 'F-8'])
    expect(view.counts).toMatchObject({ taken: 2, left: 3 })
    expect(view.reasons).toEqual([{ reason: 'csv_well_missing', count: 3 }])
  })

  test('issue 20 (P15): a list with a numbered header, and a grid without a row A, are lists', () => {
    expect(openList('Well,Sample\nA1,F-7\n').form).toBe('rows')
    expect(openList(',1,2\nB,F-7,F-8\n').form).toBe('rows')
    expect(openList('Sample,1,2\nF-7,3,4\n').form).toBe('rows')
  })

  test('issue 20 (P15): any names of any wells come back from a grid as they were', () => {
    const { rows, columns } = cartridges.Wells96
    const name = fc.stringMatching(/^[A-Za-z][\w ;,"-]{0,12}\w$/)
    const wells = fc.dictionary(fc.integer({ min: 0, max: 95 }).map(String), name, { minKeys: 1 })
    fc.assert(
      fc.property(wells, fc.constantFrom(',', ';', '\t'), (names, delimiter) => {
        const data = Array.from({ length: rows }, (_, row) => [
          String.fromCodePoint(65 + row),
          ...Array.from({ length: columns }, (_, column) => names[row * columns + column] ?? ''),
        ])
        const fields = ['', ...Array.from({ length: columns }, (_, at) => `${at + 1}`)]
        const view = openList(Papa.unparse({ fields, data }, { delimiter }))
        const found = view.samples.flatMap((one) =>
          one.coordinates.map((well) => [well, one.name] as const),
        )
        const expected = Object.entries(names).map(
          ([at, text]) => [wellName({ rows, columns }, Number(at)), text] as const,
        )
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
      }),
      // Keep an example that was found by chance: with semicolons the name of this sample has a header in it.
      { numRuns: 60, examples: [[{ 3: 'A;name;a' }, ',']] },
    )
  })
})
