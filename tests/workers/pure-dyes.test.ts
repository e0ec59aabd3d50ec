import { describe, expect, it } from 'vitest'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { DyePlate } from '../../domain/entities/dye-calibration.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { measurePureDyes } from '../../workers/compensation/pure-dyes.ts'
import { createReadings, curveOf, type Readings } from '../../workers/curves/readings.ts'
import { exportRun } from '../../workers/files/export-run.ts'
import { tidyColumns, tidyRows } from '../../workers/files/tidy/tidy-rows.ts'
import { createMethodBench } from '../../workers/method-bench.ts'
import { analyse, type AnalyseInput } from '../../workers/run/analyse.ts'
import { encodeCurves } from '../../workers/run/blob.ts'
import { curveLayers } from '../../workers/run/views.ts'
import { makeAnalysis } from '../support/archive-of.ts'
import { readTwoChannelPlate } from '../support/two-channel-plate.ts'
import { makeRun } from './run.ts'

const names = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4', 'C1', 'C2', 'C3', 'C4']
const dyes: DyePlate['dyes'] = [
  { channel: 'FAM', wells: names.slice(0, 4) },
  { channel: 'VIC', wells: names.slice(4, 8) },
]
const plate: DyePlate = { run_uuid: '', dyes, blanks: names.slice(8), left_out: [] }

/** Make a plate of 16 wells: FAM, VIC and no dye, a row each, with the light of each well given. */
function readLight(lightOf: (row: number, column: number) => readonly [number, number]): Readings {
  const readings = createReadings(['FAM', 'VIC'], 16, 5)
  for (let well = 0; well < 16; well++) {
    const light = lightOf(Math.floor(well / 4), well % 4)
    for (const channel of [0, 1]) curveOf(readings, channel, well).fill(light[channel]!)
  }
  return readings
}

const usual = (row: number): [number, number] =>
  row === 0 ? [1000, 200] : row === 1 ? [50, 500] : [0, 0]

describe('a plate of pure dyes', () => {
  it('gives the mixing that made it, and leaves nothing of the dyes', () => {
    const measured = measurePureDyes(readLight(usual), plate, 'Wells16')
    expect(measured.matrix).toEqual([
      [1, 0.1],
      [0.2, 1],
    ])
    for (const { residual } of measured.dyes) expect(residual).toBeCloseTo(0, 12)
    expect(measured.failures).toEqual([])
  })

  it('tests a well by the matrix of the others: one that is alone in its kind is not excused by itself', () => {
    // Give every well of FAM another share in VIC, so that a matrix with the well in it would fit it better.
    const shares = [0.1, 0.2, 0.3, 0.4]
    const readings = readLight((row, column) =>
      row === 0 ? [1000, 1000 * shares[column]!] : usual(row),
    )
    const measured = measurePureDyes(readings, plate, 'Wells16')
    const residualOf = (well: string) => measured.wells.find((one) => one.well === well)?.residual
    // Expect the median of the others, which is 0.3; that of all is 0.25.
    const [, [, other]] = measured.matrix as [number[], [number, number]]
    expect(other).toBe(1)
    expect(residualOf('A1')).toBeCloseTo((0.3 - 0.1) / (1 - 0.1 * 0.1), 6)
  })

  it('refuses dyes that look alike by the condition, and a dim one by the spread of the wells without dye', () => {
    const alike = readLight((row) => (row === 0 ? [1000, 960] : row === 1 ? [960, 1000] : [0, 0]))
    expect(measurePureDyes(alike, plate, 'Wells16').failures).toMatchObject([
      { limit: 'condition', channel: null, allowed: 20 },
    ])
    const noisy = readLight((row, column) =>
      row === 2 ? [100 * column, 100 * column] : [usual(row)[0] + 150, usual(row)[1] + 150],
    )
    expect(measurePureDyes(noisy, plate, 'Wells16').failures.map(({ limit }) => limit)).toContain(
      'light',
    )
  })

  it('issue 19: wells without dye that are alike by chance do not excuse a dye that is lost in the noise', () => {
    const noise = [-5, 4, 6, -4, 5]
    const readings = readLight((row) => (row === 1 ? [0.1, 8] : row === 0 ? [1000, 200] : [0, 0]))
    for (const channel of [0, 1]) {
      for (let well = 0; well < 16; well++) {
        const curve = curveOf(readings, channel, well)
        for (const [cycle, value] of noise.entries()) curve[cycle]! += value
      }
    }
    const limits = measurePureDyes(readings, plate, 'Wells16').failures
    expect(limits).toMatchObject([{ limit: 'light', channel: 'VIC' }])
  })
})

/** Make one plate of wells that hold one dye each, or none, from the pure-dye plates of an instrument with two channels. */
function readRealPlate(): { readings: Readings; plate: DyePlate } {
  const { plates } = readTwoChannelPlate()
  const readings = createReadings(['FAM', 'VIC'], 16, 1)
  const rows = ['A', 'B', 'C', 'D'].flatMap((row) => [1, 2, 3, 4].map((column) => row + column))
  for (let well = 0; well < 16; well++) {
    const dye = well < 6 ? 0 : 1
    for (const channel of [0, 1]) {
      const value =
        well < 12
          ? plates.pure[(dye * 2 + channel) * 16 + well]!
          : plates.background[channel * 16 + well]!
      curveOf(readings, channel, well).fill(value)
    }
  }
  const held: DyePlate['dyes'] = [
    { channel: 'FAM', wells: rows.slice(0, 6) },
    { channel: 'VIC', wells: rows.slice(6, 12) },
  ]
  return {
    readings,
    plate: { run_uuid: '', dyes: held, blanks: rows.slice(12), left_out: [] },
  }
}

describe('the wells of one real plate', () => {
  const { readings, plate: real } = readRealPlate()
  const measured = measurePureDyes(readings, real, 'Wells16')

  it('separate its dyes within the limits, and are no better than a real optics is', () => {
    expect(measured.failures).toEqual([])
    expect(measured.condition).toBeCloseTo(1.48, 2)
    const residuals = measured.dyes.map(({ residual }) => residual)
    expect(residuals[0]).toBeCloseTo(0.028, 3)
    expect(residuals[1]).toBeCloseTo(0.0367, 3)
    expect(measured.wells[0]).toMatchObject({ well: 'B4', channel: 'VIC' })
  })

  /** Make the input of a run of 16 wells that hold FAM alone, and are looked at in both channels. */
  function makeInput(): AnalyseInput {
    const { readings } = readTwoChannelPlate()
    const { evaluation } = makeRun([{ type: 'unknown', wells: [[25, 25]] }])
    const [first] = evaluation.targets
    const targets = (['FAM', 'VIC'] as const).map((channel) => ({
      ...first!,
      name: channel,
      channel,
      threshold: { method: 'automatic' as const, factor: 10 },
    }))
    const wells = [...'ABCD'].flatMap((row) => [1, 2, 3, 4].map((column) => row + column))
    return {
      amplification: { ...readings, channels: ['FAM', 'VIC'] },
      melt: null,
      evaluation: { ...evaluation, targets },
      cartridge_type: 'Wells16',
      planned_cycles: readings.points,
      samples: wells.map((well) => ({
        uuid: crypto.randomUUID(),
        name: well,
        sample_type: 'unknown',
        coordinates: [well],
      })),
      exclusions: [],
      input_hash: '',
    }
  }

  const { channels, matrix } = measured
  const withMatrix = (evaluation: Evaluation): Evaluation => ({
    ...evaluation,
    compensation: { channels, matrix },
  })

  it('change what the bench shows: a dye that is not there is detected without the matrix only', () => {
    const { amplification, melt, evaluation: inForce, ...rest } = makeInput()
    const draft = withMatrix(inForce)
    const bench = createMethodBench()
    const curves = encodeCurves({ amplification, melt })
    bench.hold({ id: 'fam alone', curves, own: inForce, source: undefined, ...rest })
    const { changes } = bench.compare('fam alone', { inForce, draft }, true).detail!
    const calls = changes.filter(({ target }) => target === 'VIC')
    const count = (side: 'before' | 'after') =>
      calls.filter((one) => one[side]?.call === 'detected').length
    expect(count('before')).toBe(16)
    expect(count('after')).toBeLessThanOrEqual(1)
  })

  it('are taken out of the corrected curves of a written table as on the page', () => {
    const input = makeInput()
    const evaluation = withMatrix(input.evaluation)
    const { amplification, melt } = input
    const { record } = makeAnalysis(1, { cartridge: 'Wells16' })
    const results = analyse({ ...input, evaluation })
    const run = exportRun(
      { ...record, samples: [...input.samples] as Analysis['samples'] },
      results,
      { amplification, melt },
      'test',
    )
    const { corrected, normalised } = curveLayers(amplification, evaluation)
    const rows = tidyRows(run, run.wells[0]!)
    const column = (name: (typeof tidyColumns)[number]) =>
      rows.filter((row) => row[5] === 'VIC').map((row) => row[tidyColumns.indexOf(name)])
    const vic = (layer: Float64Array) =>
      layer.subarray(16 * amplification.points, 17 * amplification.points)
    expect(column('Fluorescence')).toEqual([...curveOf(amplification, 1, 0)])
    expect(vic(normalised)).not.toEqual(curveOf(amplification, 1, 0))
    for (const [at, value] of column('Corrected').entries())
      expect(value).toBeCloseTo(vic(corrected)[at]!, 6)
  })
})
