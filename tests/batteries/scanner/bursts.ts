// Draw the keys that bar code readers and people send, with fast-check from a seed.
import fc from 'fast-check'
import type { Press } from '../../../web/parts/scan/key-burst.ts'

export interface Stroke extends Pick<Press, 'key' | 'code'> {
  ctrlKey?: true
  altKey?: true
  /** Milliseconds since the one before it. */
  gap: number
}

/** One label as a reader sends it, or one name as a person types it. */
export interface Burst {
  text: string
  strokes: readonly Stroke[]
}

type Sign = Omit<Stroke, 'gap'>

const signs = 'ABCxyz0123456789-_/.+#@ÄßЖ漢'
/** Readers can put a sign of their own around each code, or a key that writes nothing. */
const before = fc.constantFrom<Sign[]>(
  [],
  [],
  [{ key: 'b', ctrlKey: true }],
  [{ key: 'F8' }],
  [{ key: '~' }],
)
const after = fc.constantFrom<Sign[]>([], [], [{ key: 'c', ctrlKey: true }], [{ key: '$' }])
const end = fc.constantFrom<Sign[]>(
  [{ key: 'Enter' }],
  [{ key: 'Tab' }],
  [{ key: 'Enter' }, { key: 'j', ctrlKey: true }],
  [{ key: 'm', ctrlKey: true }],
)
const label = (most: number) =>
  fc
    .array(fc.constantFrom(...signs), { minLength: 1, maxLength: most })
    .map((made) => made.join(''))

export interface Reader {
  /** Most milliseconds of a hiccup. */
  longest: number
  /** Most hiccups in one code. */
  most: number
}

/**
 * Draw 1 to 40 characters, each reader at its own pace from 3 to 60 ms a key, with prefix, suffix, Shift in between and
 * hiccups at any key up to the one that ends the code.
 */
export function readerBurst({ longest, most }: Reader): fc.Arbitrary<Burst> {
  return fc
    .record({
      label: label(40),
      before,
      after,
      end,
      pace: fc.tuple(fc.integer({ min: 3, max: 60 }), fc.integer({ min: 3, max: 60 })),
      spread: fc.array(fc.nat(1000), { minLength: 100, maxLength: 100 }),
      shifted: fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      hiccups: fc.array(
        fc.record({ where: fc.nat(1000), ms: fc.integer({ min: 61, max: longest }) }),
        {
          maxLength: most,
        },
      ),
      apart: fc.integer({ min: 150, max: 4000 }),
    })
    .map((drawn) => {
      const written = [...drawn.label].flatMap((key, at): Sign[] =>
        drawn.shifted[at] && key !== key.toLowerCase() ? [{ key: 'Shift' }, { key }] : [{ key }],
      )
      const inside = [...drawn.before, ...written, ...drawn.after]
      const all = [...inside, ...drawn.end]
      const [low, high] = drawn.pace.toSorted((a, b) => a - b) as [number, number]
      const gaps = all.map((_, at) =>
        at === 0 ? drawn.apart : low + Math.round(((high - low) * (drawn.spread[at] ?? 0)) / 1000),
      )
      // Place hiccups up to the first key that ends it: behind that there is nothing to lose.
      for (const { where, ms } of drawn.hiccups) gaps[1 + (where % inside.length)] = ms
      const text = inside.filter(({ key, ctrlKey }) => [...key].length === 1 && !ctrlKey)
      return {
        text: text.map(({ key }) => key).join(''),
        strokes: all.map((one, at) => ({ ...one, gap: gaps[at] ?? 0 })),
      }
    })
}

/** Return the keys of a reader in Alt mode for a character: Alt, and the digits of its number with Alt held. */
function altStrokes(character: string, numLock: boolean): Sign[] {
  const digits = String(character.charCodeAt(0)).padStart(4, '0')
  const others = ['Insert', 'End', 'ArrowDown', 'PageDown', 'ArrowLeft', 'Clear', 'ArrowRight']
  const names = [...others, 'Home', 'ArrowUp', 'PageUp']
  return [
    { key: 'Alt' },
    ...[...digits].map((digit): Sign => ({
      key: numLock ? digit : (names[Number(digit)] ?? ''),
      code: `Numpad${digit}`,
      altKey: true,
    })),
  ]
}

/** 3 to 40 signs of ASCII from a reader in Alt mode, 3 to 60 ms a key, with or without Num Lock. */
export const altBurst: fc.Arbitrary<Burst> = fc
  .record({
    label: fc
      .array(fc.constantFrom(...'ABCxyz0123456789-_/.+#@'), { minLength: 3, maxLength: 40 })
      .map((made) => made.join('')),
    gaps: fc.array(fc.integer({ min: 3, max: 60 }), { minLength: 30, maxLength: 30 }),
    numLock: fc.boolean(),
    apart: fc.integer({ min: 400, max: 4000 }),
    end: fc.constantFrom('Enter', 'Tab'),
  })
  .map(({ label: text, gaps, numLock, apart, end: last }) => {
    const keys = [...[...text].flatMap((one) => altStrokes(one, numLock)), { key: last }]
    const gapAt = (at: number) => (at === 0 ? apart : (gaps[at % gaps.length] ?? 30))
    return { text, strokes: keys.map((key, at) => ({ ...key, gap: gapAt(at) })) }
  })

/** Names of 1 to 20 signs at 60 to 250 ms a key, with pauses to think. */
export const typedName: fc.Arbitrary<Burst> = fc
  .record({
    label: label(20),
    gaps: fc.array(fc.integer({ min: 60, max: 250 }), { minLength: 30, maxLength: 30 }),
    thinks: fc.array(fc.record({ where: fc.nat(1000), ms: fc.integer({ min: 300, max: 6000 }) }), {
      maxLength: 2,
    }),
    apart: fc.integer({ min: 300, max: 4000 }),
    end: fc.constantFrom('Enter', 'Tab'),
  })
  .map(({ label: text, gaps, thinks, apart, end: last }) => {
    const keys = [...text, last]
    const between = keys.map((_, at) => (at === 0 ? apart : (gaps[at] ?? 100)))
    for (const { where, ms } of thinks) between[1 + (where % [...text].length)] = ms
    return { text, strokes: keys.map((key, at) => ({ key, gap: between[at] ?? 0 })) }
  })
