import { expect, test } from 'vitest'
import type { CurveLayers } from '../../workers/run/views.ts'
import { lineId, makeLines, readLineId } from '../../web/screens/analyses/detail/curve-lines.ts'

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
  normalised: layer(2000),
  corrected: layer(3000),
  derivative: layer(4000),
  log: layer(5000),
  thresholds: new Float64Array(),
}

const all = {
  chart: 'amplification',
  layer: 'corrected',
  channels: new Set(['FAM', 'VIC']),
  wells: new Set([0, 1, 2]),
  selected: new Set<number>(),
  solo: false,
  hidden: new Set<number>(),
  measured: 2,
} as const

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

test('hidden wells have no curve', () => {
  const lines = makeLines(layers, null, { ...all, hidden: new Set([0, 2]) })
  expect(lines.map(({ id }) => id)).toEqual(['0|1', '1|1'])
})

test('the log chart draws the corrected curve: the axis does the logarithm', () => {
  const [line] = makeLines(layers, null, { ...all, chart: 'log' })
  expect(line?.values[0]).toBe(3000)
})

test('without a melt there is no melt curve', () => {
  expect(makeLines(layers, null, { ...all, chart: 'melt' })).toEqual([])
})
