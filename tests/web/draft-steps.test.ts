import { expect, test } from 'vitest'
import type { Sample } from '../../domain/entities/analysis.ts'
import {
  changeTypes,
  clearWells,
  copyLayout,
  countNames,
  fillEach,
  fillOne,
  fitCartridge,
  type Layout,
} from '../../web/state/draft-steps.ts'
import { redo, startHistory, stepTo, undo } from '../../web/state/history.ts'
import { uuidOf } from '../support/uuid-of.ts'

function counter(): () => string {
  let at = 0
  return () => uuidOf((at += 1))
}

const unknown = { name: 'Swab', sample_type: 'unknown' } as const

function sample(name: string, ...coordinates: string[]): Sample {
  return { uuid: counter()(), name, sample_type: 'unknown', coordinates }
}

test('one sample in several wells is one sample with replicates', () => {
  const layout = fillOne([], ['A1', 'A2', 'A3'], unknown, counter())
  expect(layout).toHaveLength(1)
  expect(layout[0]).toMatchObject({ name: 'Swab', coordinates: ['A1', 'A2', 'A3'] })
})

test('a name and type that are there already take the wells as replicates', () => {
  const first = fillOne([], ['A1'], unknown, counter())
  const both = fillOne(first, ['B1'], unknown, counter())
  expect(both).toHaveLength(1)
  expect(both[0]?.coordinates).toEqual(['A1', 'B1'])
  const third = fillOne(both, ['A1'], unknown, counter())
  expect(third[0]?.coordinates).toEqual(['B1', 'A1'])
})

test('filling wells takes them from who had them, and a sample left without a well goes', () => {
  const before = [sample('Old', 'A1'), { ...sample('Wide', 'A2', 'B2'), uuid: counter()() }]
  const after = fillOne(before, ['A1', 'A2'], unknown, counter())
  expect(after.map(({ name, coordinates }) => [name, coordinates])).toEqual([
    ['Wide', ['B2']],
    ['Swab', ['A1', 'A2']],
  ])
  expect(before[1]?.coordinates).toEqual(['A2', 'B2'])
})

test('one sample per well counts on from the typed name and skips taken names', () => {
  expect(countNames('F-26-007', 3, new Set(['F-26-008']))).toEqual([
    'F-26-007',
    'F-26-009',
    'F-26-010',
  ])
  expect(countNames('Swab', 2, new Set())).toEqual(['Swab 1', 'Swab 2'])
  const layout = fillEach([], ['A1', 'A2'], unknown, counter())
  expect(layout.map(({ name, coordinates }) => `${name} ${coordinates.join()}`)).toEqual([
    'Swab 1 A1',
    'Swab 2 A2',
  ])
})

test('clearing removes only samples that lay in nothing else', () => {
  const layout = clearWells([sample('One', 'A1'), sample('Two', 'A2', 'A3')], ['A1', 'A2'])
  expect(layout.map(({ name }) => name)).toEqual(['Two'])
})

test('a type is changed for the samples of the wells and no other', () => {
  const layout = fillEach([], ['A1', 'A2'], unknown, counter())
  expect(changeTypes(layout, ['A2'], 'ntc').map((one) => one.sample_type)).toEqual([
    'unknown',
    'ntc',
  ])
})

test('a quantity belongs to standards only', () => {
  const standard = fillOne(
    [],
    ['A1'],
    { name: 'S', sample_type: 'standard', quantity: 100 },
    counter(),
  )
  expect(standard[0]?.quantity).toBe(100)
  const other = fillOne([], ['A1'], { ...unknown, quantity: 100 }, counter())
  expect(other[0]).not.toHaveProperty('quantity')
})

test('a smaller cartridge keeps samples it has no well for, without wells', () => {
  const layout = fitCartridge([sample('In', 'A1', 'H12'), sample('Out', 'G9')], 'Wells16')
  expect(layout.map(({ name, coordinates }) => [name, coordinates])).toEqual([
    ['In', ['A1']],
    ['Out', []],
  ])
})

test('a copied layout has ids of its own', () => {
  const copied = copyLayout([sample('One', 'A1'), sample('Two', 'A2')], counter())
  expect(new Set(copied.map(({ uuid }) => uuid)).size).toBe(2)
})

test('undo and redo walk the layouts, and a new step forgets what was undone', () => {
  const one: Layout = [sample('One', 'A1')]
  const two: Layout = [sample('Two', 'A2')]
  const walked = stepTo(stepTo(startHistory<Layout>([]), one), two)
  const back = undo(walked)
  expect(back.present).toBe(one)
  expect(redo(back).present).toBe(two)
  expect(stepTo(back, []).future).toEqual([])
  expect(undo(undo(undo(walked))).present).toEqual([])
  expect(stepTo(walked, two)).toBe(walked)
})
