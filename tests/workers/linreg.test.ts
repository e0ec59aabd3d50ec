import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { analyseLinreg } from '../../workers/linreg/linreg.ts'
import { linregOutcomes } from '../../workers/linreg/baseline.ts'
import { fillGaps } from '../../workers/linreg/gaps.ts'
import { findTakeOff } from '../../workers/linreg/take-off.ts'
import { averageEfficiency } from '../../workers/plate/assay-efficiency.ts'
import { measureLinreg } from '../accuracy/linreg.ts'
import { readRdml, type RdmlRun } from '../support/linreg-reference.ts'
import { hasReference } from '../support/vendor-csv.ts'

const expected = JSON.parse(
  readFileSync(new URL('../fixtures/linreg/rdml-tools.json', import.meta.url), 'utf8'),
) as Record<'own_mix_a' | 'matrix_gaps', { columns: string[]; rows: (string | number)[][] }>

function readRun(name: 'own_mix_a' | 'matrix_gaps'): RdmlRun {
  return readRdml(new URL(`../fixtures/files/${name}.rdml`, import.meta.url)).runs[0]!
}

/** Read the expected figures of each curve of a run by name, in the order of the run's curves. */
function readFigures(name: 'own_mix_a' | 'matrix_gaps', run: RdmlRun): Record<string, number>[] {
  const { columns, rows } = expected[name]
  return run.names.map((curve) => {
    const row = rows.find(([well, target]) => `${well} ${target}` === curve) ?? []
    return Object.fromEntries(columns.map((column, i) => [column, Number(row[i])]))
  })
}

/** Draw a growing curve: ground, exponential rise of 1.9 a cycle, limited at `rise`. */
function drawCurve(cycles = 40, base = 100, rise = 1000, middle = 24): Float64Array {
  return Float64Array.from(
    { length: cycles },
    (_, i) => base + rise / (1 + Math.pow(1.9, middle - i - 1)),
  )
}

describe('gaps', () => {
  test('are held at the ends and straight in between', () => {
    const gap = Number.NaN
    const out = new Float64Array(9)
    expect(fillGaps(Float64Array.of(gap, gap, 2, gap, gap, 8, gap, 4, gap), out)).toBe(true)
    expect([...out]).toEqual([2, 2, 2, 4, 6, 8, 6, 4, 4])
  })

  test('a curve with one reading is level, one without is none', () => {
    const out = new Float64Array(3)
    expect(fillGaps(Float64Array.of(Number.NaN, 5, Number.NaN), out)).toBe(true)
    expect([...out]).toEqual([5, 5, 5])
    expect(fillGaps(new Float64Array(3).fill(Number.NaN), out)).toBe(false)
  })
})

describe('take-off', () => {
  test('is before the middle of a logistic curve, at its second-derivative maximum', () => {
    const { td0 } = findTakeOff(drawCurve(), new Float64Array(40))
    // Expect it ln(2 + sqrt 3) / ln 1.9 cycles before the middle; averaging over three moves it a little on.
    expect(Math.abs(td0 - (24 - Math.log(2 + Math.sqrt(3)) / Math.log(1.9)))).toBeLessThan(0.4)
  })

  test('a constant added to the curve does not move it', () => {
    const curve = drawCurve()
    const { td0 } = findTakeOff(curve, new Float64Array(40))
    const lifted = findTakeOff(
      curve.map((value) => value + 12345.678),
      new Float64Array(40),
    )
    expect(Math.abs(lifted.td0 - td0)).toBeLessThan(1e-6)
  })

  test('a level and a falling curve have none', () => {
    expect(findTakeOff(new Float64Array(40).fill(3), new Float64Array(40)).td0).toBeNaN()
    const falling = Float64Array.from({ length: 40 }, (_, i) => 100 - i)
    expect(findTakeOff(falling, new Float64Array(40)).td0).toBeNaN()
  })
})

describe('curves', () => {
  test('of pure exponential growth over a baseline give back both', () => {
    const curve = Float64Array.from({ length: 40 }, (_, i) => {
      const grown = 1e-5 * Math.pow(1.85, i + 1)
      return 50 + grown / (1 + Math.pow(grown / 40, 6))
    })
    const found = analyseLinreg(curve, 1, 40)
    expect(linregOutcomes[found.outcome[0]!]).toBe('ok')
    expect(found.efficiency[0]).toBeCloseTo(1.85, 2)
    expect(found.baseline[0]).toBeCloseTo(50, 1)
    expect(found.amplified[0]).toBe(1)
  })

  test('without readings, without rise and with too short a rise say so', () => {
    const curves = new Float64Array(3 * 40)
    curves.fill(Number.NaN, 0, 40)
    curves.fill(7, 40, 80)
    curves.set(drawCurve(40, 100, 1000, 3), 80)
    const { outcome, td0, efficiency, amplified } = analyseLinreg(curves, 3, 40)
    expect([...outcome].map((at) => linregOutcomes[at])).toEqual([
      'no_readings',
      'no_take_off',
      'no_take_off',
    ])
    expect([...td0, ...efficiency].every(Number.isNaN)).toBe(true)
    expect([...amplified]).toEqual([0, 0, 0])
  })

  test('of few cycles have nothing, without an error', () => {
    for (const cycles of [0, 1, 2, 4, 6]) {
      const found = analyseLinreg(
        Float64Array.from({ length: cycles }, (_, i) => i * i),
        1,
        cycles,
      )
      expect(found.efficiency[0]).toBeNaN()
    }
  })

  test('below zero are lifted and give their baseline back where it was', () => {
    const plain = analyseLinreg(drawCurve(), 1, 40)
    const sunk = analyseLinreg(drawCurve(40, -20), 1, 40)
    expect(sunk.td0[0]).toBeCloseTo(plain.td0[0]!, 9)
    expect(sunk.efficiency[0]).toBeCloseTo(plain.efficiency[0]!, 4)
    expect(sunk.baseline[0]! + 120).toBeCloseTo(plain.baseline[0]!, 1)
  })
})

describe('against RDML-Tools', () => {
  test('a plate with readings below zero, to the digits it was printed with', () => {
    const run = readRun('own_mix_a')
    const found = analyseLinreg(run.values, run.names.length, run.points)
    for (const [curve, row] of readFigures('own_mix_a', run).entries()) {
      expect(Math.abs(found.td0[curve]! - row['TD0']!)).toBeLessThanOrEqual(0.00501)
      expect(Math.abs(found.efficiency[curve]! - row['indiv PCR eff']!)).toBeLessThanOrEqual(5.1e-5)
      expect(Math.abs(found.r2[curve]! - row['R2']!)).toBeLessThanOrEqual(5.1e-5)
      expect(found.risingCycles[curve]).toBe(row['n in log phase'])
      expect(found.lastCycle[curve]).toBe(row['last log cycle'])
      const assay = run.reactions.flatMap(({ target }, other) =>
        target === run.reactions[curve]!.target ? { curve: other, counted: true } : [],
      )
      const { efficiency } = averageEfficiency(found, assay)
      expect(Math.abs(efficiency - row['PCR eff']!)).toBeLessThanOrEqual(5.1e-5)
    }
  })

  test('curves with gaps of every kind', () => {
    const run = readRun('matrix_gaps')
    const found = analyseLinreg(run.values, run.names.length, run.points)
    for (const [curve, row] of readFigures('matrix_gaps', run).entries()) {
      const none = row['TD0'] === -1
      if (none) expect(found.td0[curve]).toBeNaN()
      else expect(found.td0[curve]).toBeCloseTo(row['TD0']!, 3)
      if (row['indiv PCR eff'] === 1) expect(found.efficiency[curve]).toBeNaN()
      else expect(found.efficiency[curve]).toBeCloseTo(row['indiv PCR eff']!, 5)
      // Skip a well without any reading, which has no outcome of its own there.
      const outcome = found.outcome[curve]!
      if (linregOutcomes[outcome] !== 'no_readings') expect(outcome).toBe(row['baseline error'])
      if (row['TD0 fluorescence']! > 0) {
        expect(found.td0Fluorescence[curve]! / row['TD0 fluorescence']!).toBeCloseTo(1, 5)
      }
    }
  })

  test.skipIf(!hasReference('reference-rdmlpython'))('every figure within its bar', () => {
    const figures = measureLinreg()
    expect(figures.length).toBeGreaterThan(7)
    expect(figures.filter(({ ok }) => ok === false)).toEqual([])
  })
})
