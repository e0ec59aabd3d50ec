import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import { parseJson, scanJson } from '../../domain/scan-json.ts'

function refusal(text: string): string | undefined {
  try {
    scanJson(text)
    return undefined
  } catch (error) {
    if (error instanceof Fault) return `${error.first.reason} ${error.first.field}`
    throw error
  }
}

describe('the scanner of JSON', () => {
  it('lets every ordinary value through unchanged, however it is written', () => {
    const value = fc.jsonValue({ maxDepth: 8, stringUnit: 'grapheme' })
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1, 4), (given, indent) => {
        // Replace an integer beyond 2^53, which is refused, see below.
        const text = JSON.stringify(
          given,
          (_, one: unknown) => (Number.isInteger(one) && !Number.isSafeInteger(one) ? 0.5 : one),
          indent,
        )
        fc.pre(!/"(?:__proto__|constructor|prototype)"|\\u0000/.test(text))
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })

  it('ends on any text, and only with a Fault', () => {
    const piece = fc.constantFrom(
      ...'{}[]",:\\',
      '\\u',
      'd800',
      '1e9',
      '-',
      '1.',
      '"a"',
      '"a":',
      'true',
      ' ',
      '\u0000',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        // Expect no more than a Fault: anything else is thrown on by `refusal`.
        expect(() => refusal(pieces.join(''))).not.toThrow()
      }),
      { numRuns: 2000 },
    )
  })

  it('issue 22: refuses more lists, objects and names than a Worker has memory for, and not as many numbers', () => {
    const bent = ['[]', '{}', '{"a":1}'].map((value) => `[${`${value},`.repeat(250_000)}1]`)
    for (const text of bent) expect(refusal(text)).toMatch(/^too_many_values /)
    expect(refusal(`[${'12,'.repeat(1_000_000)}1]`)).toBeUndefined()
  })

  it('finds a name that comes twice, and says where', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (path, isEscaped) => {
          const inner = isEscaped ? '{"n\\u006f":1,"no":2}' : '{"no":"}],:","no":[1,2.5,-3]}'
          const text = path.reduceRight(
            (held, at) => `[${'["x,]",{"no":1}],'.repeat(at)}${held}]`,
            inner,
          )
          expect(refusal(text)).toBe(`name_twice ${path.join('.')}.no`)
        },
      ),
    )
  })

  it('takes depth up to the limit', () => {
    expect(refusal(`${'['.repeat(32)}${']'.repeat(32)}`)).toBeUndefined()
    expect(refusal(`${'['.repeat(33)}${']'.repeat(33)}`)).toMatch(/^too_deep/)
    expect(refusal(`[${Array(100).fill('[[]]').join()}]`)).toBeUndefined()
  })

  it.each([
    ['1.7976931348623157e308', undefined],
    ['5e-324', undefined],
    ['-0.123456789012345678901', undefined],
    ['9007199254740991', undefined],
    ['9007199254740992', 'number_range '],
    ['-12345678901234567890', 'number_range '],
    ['1e400', 'number_range '],
    ['-1E+309', 'number_range '],
    ['"1e400 12345678901234567890"', undefined],
    ['0.1e5', undefined],
  ])('of the number %s it thinks %s', (text, expected) => {
    expect(refusal(text)).toBe(expected)
    expect(refusal(`{"a":[1,${text}]}`)).toBe(expected && 'number_range a.1')
  })

  it('reads pairs of surrogates as characters and halves as none', () => {
    expect(refusal('["\\ud83d\\ude00 \\\\ud800"]')).toBeUndefined()
    expect(refusal('["x","\\ude00\\ud83d"]')).toBe('lone_surrogate 1')
    expect(refusal(JSON.stringify(['a'.repeat(5000), '\ud800']))).toBe('lone_surrogate 1')
  })

  it('does not take long for what is made to take long', () => {
    const hostile = [
      `"${'\\\\'.repeat(500_000)}"`,
      `"${'\\"'.repeat(500_000)}"`,
      '"'.repeat(300_000),
      `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":1`).join()}}`,
      `[${'1e'.repeat(300_000)}]`,
      '1'.repeat(1_000_000),
      `[${'1,'.repeat(500_000)}1]`,
    ]
    // Accept the last, which is a list like any other; all of them must come to an end within the test's time.
    expect(hostile.map((text) => refusal(text)).at(-1)).toBeUndefined()
  }, 5000)
})
