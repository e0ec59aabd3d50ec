import { checkNote } from '../../../domain/trail/note-check.ts'
import { readEnd, readHeader, splitLines } from '../../../domain/trail/trail-file.ts'
import { TrailCheck, verifyTrail } from '../../../domain/trail/verify-trail.ts'
import { trailTools } from '../../../edge/store/trail-tools.ts'
import type { Random } from '../../support/seeded-random.ts'
import { count, newTally, type Tally } from './tally.ts'

const lineBreak = 10

/**
 * Change each byte of a trail to another one. The check is given the lines that the change touches, which is what it
 * would be given of the whole file: a line it refuses adds nothing to its state, so one check can be asked again and
 * again. Whatever it lets pass is judged by the whole file.
 */
export async function flipEveryByte(file: Uint8Array, random: Random, every = 1): Promise<Tally> {
  const tally = newTally('bytes changed, each')
  const bytes = file.slice()
  let check = openCheck(file)
  let [from, to] = [0, bytes.indexOf(lineBreak)]
  for (let at = 0; at < bytes.length; at++) {
    if (at > to) [from, to] = [to + 1, bytes.indexOf(lineBreak, to + 1)]
    if (at % every !== 0) continue
    // Take both lines where a changed break joins them.
    const until = at === to ? bytes.indexOf(lineBreak, to + 1) : to
    const span = bytes.subarray(from, until < 0 ? bytes.length : until + 1)
    const mask = 1 + random.below(255)
    bytes[at]! ^= mask
    if (isRefused(check, span, from === 0)) {
      tally.tried += 1
    } else {
      const { problems } = await verifyTrail(bytes, trailTools)
      count(tally, problems.length > 0, () => `byte ${at} by ${mask}`)
      check = openCheck(file)
    }
    bytes[at]! ^= mask
  }
  return tally
}

/** Return a check that has read the header. */
function openCheck(file: Uint8Array): TrailCheck {
  const check = new TrailCheck(trailTools)
  check.take(file.subarray(0, file.indexOf(lineBreak)))
  return check
}

/** Return true if the lines of a piece of the file are refused at once, or are left over at its end. */
function isRefused(check: TrailCheck, span: Uint8Array, first: boolean): boolean {
  const lines = splitLines(span)
  const own = first ? new TrailCheck(trailTools) : check
  const before = own.found
  for (let next = lines.next(); ; next = lines.next()) {
    if (next.done) return own.found > before || next.value.length > 0
    // Leave a whole line of the end, though another, for the signature to judge.
    if (readEnd(next.value, trailTools) !== null) return false
    own.take(next.value)
    if (own.found > before) return true
  }
}

/** Flip every bit of the last line, which is judged by its signature, without the entries before it. */
export async function flipCheckpointBits(file: Uint8Array): Promise<Tally> {
  const tally = newTally('bits of the signed checkpoint flipped')
  const lines = file.subarray(0, file.length - 1)
  const start = lines.lastIndexOf(lineBreak) + 1
  const key = readHeader(file.subarray(0, file.indexOf(lineBreak)), trailTools)
  const line = lines.slice(start)
  for (let at = 0; at < line.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      line[at]! ^= 1 << bit
      const note = readEnd(line, trailTools)
      const holds = note !== null && (await checkNote(note, key, trailTools)).ok
      count(tally, !holds, () => `bit ${bit} of byte ${start + at}`)
      line[at]! ^= 1 << bit
    }
  }
  return tally
}

/** Flip bits at random, each judged by the whole file from its first byte. */
export async function flipAtRandom(
  file: Uint8Array,
  times: number,
  random: Random,
  verify: (bytes: Uint8Array) => Promise<{ problems: readonly unknown[] }>,
  name: string,
): Promise<Tally> {
  const tally = newTally(name)
  const bytes = file.slice()
  for (let time = 0; time < times; time++) {
    const at = random.below(bytes.length)
    const mask = 1 + random.below(255)
    bytes[at]! ^= mask
    const { problems } = await verify(bytes)
    count(tally, problems.length > 0, () => `byte ${at} by ${mask}`)
    bytes[at]! ^= mask
  }
  return tally
}

/** Change every byte of a file, or one in so many, to another at random, judged by the whole. */
export async function changeEveryByte(
  file: Uint8Array,
  random: Random,
  verify: (bytes: Uint8Array) => Promise<{ problems: readonly unknown[] }>,
  { name, every }: { name: string; every: number },
): Promise<Tally> {
  const tally = newTally(name)
  const bytes = file.slice()
  for (let at = 0; at < bytes.length; at += every) {
    const mask = 1 + random.below(255)
    bytes[at]! ^= mask
    const { problems } = await verify(bytes)
    count(tally, problems.length > 0, () => `byte ${at} by ${mask}`)
    bytes[at]! ^= mask
  }
  return tally
}

/** Return the bytes with one bit in their middle flipped. */
export function flipBit(bytes: Buffer): Buffer {
  const bent = Buffer.from(bytes)
  bent[bent.length >> 1]! ^= 1
  return bent
}
