import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitDomains } from '../../web/parts/chart/geometry.ts'
import { startOfY, yLabel } from '../../web/curves/value-axis.ts'
import { listCycleTimes } from '../../web/curves/cycle-times.ts'
import { findPointFacts } from '../../web/screens/analyses/detail/curves/point-facts.ts'
import { readMoment } from '../../web/screens/analyses/detail/curves/read-moment.ts'
import { readSecondAxis } from '../../web/screens/analyses/detail/curves/second-axis.ts'
import { applyTried } from '../../web/screens/analyses/detail/curves/use-trial.ts'
import {
  readColours,
  readIndexes,
  readLimits,
  writeColours,
  writeIndexes,
  writeLimits,
} from '../../web/screens/analyses/detail/curves/view-address.ts'
import { writeCsv, writeTable } from '../../web/screens/analyses/detail/curves/curve-numbers.ts'
import { readView } from '../../web/screens/analyses/detail/use-view.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import type { Results } from '../../domain/results.ts'

const view = (text: string) => readView(new URLSearchParams(text), { colour: 'call', tab: 'wells' })
const chart = { show: 'curve', layer: 'corrected', unit: 'au', foreign: false } as const

describe('the axes a chart begins with', () => {
  const y = (start: readonly [number, number] | null, values: number[]) =>
    fitDomains({
      lines: [{ id: '1', values, color: '' }],
      x: { label: '' },
      y: { label: '', start: start ?? undefined },
      logY: false,
      alsoY: [],
    }).y

  test.each([
    ['AMP', 10_000, 700],
    ['CYCLE', 10_000, 700],
    ['VAL', 10_000, 5000],
  ] as const)(
    '[CONST-001] [CONST-002] [CONST-004] [CONST-005] [CONST-007] [CONST-008] %s up to %i, its derivative to %i',
    (mode, most, derivative) => {
      expect(y(startOfY({ ...chart, mode }), [10, 400])).toEqual([0, most])
      expect(y(startOfY({ ...chart, mode, show: 'derivative' }), [1, 40])).toEqual([0, derivative])
    },
  )

  test('[CONST-001] and grow with the data, up and down', () => {
    const start = startOfY({ ...chart, mode: 'CYCLE' })
    expect(y(start, [0, 23_400])[1]).toBeGreaterThanOrEqual(23_400)
    expect(y(start, [-30, 23_400])[0]).toBeLessThanOrEqual(-30)
  })

  test('issue 20: curves of 250 units are no line at the bottom of an axis from 0 to 10,000', () => {
    const held = { most: 250, threshold: 20, isOver: false }
    // Expect the threshold to say from the first cycle on that signals are small; noise of 5 does not fill the chart.
    expect(y(startOfY({ ...chart, mode: 'CYCLE' }, { ...held, most: 5 }), [0, 5])[1]).toBe(80)
    expect(y(startOfY({ ...chart, mode: 'CYCLE' }, held), [0, 250])[1]).toBeLessThanOrEqual(300)
    const raw = { ...chart, mode: 'CYCLE', layer: 'raw' } as const
    const over = { most: 250, threshold: 0, isOver: true }
    expect(y(startOfY(raw, over), [0, 250])[1]).toBeLessThanOrEqual(300)
    // Keep the axis of the specification for a usual run, also when it is over, and for one without curves.
    const usual = { most: 6000, threshold: 400, isOver: false }
    for (const one of [usual, { ...usual, isOver: true }, { ...usual, most: 100 }]) {
      expect(startOfY({ ...chart, mode: 'CYCLE' }, one)).toEqual([0, 10_000])
    }
    expect(startOfY(raw, { most: -Infinity, threshold: 0, isOver: true })).toEqual([0, 10_000])
  })

  test('of a ratio, and of other instruments, the curves decide', () => {
    const ratio = { ...chart, unit: 'rn' } as const
    expect(startOfY({ ...ratio, mode: 'CYCLE' })).toBeNull()
    expect(startOfY({ ...ratio, mode: 'CYCLE', layer: 'raw' })).toEqual([0, 10_000])
    expect(startOfY({ ...ratio, mode: 'VAL' })).toEqual([0, 10_000])
    expect(startOfY({ ...chart, foreign: true, mode: 'CYCLE' })).toBeNull()
  })

  test('[CONST-010] fluorescence is in arbitrary units', () => {
    for (const layer of ['raw', 'compensated', 'normalised', 'corrected'] as const) {
      expect(yLabel({ ...chart, mode: 'CYCLE', layer })).toContain('(a.u.)')
    }
    expect(yLabel({ ...chart, mode: 'VAL' })).toContain('(a.u.)')
    const divided = { ...chart, unit: 'rn', mode: 'CYCLE' } as const
    for (const layer of ['raw', 'compensated'] as const) {
      expect(yLabel({ ...divided, layer })).toContain('(a.u.)')
    }
    expect(yLabel({ ...divided, layer: 'normalised' })).toMatch(/^Rn /)
    expect(yLabel(divided)).toMatch(/^ΔRn /)
  })
})

describe('two axes', () => {
  const shown = new Set(['FAM', 'VIC'])
  test('[VAL-027] are refused until a second channel is chosen', () => {
    expect(readSecondAxis(view('dual=1'), shown)).toEqual({ channel: null, refusal: 'choose' })
    expect(readSecondAxis(view('dual=1&second=CY5'), shown).refusal).toBe('choose')
    expect(readSecondAxis(view('dual=1&second=VIC'), shown)).toEqual({
      channel: 'VIC',
      refusal: null,
    })
  })
  test('and where one channel alone is shown; without the wish there is nothing to refuse', () => {
    expect(readSecondAxis(view('dual=1&second=FAM'), new Set(['FAM'])).refusal).toBe('alone')
    expect(readSecondAxis(view('second=VIC'), shown)).toEqual({ channel: null, refusal: null })
  })
})

describe('the address', () => {
  test('holds any wells, ends and colours', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 383 })), (wells) => {
        expect([...readIndexes(writeIndexes(wells))]).toEqual(wells.toSorted((a, b) => a - b))
      }),
    )
    expect(writeIndexes([0, 1, 2, 12])).toBe('0-2.12')
    expect(readLimits(writeLimits([-1.5, 22.25]))).toEqual([-1.5, 22.25])
    const colours = new Map([
      [3, '#aa3377'],
      [95, '#0072b2'],
    ])
    expect(readColours(writeColours(colours))).toEqual(colours)
  })
  test('that says nonsense says nothing', () => {
    expect(readIndexes('7-3.x.5').size).toBe(1)
    expect(readIndexes('0-9999').size).toBe(2304)
    expect([readLimits('5~5'), readLimits('1'), readLimits('1~2~3'), readLimits('a~3')]).toEqual(
      Array(4).fill(null),
    )
    expect(readColours('1-red.2-12345').size).toBe(0)
  })
  test('is the whole view', () => {
    expect(view('mode=VAL&show=log').show).toBe('derivative')
    expect(view('mode=AMP&show=log&layer=compensated&x=1~30&y=fit&solo=1&hide=0-1')).toMatchObject({
      mode: 'AMP',
      show: 'log',
      layer: 'compensated',
      x: [1, 30],
      y: 'fit',
      solo: true,
      hidden: new Set([0, 1]),
    })
  })
})

describe('time of the programme', () => {
  const process = {
    steps: [
      { type: 'temperature', temperature: 95, duration: 50 },
      { type: 'temperature', temperature: 95, duration: 10 },
      { type: 'temperature', temperature: 65, duration: 20, measure: 'real time' },
      { type: 'loop', goto: 1, repeat: 3 },
    ],
    channels: [],
    lid_temperature: 105,
  } as unknown as Parameters<typeof listCycleTimes>[0]
  test('[CONST-003] each cycle is drawn at the minute when it is measured', () => {
    // Count 70 °C up, 30 down and 30 up at 3 °C/s, with the holds.
    const times = Array.from(listCycleTimes(process, 3) ?? [])
    expect(times[0]).toBeCloseTo((70 / 3 + 50 + 10 + 10 + 20) / 60)
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeCloseTo(50 / 60)
  })
  test('cycles that were added follow, and a file without a programme has no times', () => {
    expect(listCycleTimes(process, 5)).toHaveLength(5)
    expect(listCycleTimes({ ...process, steps: process.steps.slice(0, 1) }, 5)).toBeNull()
  })
})

describe('the tooltip', () => {
  test('[ENT-019] says channel, objectives, sample and the values of all channels of the well', () => {
    const facts = findPointFacts('1|1', 1, {
      lines: [
        { id: '0|1', values: [1, 2], color: '' },
        { id: '1|1', values: [30, Number.NaN], color: '' },
        { id: '0|0', values: [5, 6], color: '' },
      ],
      order: ['FAM', 'VIC'],
      channels: [
        { name: 'FAM', label: 'FAM', targets: ['N1'] },
        { name: 'VIC', label: 'HEX', targets: ['IC', 'RP'] },
      ],
      samples: new Map([['A2', 'Swab 7']]),
      shape: { rows: 3, columns: 3 },
      results: {
        wells: [{ well: 'A2', channel: 'FAM', target: 'N1', cq: 21.5 }],
      } as unknown as Results,
      mode: 'CYCLE',
    })
    expect(facts).toMatchObject({ sample: 'Swab 7', well: 'A2', x: 2, index: 1 })
    expect(facts?.channels).toEqual([
      { channel: 'FAM', objectives: ['N1'], value: 2, cq: 21.5, isTime: false, pointed: false },
      { channel: 'VIC', objectives: ['IC', 'RP'], value: null, isTime: false, pointed: true },
    ])
  })
})

test('the signal of a moment is that of its cycle, and of the newest where none is chosen', () => {
  const layers = {
    channels: ['FAM'],
    wells: 2,
    points: 3,
    values: Float64Array.of(1, 2, Number.NaN, 4, 5, 6),
  }
  expect(readMoment(layers, 'FAM', 1, 2)).toBe(5)
  expect(readMoment(layers, 'FAM', 0, null)).toBe(2)
  expect(readMoment(layers, 'FAM', 0, 3)).toBeNull()
  expect(readMoment(layers, 'VIC', 0, 1)).toBeNull()
})

test('tried settings are in the evaluation that is kept, and nothing else', () => {
  const target = { name: 'N1', threshold: { method: 'automatic', factor: 10 }, cq_max: 38 }
  const evaluation = { targets: [target, { ...target, name: 'IC' }] } as unknown as Evaluation
  expect(applyTried(evaluation, new Map())).toBe(evaluation)
  const [first, second] = applyTried(
    evaluation,
    new Map([['N1', { threshold: 0.3, baseline: [3, 12] as const }]]),
  ).targets
  expect(first).toMatchObject({
    threshold: { method: 'fixed', value: 0.3 },
    baseline: { method: 'window', start: 3, end: 12 },
    cq_max: 38,
  })
  expect(second).toEqual({ ...target, name: 'IC' })
})

test('house B11: numbers are taken along as they are, and no name becomes a formula', async () => {
  const curves = [
    { well: 'A1', sample: '=1+1, "x"', channel: 'FAM', x: [1, 2], values: [10.25, Number.NaN] },
  ]
  expect(await writeCsv(curves, { ...chart, mode: 'CYCLE' })).toBe(
    'well,sample,channel,cycle,corrected\nA1,"\'=1+1, ""x""",FAM,1,10.25\nA1,"\'=1+1, ""x""",FAM,2,\n',
  )
  expect(writeTable(curves)).toBe('x\tA1 FAM\n1\t10.25\n2\tNaN')
  const wide = [{ ...curves[0], sample: '＝1+1', x: [1], values: [1] } as (typeof curves)[0]]
  expect(await writeCsv(wide, { ...chart, mode: 'CYCLE' })).toContain(`\nA1,"'＝1+1",FAM,1,1\n`)
})
