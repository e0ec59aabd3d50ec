import { expect, test } from 'vitest'
import type { CurveLayers } from '../../workers/run/views.ts'
import { type LineChoice, lineId, makeLines, readLineId } from '../../web/curves/curve-lines.ts'

const wells = 4
const points = 3

function layer(base: number): Float64Array {
  return Float64Array.from({ length: 2 * wells * points }, (_, at) => base + at)
}

const layers: CurveLayers = {
  channels: ['FAM', 'VIC'],
  wells,
  points,
  raw: layer(1000),
  compensated: layer(1500),
  normalised: layer(2000),
  corrected: layer(3000),
  derivative: layer(4000),
  log: layer(5000),
  thresholds: new Float64Array(),
}

const all: LineChoice = {
  mode: 'CYCLE',
  show: 'curve',
  layer: 'corrected',
  channels: new Set(['FAM', 'VIC']),
  wells: new Set([0, 1, 2]),
  selected: new Set<number>(),
  solo: false,
  hidden: new Set<number>(),
  measured: 2,
}

const first = (choice: Partial<LineChoice>) =>
  makeLines(layers, null, { ...all, ...choice })[0]?.values[0]

test('there is a line per visible channel and filled well, as long as what was measured', () => {
  const lines = makeLines(layers, null, all)
  expect(lines.map(({ id }) => id)).toEqual(['0|0', '0|1', '0|2', '1|0', '1|1', '1|2'])
  const second = lines.find(({ id }) => id === lineId(1, 2))
  expect(Array.from(second?.values ?? [])).toEqual([3018, 3019])
  expect(readLineId('1|2')).toEqual({ channel: 1, well: 2 })
})

test('a selection is strong in its dye, the rest steps back in grey or is left out', () => {
  const selected = new Set([1])
  const lines = makeLines(layers, null, { ...all, channels: new Set(['FAM']), selected })
  expect(lines.map(({ weight }) => weight)).toEqual(['dim', 'strong', 'dim'])
  expect(new Set(lines.map(({ color }) => color)).size).toBe(2)
  const solo = makeLines(layers, null, { ...all, selected, solo: true })
  expect(solo.map(({ id }) => id)).toEqual(['0|1', '1|1'])
})

test('a large selection is shown by fading the others alone: hundreds of thick lines are slow', () => {
  const selected = new Set(Array.from({ length: 20 }, (_, well) => well + 1))
  const lines = makeLines(layers, null, { ...all, channels: new Set(['FAM']), selected })
  expect(lines.map(({ weight }) => weight)).toEqual(['dim', 'normal', 'normal'])
})

test('hidden wells have no curve, and a given colour replaces that of the dye', () => {
  const hidden = new Set([0, 2])
  const colours = new Map([[1, '#7a5195']])
  const lines = makeLines(layers, null, { ...all, hidden, colours })
  expect(lines.map(({ id, color }) => [id, color])).toEqual([
    ['0|1', '#7a5195'],
    ['1|1', '#7a5195'],
  ])
})

test('each layer is drawn from its own numbers', () => {
  expect(first({ layer: 'raw' })).toBe(1000)
  expect(first({ layer: 'compensated' })).toBe(1500)
  expect(first({ layer: 'normalised' })).toBe(2000)
  expect(first({ layer: 'corrected' })).toBe(3000)
})

test('[SCREEN-008] the derivative is a chart of its own', () => {
  expect(first({ show: 'derivative' })).toBe(4000)
})

test('[SCREEN-009] the log chart draws the corrected curve: the axis does the logarithm', () => {
  expect(first({ show: 'log', layer: 'raw' })).toBe(3000)
})

test('[SCREEN-007] the second channel is read on the right axis', () => {
  const lines = makeLines(layers, null, { ...all, second: 'VIC' })
  expect(lines.map(({ axis }) => axis)).toEqual([
    ...Array(3).fill(undefined),
    ...Array(3).fill('right'),
  ])
})

test('by time, the values are at the minutes of the programme', () => {
  const times = Float64Array.of(2.5, 3.5, 4.5)
  const [line] = makeLines(layers, null, { ...all, mode: 'AMP', times })
  expect(line?.x).toBe(times)
  expect(makeLines(layers, null, { ...all, times })[0]?.x).toBeUndefined()
})

test('without a melt there is no melt curve; with one it is the negative derivative', () => {
  expect(makeLines(layers, null, { ...all, mode: 'VAL' })).toEqual([])
  const melt = {
    channels: ['FAM'],
    wells,
    points,
    temperatures: Float64Array.of(60, 61, 62),
    raw: layer(100),
    derivative: layer(200),
  }
  const [line] = makeLines(null, melt, { ...all, mode: 'VAL', show: 'derivative' })
  expect([line?.values[0], line?.x?.[1]]).toEqual([200, 61])
})

test('first-use P5: many curves are drawn solid, a few and the selected ones in the style of their dye', () => {
  const wells = 30
  const many: CurveLayers = { ...layers, wells, raw: new Float64Array(2 * wells * layers.points) }
  const choice = { ...all, layer: 'raw' as const, channels: new Set(['VIC']) }
  const dashes = (more: Partial<LineChoice>) =>
    makeLines(many, null, { ...choice, ...more }).map(({ dash }) => dash?.length ?? 0)
  const every = new Set(Array.from({ length: wells }, (_, well) => well))
  const few = new Set([0, 1])
  expect(dashes({ wells: every }).every((length) => length === 0)).toBe(true)
  expect(dashes({ wells: few }).every((length) => length > 0)).toBe(true)
  const [chosen, , aside] = dashes({ wells: every, selected: few })
  expect(chosen).toBeGreaterThan(0)
  expect(aside).toBe(0)
  expect(dashes({ wells: every, selected: few, solo: true }).every((one) => one > 0)).toBe(true)
})
