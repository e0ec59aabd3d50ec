import { deflateSync, unzipSync, zipSync } from 'fflate'
import { byteMutations, replace } from './mutate-bytes.ts'
import type { Random } from './seeded-random.ts'

/** Changes the headers of a zip archive, or what is in it. */
export type ArchiveMutation = (bytes: Uint8Array, random: Random) => Uint8Array

/** Offset of a field in each of the three kinds of header, with its bytes. */
const localFields = [4, 6, 8, 14, 18, 22, 26, 28] as const
const directoryFields = [6, 8, 10, 16, 20, 24, 28, 30, 32, 42] as const
const endFields = [4, 8, 10, 12, 16, 20] as const

export const archiveMutations: Readonly<Record<string, ArchiveMutation>> = {
  'local header': (bytes, random) => patch(bytes, random, [0x50, 0x4b, 3, 4], localFields),
  'directory header': (bytes, random) => patch(bytes, random, [0x50, 0x4b, 1, 2], directoryFields),
  'end record': (bytes, random) => patch(bytes, random, [0x50, 0x4b, 5, 6], endFields),
  encrypted: (bytes, random) => set(bytes, random, [0x50, 0x4b, 1, 2], 8, 1),
  'unknown compression': (bytes, random) => set(bytes, random, [0x50, 0x4b, 1, 2], 10, 12),
  'another archive inside': (bytes, random) => {
    const inner = random.next() < 0.5 ? bytes : zipSync({ 'a.xml': bytes.subarray(0, 100) })
    const name = random.pick(['rdml_data.xml', 'a.zip', 'b.xml', 'xl/workbook.xml'])
    return zipSync({ [name]: inner }, { level: 1 })
  },
  bomb: (bytes, random) => {
    const name = Object.keys(safeUnzip(bytes))[0] ?? 'rdml_data.xml'
    const size = random.pick([2 ** 20, 2 ** 24, 2 ** 25])
    return zipSync(
      { [name]: new Uint8Array(size).fill(random.pick([0, 0x20, 0x3c])) },
      { level: 6 },
    )
  },
  'bomb with a small declared size': (bytes, random) => {
    const name = Object.keys(safeUnzip(bytes))[0] ?? 'rdml_data.xml'
    const bomb = zipSync({ [name]: new Uint8Array(2 ** 24) }, { level: 6 })
    const at = find(bomb, [0x50, 0x4b, 1, 2], 0)
    new DataView(bomb.buffer, bomb.byteOffset).setUint32(
      at + 24,
      random.pick([0, 100, 2 ** 20]),
      true,
    )
    return bomb
  },
  'damaged stream': (bytes, random) => {
    const start = find(bytes, [0x50, 0x4b, 3, 4], 0)
    if (start < 0) return bytes
    const changed = bytes.slice()
    const from = start + 60 + random.below(Math.max(1, bytes.length - 200))
    for (let i = 0; i < random.few(20); i++) changed[from + i] = random.below(256)
    return changed
  },
  'two thousand members': (bytes) => {
    const members = Object.fromEntries(
      Array.from({ length: 2000 }, (_, i) => [`${i}.xml`, new Uint8Array()]),
    )
    return zipSync({ ...members, ...safeUnzip(bytes) }, { level: 0 })
  },
  'members in another order': (bytes) => {
    const members = Object.entries(safeUnzip(bytes)).reverse()
    return zipSync(Object.fromEntries(members), { level: 0 })
  },
  'a member less': (bytes, random) => {
    const members = Object.entries(safeUnzip(bytes))
    members.splice(random.below(members.length), 1)
    return zipSync(Object.fromEntries(members), { level: 0 })
  },
  'another name': (bytes, random) => {
    const names = ['../../etc/passwd', 'a/b/c.XML', 'x', '.xml', 'ä.xml', '__MACOSX/._a.xml']
    const members = Object.entries(safeUnzip(bytes)).map(([name, content], i) => [
      i === 0 ? random.pick(names) : name,
      content,
    ])
    return zipSync(Object.fromEntries(members) as Record<string, Uint8Array>, { level: 0 })
  },
  'a comment at the end': (bytes, random) =>
    replace(bytes, bytes.length, 0, new Uint8Array(random.below(70_000)).fill(0x50)),
  'raw deflate': (bytes) => deflateSync(bytes),
  'bytes of the archive': (bytes, random) =>
    random.pick(Object.values(byteMutations))(bytes, random, bytes),
}

/** Return the members of an archive; none if it cannot be opened. */
export function safeUnzip(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes)
  } catch {
    return {}
  }
}

function patch(
  bytes: Uint8Array,
  random: Random,
  mark: readonly number[],
  fields: readonly number[],
): Uint8Array {
  const odd = [
    0,
    1,
    0xff,
    0xffff,
    0x7fff_ffff,
    0xffff_ffff,
    random.below(0xffff),
    random.below(256),
  ]
  const changed = bytes.slice()
  const from = random.next() < 0.5 ? 0 : random.below(bytes.length)
  const at = find(bytes, mark, from)
  const field = at + random.pick(fields)
  if (at < 0 || field + 4 > changed.length) return changed
  const view = new DataView(changed.buffer)
  if (random.next() < 0.5) view.setUint32(field, random.pick(odd), true)
  else view.setUint16(field, random.pick(odd) & 0xffff, true)
  return changed
}

function set(
  bytes: Uint8Array,
  random: Random,
  mark: readonly number[],
  field: number,
  value: number,
): Uint8Array {
  const changed = bytes.slice()
  const at = find(bytes, mark, random.below(2) * random.below(bytes.length))
  if (at >= 0) new DataView(changed.buffer).setUint16(at + field, value, true)
  return changed
}

function find(bytes: Uint8Array, mark: readonly number[], from: number): number {
  for (let at = from; at + 46 <= bytes.length; at++) {
    if (mark.every((byte, i) => bytes[at + i] === byte)) return at
  }
  return from > 0 ? find(bytes, mark, 0) : -1
}
