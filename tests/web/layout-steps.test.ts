import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cartridgeNames, cartridges } from '../../domain/catalog/cartridges.ts'
import { type Sample, sampleTypes } from '../../domain/entities/analysis.ts'
import { countNames, fitCartridge, type Layout } from '../../web/state/draft-steps.ts'
import {
  assignName,
  cycleType,
  setQuantity,
  setType,
  setWellType,
} from '../../web/state/layout-steps/assign.ts'
import { diffLayouts } from '../../web/state/layout-steps/diff.ts'
import { layDilution } from '../../web/state/layout-steps/dilution.ts'
import { fillAlong } from '../../web/state/layout-steps/fill-along.ts'
import { arrangements, replicate } from '../../web/state/layout-steps/replicates.ts'
import { fillSeries } from '../../web/state/layout-steps/series.ts'
import { transformKinds, transformLayout } from '../../web/state/layout-steps/transform.ts'
import {
  dropUnplaced,
  findUnplaced,
  neighbourWell,
  nextEmptyWell,
  placeAll,
  placeOne,
} from '../../web/state/layout-steps/unplaced.ts'
import { listWells, orderWells, placeSamples } from '../../web/state/layout-steps/wells.ts'
import { uuidOf } from '../support/uuid-of.ts'

const plate = cartridges.Wells96

function counter(): () => string {
  let at = 0
  return () => uuidOf((at += 1))
}

function sample(name: string, ...coordinates: string[]): Sample {
  return { uuid: `id of ${name}`, name, sample_type: 'unknown', coordinates }
}

/** Write a layout as `A1=One A2=One B1=Two`, in the order of the plate. */
function draw(layout: Layout): string {
  const wells = layout.flatMap(({ name, coordinates }) =>
    coordinates.map((well) => [well, name] as const),
  )
  const order = listWells(plate, 'across')
  return wells
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([well, name]) => `${well}=${name}`)
    .join(' ')
}

/** A plate of any size, with samples in any of its wells, some of them in several and some in none. */
const worlds = fc
  .constantFrom(...cartridgeNames)
  .chain((name) => {
    const shape = cartridges[name]
    const all = listWells(shape, 'across')
    return fc.record({
      shape: fc.constant(shape),
      wells: fc.uniqueArray(fc.constantFrom(...all), { minLength: 1 }),
      owners: fc.array(fc.integer({ min: -1, max: 8 }), {
        minLength: all.length,
        maxLength: all.length,
      }),
      types: fc.array(fc.constantFrom(...sampleTypes), { minLength: 9, maxLength: 9 }),
      direction: fc.constantFrom('across' as const, 'down' as const),
      count: fc.integer({ min: 1, max: 9 }),
      rows: fc.integer({ min: -9, max: 9 }),
      columns: fc.integer({ min: -13, max: 13 }),
    })
  })
  .map(({ owners, types, ...world }) => {
    const all = listWells(world.shape, 'across')
    const layout: Layout = types.map((sample_type, at) => ({
      uuid: `sample ${at}`,
      name: `S ${at + 1}`,
      sample_type,
      coordinates: all.filter((_, well) => owners[well] === at),
    }))
    return { ...world, layout }
  })
type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never

/** Check the invariants of every step: no sample is lost, no well is filled twice, none is off the plate. */
function checkKept(step: (world: World) => Layout): void {
  fc.assert(
    fc.property(worlds, (world) => {
      const after = step(world)
      const known = new Set(after.map(({ uuid }) => uuid))
      expect(world.layout.filter(({ uuid }) => !known.has(uuid))).toEqual([])
      expect(known.size).toBe(after.length)
      const filled = after.flatMap(({ coordinates }) => coordinates)
      expect(new Set(filled).size).toBe(filled.length)
      const all = new Set(listWells(world.shape, 'across'))
      expect(filled.filter((well) => !all.has(well))).toEqual([])
    }),
    { numRuns: 150 },
  )
}

const steps: [name: string, step: (world: World) => Layout][] = [
  [
    'a series of names',
    ({ layout, wells, direction, count, shape }) => {
      const series = { name: 'S 3', sample_type: 'unknown' as const, direction, replicates: count }
      return fillSeries(layout, wells, series, shape, counter())
    },
  ],
  ...arrangements.map((one): [string, (world: World) => Layout] => [
    `replicates (${one})`,
    ({ layout, wells, count, shape }) => replicate(layout, wells, count, one, shape).layout,
  ]),
  [
    'a dilution series',
    ({ layout, wells, direction, count, shape }) => {
      const figures = { start: 1e6, factor: 10, steps: count, replicates: 3 }
      const dilution = { name: 'Std', ...figures, direction }
      return layDilution(layout, wells[0] ?? '', dilution, shape, counter()).layout
    },
  ],
  [
    'filling down and right',
    ({ layout, wells, direction, shape }) => fillAlong(layout, wells, direction, shape),
  ],
  ...transformKinds.map((kind): [string, (world: World) => Layout] => [
    `moving the plate (${kind})`,
    ({ layout, rows, columns, shape }) =>
      transformLayout(layout, { kind, rows, columns }, shape).layout,
  ]),
  [
    'placing all that has no well',
    ({ layout, shape, direction }) => placeAll(layout, shape, direction),
  ],
  ['placing one', ({ layout, wells }) => placeOne(layout, 'sample 0', wells)],
  [
    'pasting',
    ({ layout, wells }) =>
      placeSamples(
        layout,
        wells.map((well, at) => ({ name: `S ${at % 12}`, wells: [well] })),
        counter(),
      ),
  ],
]

describe('whatever is on the plate, no sample is lost and no well is filled twice', () => {
  test.each(steps)('by %s', (_name, step) => {
    expect(() => checkKept(step)).not.toThrow()
  })

  test('by another size of the cartridge', () => {
    fc.assert(
      fc.property(worlds, fc.constantFrom(...cartridgeNames), ({ layout }, name) => {
        const after = fitCartridge(layout, name)
        expect(after.map(({ uuid }) => uuid)).toEqual(layout.map(({ uuid }) => uuid))
        const all = new Set(listWells(cartridges[name], 'across'))
        expect(after.flatMap(({ coordinates }) => coordinates).every((one) => all.has(one))).toBe(
          true,
        )
      }),
    )
  })
})

describe('turning a plate', () => {
  test('by 180° puts A1 to H12, and twice is nothing', () => {
    const rotate = { kind: 'rotate', rows: 0, columns: 0 } as const
    const once = transformLayout([sample('One', 'A1', 'B2')], rotate, plate)
    expect(once.layout[0]?.coordinates).toEqual(['H12', 'G11'])
    fc.assert(
      fc.property(worlds, ({ layout, shape }) => {
        const turned = transformLayout(layout, rotate, shape).layout
        expect(transformLayout(turned, rotate, shape).layout).toEqual(layout)
      }),
    )
  })

  test('mirroring both ways is turning', () => {
    fc.assert(
      fc.property(worlds, ({ layout, shape }) => {
        const by = (kind: (typeof transformKinds)[number]) => (before: Layout) =>
          transformLayout(before, { kind, rows: 0, columns: 0 }, shape).layout
        expect(by('mirrorRows')(by('mirrorColumns')(layout))).toEqual(by('rotate')(layout))
      }),
    )
  })

  test('a shift gives up wells off the plate and says how many; their samples stay', () => {
    const before = [sample('Edge', 'A12'), sample('Both', 'B11', 'B12')]
    const after = transformLayout(before, { kind: 'shift', rows: 0, columns: 1 }, plate)
    expect(after.fallen).toBe(2)
    expect(findUnplaced(after.layout).map(({ name }) => name)).toEqual(['Edge'])
    expect(draw(after.layout)).toBe('B12=Both')
  })
})

describe('series of names', () => {
  const series = {
    name: 'F-007',
    sample_type: 'unknown',
    direction: 'across',
    replicates: 1,
  } as const

  test('count on by rows or by columns', () => {
    const wells = ['A1', 'A2', 'B1', 'B2']
    expect(draw(fillSeries([], wells, series, plate, counter()))).toBe(
      'A1=F-007 A2=F-008 B1=F-009 B2=F-010',
    )
    const down = { ...series, direction: 'down' } as const
    expect(draw(fillSeries([], wells, down, plate, counter()))).toBe(
      'A1=F-007 A2=F-009 B1=F-008 B2=F-010',
    )
  })

  test('give each its replicates, and skip a name in another well', () => {
    const twice = { ...series, replicates: 2 }
    const after = fillSeries(
      [sample('F-008', 'H12')],
      ['A1', 'A2', 'A3', 'A4'],
      twice,
      plate,
      counter(),
    )
    expect(draw(after)).toBe('A1=F-007 A2=F-007 A3=F-009 A4=F-009 H12=F-008')
  })

  test('a sample that is overwritten waits without a well', () => {
    const after = fillSeries([sample('Old', 'A1')], ['A1'], series, plate, counter())
    expect(findUnplaced(after).map(({ name }) => name)).toEqual(['Old'])
  })
})

describe('replicates', () => {
  const column = [sample('One', 'A1'), sample('Two', 'B1')]

  test('are placed beside each sample in its row', () => {
    expect(draw(replicate(column, ['A1', 'B1'], 3, 'across', plate).layout)).toBe(
      'A1=One A2=One A3=One B1=Two B2=Two B3=Two',
    )
  })

  test('make room where samples are in the same line', () => {
    expect(draw(replicate(column, ['A1', 'B1'], 2, 'down', plate).layout)).toBe(
      'A1=One B1=One C1=Two D1=Two',
    )
  })

  test('as a block repeat the whole selection, downwards where the right has no room', () => {
    expect(draw(replicate(column, ['A1', 'B1'], 2, 'block', plate).layout)).toBe(
      'A1=One A2=One B1=Two B2=Two',
    )
    const wide = [sample('Left', 'A1'), sample('Right', 'A12')]
    expect(draw(replicate(wide, ['A1', 'A12'], 2, 'block', plate).layout)).toBe(
      'A1=Left A12=Right B1=Left B12=Right',
    )
  })

  test('off the plate are counted', () => {
    expect(replicate([sample('One', 'A11')], ['A11'], 4, 'across', plate).fallen).toBe(2)
  })
})

test('a dilution series has falling quantities, and what has no room waits without a well', () => {
  const dilution = { name: 'Std', start: 1e6, factor: 10, steps: 3, replicates: 2 } as const
  const { layout } = layDilution([], 'A1', { ...dilution, direction: 'down' }, plate, counter())
  expect(layout.map(({ quantity }) => quantity)).toEqual([1e6, 1e5, 1e4])
  expect(layout.every(({ sample_type }) => sample_type === 'standard')).toBe(true)
  expect(draw(layout)).toBe('A1=Std 1 A2=Std 1 B1=Std 2 B2=Std 2 C1=Std 3 C2=Std 3')
  const low = layDilution([], 'G1', { ...dilution, direction: 'down' }, plate, counter())
  expect(low.fallen).toBe(2)
  expect(findUnplaced(low.layout).map(({ name }) => name)).toEqual(['Std 3'])
})

describe('filling down and right', () => {
  test('takes the first well of each line', () => {
    const layout = [sample('One', 'A1'), sample('Two', 'A2')]
    const wells = ['A1', 'A2', 'B1', 'B2']
    expect(draw(fillAlong(layout, wells, 'down', plate))).toBe('A1=One A2=Two B1=One B2=Two')
    expect(draw(fillAlong(layout, wells, 'across', plate))).toBe('A1=One A2=One')
  })

  test('takes the well before where only one is selected, and nothing from an empty one', () => {
    const layout = [sample('One', 'A1')]
    expect(draw(fillAlong(layout, ['B1'], 'down', plate))).toBe('A1=One B1=One')
    expect(fillAlong(layout, ['C3', 'D3'], 'down', plate)).toBe(layout)
  })
})

describe('naming wells', () => {
  test('renames a sample without other wells and keeps its type', () => {
    const standard = { ...sample('Old', 'A1'), sample_type: 'standard' as const, quantity: 100 }
    const [after] = assignName([standard], ['A1'], ' New ', counter())
    expect(after).toEqual({ ...standard, name: 'New' })
  })

  test('takes a name that is there already as a replicate', () => {
    const after = assignName([sample('One', 'A1')], ['B1'], 'One', counter())
    expect(draw(after)).toBe('A1=One B1=One')
    expect(after).toHaveLength(1)
  })

  test('parts one well of several from its sample, with the same type', () => {
    const control = { ...sample('Pool', 'A1', 'A2'), sample_type: 'positive' as const }
    const after = assignName([control], ['A2'], 'Other', counter())
    expect(draw(after)).toBe('A1=Pool A2=Other')
    expect(after[1]?.sample_type).toBe('positive')
  })

  test('knows NTC, and does nothing without a name', () => {
    expect(assignName([], ['A1'], 'NTC 1', counter())[0]?.sample_type).toBe('ntc')
    const layout = [sample('One', 'A1')]
    expect(assignName(layout, ['A1'], '  ', counter())).toBe(layout)
    expect(assignName(layout, ['A1'], 'One', counter())).toBe(layout)
  })
})

describe('the identity of a sample', () => {
  test('goes on from type to type, for all of a selection alike', () => {
    const layout = [sample('One', 'A1'), sample('Two', 'A2')]
    const typed = cycleType(layout, ['A1', 'A2'])
    expect(typed.map(({ sample_type }) => sample_type)).toEqual(['standard', 'standard'])
  })

  test('has a quantity only as a standard', () => {
    const standards = setQuantity(setType([sample('One', 'A1')], ['A1'], 'standard'), ['A1'], 500)
    expect(standards[0]?.quantity).toBe(500)
    expect(setType(standards, ['A1'], 'ntc')[0]).not.toHaveProperty('quantity')
    expect(setQuantity(standards, ['A1'], null)[0]).not.toHaveProperty('quantity')
    expect(setQuantity([sample('Two', 'B1')], ['B1'], 5)[0]).not.toHaveProperty('quantity')
  })

  test('has one well type: other wells of it become an entry of their own, and join again', () => {
    const layout = [sample('One', 'A1', 'A2')]
    const parted = setWellType(layout, ['A2'], 'Mix 2', counter())
    expect(parted.map(({ well_type, coordinates }) => [well_type, coordinates])).toEqual([
      [undefined, ['A1']],
      ['Mix 2', ['A2']],
    ])
    const joined = setWellType(parted, ['A1'], 'Mix 2', counter())
    expect(joined).toHaveLength(1)
    expect(new Set(joined[0]?.coordinates)).toEqual(new Set(['A1', 'A2']))
  })
})

describe('going on from well to well', () => {
  test('follows the rows or the columns and stops at the end', () => {
    expect(neighbourWell('A12', plate, 'across')).toBe('B1')
    expect(neighbourWell('H1', plate, 'down')).toBe('A2')
    expect(neighbourWell('H12', plate, 'across')).toBe('H12')
    expect(neighbourWell('B1', plate, 'across', -1)).toBe('A12')
  })

  test('finds the next empty well, past marked ones, and begins again at the end', () => {
    const layout = [sample('One', 'A2')]
    expect(nextEmptyWell(layout, 'A1', plate, 'across')).toBe('A3')
    expect(nextEmptyWell(layout, 'A1', plate, 'across', new Set(['A3']))).toBe('A4')
    expect(nextEmptyWell(layout, 'H12', plate, 'across')).toBe('A1')
    const full = [sample('All', ...listWells(plate, 'across'))]
    expect(nextEmptyWell(full, 'A1', plate, 'across')).toBeNull()
  })

  test('orders wells', () => {
    expect(orderWells(['B1', 'A2', 'A1', 'Z9'], plate, 'down')).toEqual(['A1', 'B1', 'A2'])
  })
})

test('the tray is placed as far as wells reach, and can be emptied', () => {
  const waiting = [sample('In', 'A1'), sample('Out'), sample('Also')]
  expect(draw(placeAll(waiting, plate, 'down'))).toBe('A1=In B1=Out C1=Also')
  expect(dropUnplaced(waiting).map(({ name }) => name)).toEqual(['In'])
})

test('a preview says which wells are filled, changed and emptied, and who waits', () => {
  const before = [sample('One', 'A1'), sample('Two', 'A2')]
  const after = [sample('One', 'A2', 'A3'), sample('Two')]
  const { wells, unplaced } = diffLayouts(before, after, plate)
  expect([...wells]).toEqual([
    [0, 'gone'],
    [1, 'changed'],
    [2, 'new'],
  ])
  expect(unplaced.map(({ name }) => name)).toEqual(['Two'])
})

test('names are counted on without end', () => {
  expect(countNames('S 9', 3, new Set())).toEqual(['S 9', 'S 10', 'S 11'])
})
