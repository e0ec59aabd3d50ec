import type { Random } from './seeded-random.ts'

/** Changes bytes without knowing what they mean. `other` is another file to take pieces of. */
export type ByteMutation = (bytes: Uint8Array, random: Random, other: Uint8Array) => Uint8Array

export const byteMutations: Readonly<Record<string, ByteMutation>> = {
  'flip bits': (bytes, random) => {
    const changed = bytes.slice()
    for (let i = random.few(64); i > 0; i--) {
      const at = random.below(changed.length)
      changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8))
    }
    return changed
  },
  'cut the end off': (bytes, random) => bytes.slice(0, random.below(bytes.length)),
  'cut the end off in the last kilobyte': (bytes, random) =>
    bytes.slice(0, Math.max(0, bytes.length - 1 - random.below(1024))),
  'cut the beginning off': (bytes, random) => bytes.slice(random.few(bytes.length)),
  'delete a chunk': (bytes, random) => {
    const from = random.below(bytes.length)
    return replace(bytes, from, random.few(bytes.length), new Uint8Array())
  },
  'double a chunk': (bytes, random) => {
    const from = random.below(bytes.length)
    const chunk = bytes.slice(from, from + random.few(100_000))
    return replace(bytes, from, 0, chunk)
  },
  'double a chunk a hundred times': (bytes, random) => {
    const from = random.below(bytes.length)
    const chunk = bytes.slice(from, from + random.few(1000))
    let repeated: Uint8Array = new Uint8Array()
    for (let i = 0; i < 100; i++) repeated = replace(repeated, 0, 0, chunk)
    return replace(bytes, from, 0, repeated)
  },
  'splice a chunk of another file in': (bytes, random, other) => {
    const from = random.below(other.length)
    const chunk = other.slice(from, from + random.few(20_000))
    return replace(bytes, random.below(bytes.length), random.few(1000), chunk)
  },
  'swap two chunks': (bytes, random) => {
    const changed = bytes.slice()
    const [a, b] = [random.below(bytes.length), random.below(bytes.length)]
    const length = random.few(1000)
    changed.set(bytes.slice(a, a + length).subarray(0, bytes.length - b), b)
    return changed
  },
  'zero a chunk': (bytes, random) => {
    const changed = bytes.slice()
    const from = random.below(bytes.length)
    changed.fill(0, from, from + random.few(5000))
    return changed
  },
  'random bytes': (bytes, random) => {
    const noise = new Uint8Array(random.few(5000)).map(() => random.below(256))
    return replace(bytes, random.below(bytes.length), noise.length, noise)
  },
  'bytes above 127': (bytes, random) => {
    const changed = bytes.slice()
    for (let i = random.few(20); i > 0; i--)
      changed[random.below(changed.length)] = 128 + random.below(128)
    return changed
  },
}

/** Return the bytes with `length` of them from `from` on replaced. */
export function replace(
  bytes: Uint8Array,
  from: number,
  length: number,
  by: Uint8Array,
): Uint8Array {
  const end = Math.min(bytes.length, from + length)
  const changed = new Uint8Array(from + by.length + bytes.length - end)
  changed.set(bytes.subarray(0, from))
  changed.set(by, from)
  changed.set(bytes.subarray(end), from + by.length)
  return changed
}
