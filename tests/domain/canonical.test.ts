import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../domain/canonical.ts'

describe('canonicalJson', () => {
  it('writes numbers and strings as RFC 8785 section 3.2.2 does', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    }
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    )
  })

  it('orders names by UTF-16 units as RFC 8785 section 3.2.3 does', () => {
    const value = {
      '\u20ac': 1,
      '\r': 2,
      '\ufb33': 3,
      '1': 4,
      '\ud83d\ude00': 5,
      '\u0080': 6,
      '\u00f6': 7,
    }
    expect(Object.values(JSON.parse(canonicalJson(value)) as object).length).toBe(7)
    expect([...canonicalJson(value).matchAll(/:(\d)/g)].map(([, digit]) => digit).join('')).toBe(
      '2467153',
    )
  })

  it('gives the same text for the same value whatever the order it was made in', () => {
    expect(canonicalJson({ b: [{ y: 1, x: 2 }], a: undefined, c: null })).toBe(
      '{"b":[{"x":2,"y":1}],"c":null}',
    )
  })

  it('refuses what JSON cannot say', () => {
    expect(() => canonicalJson({ a: Number.NaN })).toThrow(TypeError)
    expect(() => canonicalJson({ a: () => 1 })).toThrow(TypeError)
  })
})
