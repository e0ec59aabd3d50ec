import { splitLines } from '../../../domain/trail/trail-file.ts'
import { TrailCheck } from '../../../domain/trail/verify-trail.ts'
import { trailTools } from '../../../edge/store/trail-tools.ts'
import type { Random } from '../../support/seeded-random.ts'
import { count, newTally, type Tally } from './tally.ts'

export function linesOf(file: Uint8Array): Uint8Array[] {
  return [...splitLines(file)]
}

/**
 * Read the trail once; at each line `bend` returns the lines that follow instead. The check of the lines before is
 * shared, the rest is read until a problem is found or the file ends.
 */
async function bendEach(
  tally: Tally,
  lines: readonly Uint8Array[],
  bend: (at: number) => Iterable<{ rest: readonly Uint8Array[]; what: string }>,
): Promise<Tally> {
  const check = new TrailCheck(trailTools)
  for (const [at, line] of lines.entries()) {
    for (const { rest, what } of at === 0 ? [] : bend(at)) {
      count(tally, await isNoticed(check.fork(), rest), () => what)
    }
    check.take(line)
  }
  return tally
}

async function isNoticed(check: TrailCheck, rest: readonly Uint8Array[]): Promise<boolean> {
  for (const line of rest) {
    check.take(line)
    if (check.found > 0) return true
  }
  return (await check.end()).problems.length > 0
}

/** Leave out each entry in turn. */
export function deleteEach(lines: readonly Uint8Array[]): Promise<Tally> {
  return bendEach(newTally('entries deleted, each'), lines, function* (at) {
    if (at < lines.length - 1) yield { rest: lines.slice(at + 1), what: `entry ${at}` }
  })
}

/** Insert an entry at each place: a copy of the one before, one from elsewhere in the trail, one of another trail. */
export function insertEach(
  lines: readonly Uint8Array[],
  foreign: readonly Uint8Array[],
  random: Random,
): Promise<Tally> {
  const tally = newTally('entries inserted, three at each place')
  return bendEach(tally, lines, function* (at) {
    const elsewhere = 1 + random.below(lines.length - 2)
    const strange = 1 + random.below(foreign.length - 2)
    for (const one of [lines[Math.max(1, at - 1)], lines[elsewhere], foreign[strange]]) {
      if (one) yield { rest: [one, ...lines.slice(at)], what: `before entry ${at}` }
    }
  })
}

/** Exchange each entry with the next, and with one from anywhere behind it. */
export function reorderEach(lines: readonly Uint8Array[], random: Random): Promise<Tally> {
  const tally = newTally('entries exchanged, each with the next and with one further on')
  return bendEach(tally, lines, function* (at) {
    const left = lines.length - 2 - at
    for (const other of new Set([at + 1, at + 1 + random.below(left)])) {
      const [one, two] = [lines[at], lines[other]]
      if (left < 1 || !one || !two) continue
      const rest = lines.with(at, two).with(other, one).slice(at)
      yield { rest, what: `entries ${at} and ${other}` }
    }
  })
}

/** Cut off before each entry: without the signed end, and with it set behind what is left. */
export function cutEach(lines: readonly Uint8Array[]): Promise<Tally> {
  const tally = newTally('ends cut off, at each entry without and with the checkpoint')
  return bendEach(tally, lines, function* (at) {
    const end = lines.at(-1)
    yield { rest: [], what: `before entry ${at}` }
    if (end && at < lines.length - 1) yield { rest: [end], what: `before entry ${at}, end kept` }
  })
}
