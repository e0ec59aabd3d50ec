import { mostWells } from '../../../../../domain/catalog/cartridges.ts'

/** Write and read the parts of a view in the address, short enough to be sent in a message. */

/** Write indexes as runs: `0-5.12.14-20`. */
export function writeIndexes(indexes: Iterable<number>): string {
  const sorted = [...new Set(indexes)].toSorted((a, b) => a - b)
  const runs: [number, number][] = []
  for (const index of sorted) {
    const last = runs.at(-1)
    if (last && last[1] === index - 1) last[1] = index
    else runs.push([index, index])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join('.')
}

/** Read indexes of wells from the address; ignore what no plate has. */
export function readIndexes(text: string | null): Set<number> {
  const indexes = new Set<number>()
  for (const part of (text ?? '').split('.')) {
    const [, first, last = first] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part) ?? []
    if (first === undefined) continue
    const to = Math.min(Number(last), mostWells - 1)
    for (let index = Number(first); index <= to; index += 1) indexes.add(index)
  }
  return indexes
}

export type Limits = readonly [number, number]

/** Write both ends of an axis with the visible digits: `1~20.5`. */
export function writeLimits(limits: Limits | 'fit' | null): string {
  if (limits === null || limits === 'fit') return limits ?? ''
  return limits.map((end) => String(Number(end.toPrecision(6)))).join('~')
}

export function readLimits(text: string | null): Limits | null {
  const [from, to, ...more] = (text ?? '').split('~').map((end) => (end === '' ? NaN : Number(end)))
  if (from === undefined || to === undefined || more.length > 0) return null
  return Number.isFinite(from) && Number.isFinite(to) && from < to ? [from, to] : null
}

/** Write the colours that a person gave to wells: `12-aa3377.13-225588`. */
export function writeColours(colours: ReadonlyMap<number, string>): string {
  return [...colours].map(([well, colour]) => `${well}-${colour.replace('#', '')}`).join('.')
}

export function readColours(text: string | null): Map<number, string> {
  const colours = new Map<number, string>()
  for (const part of (text ?? '').split('.')) {
    const [, well, colour] = /^(\d{1,4})-([0-9a-f]{6})$/.exec(part) ?? []
    if (well !== undefined && colour !== undefined) colours.set(Number(well), `#${colour}`)
  }
  return colours
}
