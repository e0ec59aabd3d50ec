import { describe, expect, test } from 'vitest'
import { measurePlate } from '../support/curve-accuracy.ts'
import { hasPlate, readPlate, readShippedPlate, referencePlates } from '../support/vendor-plate.ts'

describe('against a vendor', () => {
  test('the plate that ships: every figure within its bar', () => {
    const figures = measurePlate(readShippedPlate())
    expect(figures.length).toBeGreaterThan(15)
    expect(figures.filter(({ ok }) => ok === false)).toEqual([])
    expect(figures.find(({ name }) => name.endsWith('own window: curves'))?.value).toBe(384)
  })

  for (const { name, passive } of referencePlates) {
    test.skipIf(!hasPlate(name))(`reference plate ${name}: every figure within its bar`, () => {
      const figures = measurePlate(readPlate(name, passive))
      expect(figures.filter(({ ok }) => ok === false)).toEqual([])
    })
  }
})
