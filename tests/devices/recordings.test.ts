import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Recording, readRecordings } from '../../devices/recording.ts'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import { wavelengthNames } from '../../domain/catalog/wavelengths.ts'

const recordings = readRecordings()
const named = (name: string): Recording =>
  recordings.find((each) => each.name === name) as Recording
const vendor = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`./fixtures/${name}-vendor.json`, import.meta.url), 'utf8'),
  ) as object[]

test('every recording says where it comes from, under which licence, and fits a cartridge', () => {
  expect(recordings.map((each) => each.name)).toEqual([
    'cfx96-melt',
    'chai-1ch-melt',
    'chai-2ch',
    'qs5-4plex',
  ])
  for (const recording of recordings) {
    expect(recording.source).toMatch(/@ [0-9a-f]{7}/)
    expect(['MIT', 'Apache-2.0']).toContain(recording.licence)
    const shape = cartridges[recording.cartridge]
    expect(recording.wells).toBe(shape.rows * shape.columns)
    expect(recording.device).toBe(shape.device)
    for (const channel of recording.channels) {
      expect(wavelengthNames).toContain(channel)
      expect(recording.dyes).toHaveProperty(channel)
    }
  }
})

test.each(recordings)('$name is a whole grid of finite numbers', (recording) => {
  const { AMP, VAL } = recording.phases
  const whole = (values: number[][][], check: (curve: number[]) => void) => {
    expect(values).toHaveLength(recording.channels.length)
    for (const wells of values) {
      expect(wells).toHaveLength(recording.wells)
      for (const curve of wells) {
        expect(curve.every(Number.isFinite)).toBe(true)
        if (curve.length > 0) check(curve)
      }
    }
  }
  whole(AMP.values, (curve) => expect(curve).toHaveLength(AMP.points))
  if (VAL) {
    whole(VAL.values, (curve) => expect(curve.length).toBeGreaterThan(VAL.points - 2))
    for (const row of VAL.temperatures) {
      expect(row.every((value, at) => at === 0 || value > (row[at - 1] ?? 0))).toBe(true)
    }
  }
  const file = new URL(`../../devices/recordings/${recording.name}.json`, import.meta.url)
  expect(statSync(file).size).toBeLessThan(1_500_000)
})

test('numbers are those of the sources, digit for digit', () => {
  const plate = named('qs5-4plex').phases.AMP.values
  expect(plate.map((wells) => wells[0]?.[0])).toEqual([
    112798.711, 120037.844, 145360.109, 61607.4414, 128106.367,
  ])
  const cfx = named('cfx96-melt').phases
  expect(cfx.AMP.values[0]?.[0]?.slice(0, 2)).toEqual([-3.38871894099566, -5.95975895359197])
  expect(cfx.VAL?.values[0]?.[0]?.[0]).toBe(2763.42351342791)
  expect(named('chai-1ch-melt').phases.AMP.values[0]?.[0]?.slice(0, 3)).toEqual([
    42597, 47181, 51058,
  ])
  expect(named('chai-2ch').phases.AMP.values[0]?.[0]?.slice(0, 3)).toEqual([24544, 24663, 24708])
})

test('the vendors’ own results are beside the tests for every target of every well read', () => {
  expect(vendor('qs5-4plex')).toHaveLength(96 * 4)
  expect(vendor('cfx96-melt')).toHaveLength(30 * 2)
})
