import { describe, expect, test } from 'vitest'
import type { WellResult } from '../../domain/results.ts'
import type { CurveLine } from '../../web/parts/chart/curve-line.ts'
import {
  lookAtMoment,
  makeMomentScale,
} from '../../web/screens/analyses/detail/curves/look-at-moment.ts'
import { momentsOf } from '../../web/screens/analyses/detail/curves/read-moment.ts'
import { type Divided, listPanes } from '../../web/screens/analyses/detail/curves/split-panes.ts'
import { readView } from '../../web/screens/analyses/detail/use-view.ts'

const line = (id: string): CurveLine => ({ id, values: [1, 2], color: 'red' })
const result = (well: string, target: string, channel: string) =>
  ({ well, target, channel }) as unknown as WellResult

const divided: Divided = {
  channels: [
    { name: 'FAM', label: 'FAM', targets: ['N1', 'N2'] },
    { name: 'VIC', label: 'HEX', targets: ['IC'] },
  ],
  shown: new Set(['FAM', 'VIC']),
  order: ['FAM', 'VIC'],
  lines: ['0|0', '0|1', '1|0', '1|1'].map(line),
  thresholds: [
    { id: 'N1', value: 5, label: 'N1', color: 'red' },
    { id: 'IC', value: 7, label: 'IC', color: 'green' },
  ],
  targets: [
    { name: 'N1', channel: 'FAM' },
    { name: 'N2', channel: 'FAM' },
    { name: 'IC', channel: 'VIC' },
  ],
  results: [result('A1', 'N1', 'FAM'), result('A2', 'N2', 'FAM'), result('A1', 'IC', 'VIC')],
  wellOf: (name) => Number(name.slice(1)) - 1,
}

const contents = (split: 'channel' | 'target', from = divided) =>
  listPanes(split, from).map(({ id, lines, thresholds }) => [
    id,
    lines.map((one) => one.id),
    thresholds.map((one) => one.id),
  ])

describe('charts beside each other', () => {
  test('each channel has its curves and its thresholds', () => {
    expect(contents('channel')).toEqual([
      ['FAM', ['0|0', '0|1'], ['N1']],
      ['VIC', ['1|0', '1|1'], ['IC']],
    ])
  })

  test('each target has only the wells that hold it', () => {
    expect(contents('target')).toEqual([
      ['N1', ['0|0'], ['N1']],
      ['N2', ['0|1'], []],
      ['IC', ['1|0'], ['IC']],
    ])
  })

  test('without results a target has all wells of its channel', () => {
    expect(contents('target', { ...divided, results: [] })[0]?.[1]).toEqual(['0|0', '0|1'])
  })

  test('a channel that is switched off has no chart', () => {
    const shown = new Set(['VIC'])
    expect(contents('channel', { ...divided, shown }).map(([id]) => id)).toEqual(['VIC'])
    expect(contents('target', { ...divided, shown }).map(([id]) => id)).toEqual(['IC'])
  })

  test('the address says so, and then knows no second axis', () => {
    const read = (text: string) =>
      readView(new URLSearchParams(text), { colour: 'call', tab: 'wells' })
    expect(read('split=target&dual=1')).toMatchObject({ split: 'target', dual: false })
    expect(read('split=nothing&dual=1')).toMatchObject({ split: null, dual: true })
  })
})

describe('the plate at a moment', () => {
  const scrub = { cycle: { value: 2 }, melt: { value: 1 } } as unknown as Parameters<
    typeof momentsOf
  >[3]
  const layers = {
    channels: ['FAM', 'VIC'],
    wells: 2,
    points: 2,
    corrected: Float64Array.of(0, 10, 0, 20, 0, 100, 0, 200),
  } as unknown as Parameters<typeof momentsOf>[1]
  const melt = {
    channels: ['FAM', 'VIC'],
    wells: 2,
    points: 2,
    temperatures: Float64Array.of(60, 61),
    raw: Float64Array.of(9, 8, 7, 6, 5, 4, 3, 2),
    derivative: Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8),
  } as unknown as Parameters<typeof momentsOf>[2]
  const looks = [
    { label: 'a', fill: '#dfe4e4' },
    { label: 'b', fill: '#dfe4e4' },
  ]

  test('of all targets each well shows its own dye in its own colour', () => {
    const moments = momentsOf({ mode: 'CYCLE', show: 'curve' }, layers, null, scrub)
    if (!moments) throw new Error('No moments')
    const scale = makeMomentScale(moments, (well) => (well === 0 ? 'FAM' : 'VIC'))
    expect(scale.byDye).toBe(true)
    const shown = lookAtMoment(looks, moments, scale, { point: 2, labels: null })
    expect(shown.map(({ fill }) => fill)).toEqual([
      expect.stringContaining('var(--dye-fam) 50%'),
      expect.stringContaining('var(--dye-vic) 100%'),
    ])
  })

  test('of one target it is the scale of all heat maps', () => {
    const moments = momentsOf({ mode: 'CYCLE', show: 'curve' }, layers, null, scrub)
    const scale = moments && makeMomentScale(moments, () => 'FAM')
    expect(scale?.byDye).toBe(false)
    const [first] = lookAtMoment(looks, moments!, scale!, { point: 1, labels: null })
    expect(first?.fill).toMatch(/^#[0-9a-f]{6}$/)
  })

  test('while the melt is on show it is a temperature, of the numbers that are drawn', () => {
    const derivative = momentsOf({ mode: 'VAL', show: 'derivative' }, layers, melt, scrub)
    expect(derivative?.values[0]).toBe(1)
    expect(derivative?.temperatures?.[0]).toBe(60)
    expect(derivative?.at.value).toBe(1)
    expect(momentsOf({ mode: 'VAL', show: 'curve' }, layers, melt, scrub)?.values[0]).toBe(9)
    expect(momentsOf({ mode: 'VAL', show: 'curve' }, layers, null, scrub)?.temperatures).toBeNull()
  })
})
