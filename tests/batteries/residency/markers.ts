/**
 * Markers that are written through a region's calls and searched in the other's files: a prefix, the region, twelve
 * more.
 */
const prefix = 'zqmkres'
const tail = 12
export const markerPattern = new RegExp(`${prefix}[en][a-z0-9]{${tail}}`, 'gi')
const length = prefix.length + 1 + tail

export type MarkedRegion = 'eu' | 'na'

/** Make markers that are never the same twice: a number and chance, lower-case letters and digits only. */
export function markerMaker(region: MarkedRegion): () => string {
  let count = 0
  return () => {
    count += 1
    const chance = Math.random().toString(36).slice(2).padEnd(8, '0').slice(0, 8)
    return `${prefix}${region.charAt(0)}${count.toString(36).padStart(4, '0')}${chance}`
  }
}

export function markersIn(text: string): string[] {
  return (text.match(markerPattern) ?? []).map((marker) => marker.toLowerCase())
}

/** A way to write text, as it looks in bytes: where the prefix begins, and how what follows is read back. */
interface Encoding {
  name: string
  needles: Buffer[]
  read: (bytes: Buffer, at: number, needle: number) => string
}

const longest = length * 6

/**
 * Return the whole groups of four letters that base64 makes of the prefix when `skipped` bytes of it fall into the
 * group before.
 */
function base64Needle(skipped: number): string {
  const inner = Buffer.from(prefix).subarray(skipped)
  return inner.subarray(0, inner.length - (inner.length % 3)).toString('base64')
}

const lower = prefix
const upper = prefix.toUpperCase()
const each = (text: string, write: (letter: string) => string) => [...text].map(write).join('')
const hexOf = (letter: string) => letter.charCodeAt(0).toString(16)
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

const encodings: Encoding[] = [
  {
    name: 'plain',
    needles: [Buffer.from(lower), Buffer.from(upper)],
    read: (bytes, at) => bytes.toString('latin1', at, at + length),
  },
  {
    name: 'utf-16le',
    needles: [Buffer.from(lower, 'utf16le')],
    read: (bytes, at) => bytes.toString('utf16le', at, at + length * 2),
  },
  {
    name: 'utf-16be',
    needles: [utf16be(lower)],
    read: (bytes, at) =>
      Buffer.from(bytes.subarray(at, at + length * 2))
        .swap16()
        .toString('utf16le'),
  },
  {
    name: 'base64',
    needles: [0, 1, 2].map((skipped) => Buffer.from(base64Needle(skipped))),
    read: (bytes, at, skipped) =>
      prefix.slice(0, skipped) +
      Buffer.from(
        bytes
          .toString('latin1', at, at + 32)
          .replaceAll('-', '+')
          .replaceAll('_', '/'),
        'base64',
      ).toString('latin1'),
  },
  {
    name: 'hex',
    needles: [each(lower, hexOf), each(lower, hexOf).toUpperCase()].map((text) =>
      Buffer.from(text),
    ),
    read: (bytes, at) =>
      Buffer.from(bytes.toString('latin1', at, at + length * 2), 'hex').toString('latin1'),
  },
  {
    name: 'url',
    needles: [
      each(lower, (letter) => `%${hexOf(letter)}`),
      each(lower, (letter) => `%${hexOf(letter)}`.toUpperCase()),
    ].map((text) => Buffer.from(text)),
    read: (bytes, at) => decodeURIComponent(bytes.toString('latin1', at, at + length * 3)),
  },
  {
    name: 'json',
    needles: [Buffer.from(each(lower, (letter) => `\\u00${hexOf(letter)}`))],
    read: (bytes, at) =>
      bytes
        .toString('latin1', at, at + longest)
        .replaceAll(/\\u00([0-9a-f]{2})/gi, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        ),
  },
]

export interface Find {
  marker: string
  encoding: string
}

/** Find every marker in these bytes, in every encoding. */
export function findMarkers(bytes: Buffer): Find[] {
  const found: Find[] = []
  for (const { name, needles, read } of encodings) {
    for (const [index, needle] of needles.entries()) {
      for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + 1)) {
        for (const marker of markersIn(safely(() => read(bytes, at, index)))) {
          found.push({ marker, encoding: name })
        }
      }
    }
  }
  return found
}

function safely(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
