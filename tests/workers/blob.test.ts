import { describe, expect, test } from 'vitest'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import { Fault } from '../../domain/fault.ts'
import { decodeCurves, encodeCurves, type RunCurves } from '../../workers/run/blob.ts'
import { createReadings } from '../../workers/curves/readings.ts'
import { makeReadings } from './curves.ts'

function makeRun(): RunCurves {
  const amplification = makeReadings(['FAM', 'VIC'], 7, [
    { noise: 1 },
    { noise: 1e-300 },
    { top: 1e9 },
  ])
  amplification.values.set([Number.NaN, -0, Number.POSITIVE_INFINITY, 5e-324, 0.1 + 0.2])
  const melt = makeReadings(['FAM'], 5, [{ noise: 1 }, {}, {}])
  melt.temperatures = Float64Array.from({ length: 15 }, (_, i) => 60 + i / 3)
  return { amplification, melt }
}

function reasonOf(bytes: Uint8Array): string | undefined {
  try {
    decodeCurves(bytes)
  } catch (error) {
    if (error instanceof Fault && error.code === 'invalid') return error.first.reason
    throw error
  }
  return undefined
}

describe('curve file', () => {
  test('gives back every bit, with and without a melt', () => {
    const run = makeRun()
    expect(decodeCurves(encodeCurves(run))).toEqual(run)
    expect(Object.is(decodeCurves(encodeCurves(run)).amplification.values[1], -0)).toBe(true)
    const short = { amplification: run.amplification, melt: null }
    expect(decodeCurves(encodeCurves(short))).toEqual(short)
    const empty = { amplification: createReadings([], 0, 0), melt: null }
    expect(decodeCurves(encodeCurves(empty))).toEqual(empty)
  })

  test('is read from the middle of a larger buffer', () => {
    const bytes = encodeCurves(makeRun())
    const larger = new Uint8Array(bytes.length + 13)
    larger.set(bytes, 5)
    expect(decodeCurves(larger.subarray(5, 5 + bytes.length))).toEqual(makeRun())
  })

  test('the same curves are the same bytes, whichever NaN they hold', () => {
    const run = makeRun()
    new Uint32Array(run.amplification.values.buffer)[1] = 0xfff12345
    expect(run.amplification.values[0]).toBeNaN()
    expect(encodeCurves(run)).toEqual(encodeCurves(makeRun()))
  })

  test('refuses every truncation and anything longer', () => {
    const bytes = encodeCurves(makeRun())
    for (let length = 0; length < bytes.length; length++) {
      expect(reasonOf(bytes.subarray(0, length)), `${length} bytes`).toBe(
        length < 12 ? 'not_curves' : 'curves_damaged',
      )
    }
    expect(reasonOf(Uint8Array.of(...bytes, 0))).toBe('curves_damaged')
  })

  test('issue 15: every plate that an analysis can have comes back as it was kept', () => {
    for (const { rows, columns } of Object.values(cartridges)) {
      const run = { amplification: createReadings(['FAM'], rows * columns, 3), melt: null }
      expect(decodeCurves(encodeCurves(run)).amplification.wells).toBe(rows * columns)
    }
  })

  test('refuses other files, a newer version and a broken header', () => {
    const bytes = encodeCurves(makeRun())
    expect(reasonOf(new TextEncoder().encode('PK-----------------'))).toBe('not_curves')
    const newer = bytes.slice()
    newer[4] = 2
    expect(reasonOf(newer)).toBe('curves_version')
    for (const [from, to] of [
      ['{"phases"', '{"phrases'],
      ['"wells":3', '"wells":-'],
      ['"points":7', '"points":8'],
      ['"AMP"', '"VAL"'],
    ] as const) {
      const text = new TextDecoder('latin1').decode(bytes)
      const at = text.indexOf(from)
      const broken = bytes.slice()
      broken.set(new TextEncoder().encode(to), at)
      expect(at).toBeGreaterThan(0)
      expect(reasonOf(broken), to).toBe('curves_damaged')
    }
  })
})
