import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isHook, measureHook } from '../../workers/growth/hook.ts'
import { measureShape } from '../../workers/growth/shape.ts'

const curves = JSON.parse(
  readFileSync(new URL('../fixtures/curves/pcredux-hook.json', import.meta.url), 'utf8'),
) as { name: string; signal: number[] }[]

describe('hook effect', () => {
  test('is found where the signal falls after its top and nowhere else', () => {
    const hooks = curves.map(({ signal }) => isHook(measureShape(Float64Array.from(signal)).hook))
    // By eye: four peaks, four plateaus, four hooks, four plateaus, then s1 to s8, of which s7 has none.
    const seen = 'yyyynnnnyyyynnnnyyyyyyny'
    expect(hooks.map((hook) => (hook ? 'y' : 'n')).join('')).toBe(seen)
  })

  test('is the fall of a line in parts of the height', () => {
    const points = Float64Array.of(0, 5, 10, 9.5, 9, 8.5, 8, 7.5)
    expect(measureHook(points, 2, 10)).toEqual({ fall: 0.25, chance: 0 })
  })

  test('is none within noise, on the way up and with fewer than five points', () => {
    expect(isHook(measureHook(Float64Array.of(0, 10, 9, 11, 8, 11, 9), 1, 10))).toBe(false)
    expect(measureHook(Float64Array.of(0, 1, 2, 3, 4, 5, 6), 1, 10)).toEqual({ fall: 0, chance: 1 })
    expect(measureHook(Float64Array.of(0, 10, 8, 6, 4), 1, 10)).toEqual({ fall: 0, chance: 1 })
  })
})
