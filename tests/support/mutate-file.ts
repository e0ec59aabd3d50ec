import { zipSync } from 'fflate'
import { archiveMutations, safeUnzip } from './mutate-archive.ts'
import { byteMutations } from './mutate-bytes.ts'
import { textMutations } from './mutate-text.ts'
import type { Random } from './seeded-random.ts'

export interface Mutant {
  bytes: Uint8Array
  /** Description of the changes. */
  mutation: string
}

/**
 * Mutate a file: make one to three changes to its bytes, to its text, to the headers of its archive, or to a member
 * inside which is packed again. `other` is another file to take pieces of.
 */
export function mutateFile(bytes: Uint8Array, random: Random, other: Uint8Array): Mutant {
  const archive = bytes[0] === 0x50 && bytes[1] === 0x4b
  const done: string[] = []
  let changed = bytes
  for (let i = random.pick([1, 1, 1, 2, 3]); i > 0; i--) {
    const mutant = archive
      ? mutateArchive(changed, random, other)
      : mutatePlain(changed, random, other)
    changed = mutant.bytes
    done.push(mutant.mutation)
  }
  return { bytes: changed, mutation: done.join(', ') }
}

function mutateArchive(bytes: Uint8Array, random: Random, other: Uint8Array): Mutant {
  if (random.next() < 0.35) {
    const name = random.pick(Object.keys(archiveMutations))
    return { bytes: archiveMutations[name]?.(bytes, random) ?? bytes, mutation: `archive: ${name}` }
  }
  const members = safeUnzip(bytes)
  const names = Object.keys(members)
  if (names.length === 0) return { bytes, mutation: 'not an archive any more' }
  const name = random.pick(names)
  const mutant = mutatePlain(members[name] ?? new Uint8Array(), random, other)
  const packed = zipSync({ ...members, [name]: mutant.bytes }, { level: 0 })
  return { bytes: packed, mutation: `${name}: ${mutant.mutation}` }
}

function mutatePlain(bytes: Uint8Array, random: Random, other: Uint8Array): Mutant {
  const kind = random.next()
  if (kind < 0.3) {
    const name = random.pick(Object.keys(byteMutations))
    return { bytes: byteMutations[name]?.(bytes, random, other) ?? bytes, mutation: name }
  }
  const text = new TextDecoder('latin1').decode(bytes)
  if (kind < 0.38) return encodeOtherwise(text, random)
  return mutateText(text, random)
}

/** Change the text; if one kind of change finds nothing, try another. */
function mutateText(text: string, random: Random): Mutant {
  for (let tries = 0; tries < 8; tries++) {
    const name = random.pick(Object.keys(textMutations))
    const changed = textMutations[name]?.(text, random) ?? text
    if (changed !== text) return { bytes: toLatin1(changed), mutation: name }
  }
  return { bytes: toLatin1(text.slice(1)), mutation: 'cut the first letter off' }
}

/** Return the text in another encoding, with or without a mark. */
function encodeOtherwise(text: string, random: Random): Mutant {
  const kind = random.pick([
    'utf-16le',
    'utf-16be',
    'utf-16 without a mark',
    'two marks',
    'latin-1',
  ])
  if (kind === 'two marks')
    return { bytes: toLatin1(`\u00ef\u00bb\u00bf\u00ef\u00bb\u00bf${text}`), mutation: kind }
  if (kind === 'latin-1')
    return { bytes: toLatin1(text.replace(/[aeou]/, '\u00e4')), mutation: kind }
  const marked = kind === 'utf-16 without a mark' ? text : `\ufeff${text}`
  const bytes = new Uint8Array(2 * marked.length)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < marked.length; i++) {
    view.setUint16(2 * i, marked.charCodeAt(i), kind !== 'utf-16be')
  }
  return { bytes, mutation: kind }
}

/** Write one byte for each letter; letters that do not fit become UTF-8. */
function toLatin1(text: string): Uint8Array {
  // oxlint-disable-next-line no-control-regex
  const narrow = text.replace(/[^\u0000-\u00ff]/g, (letter) =>
    String.fromCharCode(...new TextEncoder().encode(letter)),
  )
  const bytes = new Uint8Array(narrow.length)
  for (let i = 0; i < narrow.length; i++) bytes[i] = narrow.charCodeAt(i)
  return bytes
}
