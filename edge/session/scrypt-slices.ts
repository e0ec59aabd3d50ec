import { pbkdf2Sync } from 'node:crypto'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { isAnybodyServed } from '../requests/under-way.ts'
import { comeAmong, type Place, showLife } from './hash-line.ts'
import { mixOn, startMixing, takeMixed, wipeMixed } from './romix.ts'

export interface ScryptCost {
  N: number
  r: number
  p: number
}

export interface ScryptInput {
  password: string
  salt: Uint8Array
  /** Bytes of the key. */
  length: number
}

/** A little more than a millisecond of work: the shortest timer that is set before is due by then. */
const sliceMixings = 2048
/** Each some 1 ms: so often a slice waits for requests that have just come. Under load a third of the time remains. */
const mostPauses = 2

/** The request whose work fills the memory. */
let holder: Place | undefined

/**
 * Derive a key by scrypt (RFC 7914, section 6), in slices between which the runtime's one thread serves other requests.
 * The p blocks are mixed one after another; a person at a session may go first between two of them.
 * @throws RangeError for a cost beyond the memory (`fitsMemory`).
 */
export async function scryptInSlices(
  place: Place,
  { password, salt, length }: ScryptInput,
  { N, r, p }: ScryptCost,
): Promise<Uint8Array> {
  // Use this implementation, since the runtime's PBKDF2 refuses more than 255 hashes: 8,160 bytes.
  const blocks = pbkdf2(sha256, password, salt, { c: 1, dkLen: 128 * r * p })
  for (let at = 0; at < blocks.length; at += 128 * r) {
    await mixBlock(place, blocks.subarray(at, at + 128 * r), { N, r })
  }
  const key = pbkdf2Sync(password, blocks, 1, length, 'sha256')
  blocks.fill(0)
  return key
}

/** Overwrite what the last derivation left in the memory, unless another request uses it by now. */
export function wipeAfter(place: Place): void {
  if (holder === place) wipeMixed()
}

/** Replace a block by its scryptROMix, once this place is the first in the line. */
async function mixBlock(
  place: Place,
  block: Uint8Array,
  cost: { N: number; r: number },
): Promise<void> {
  do {
    await comeAmong(place, 1)
    holder = place
    place.atWork = true
    startMixing(block, cost)
  } while (!(await mixAll(place)))
  place.atWork = false
  block.set(takeMixed(cost.r))
}

/**
 * Mix in slices. Only timers let the runtime read its sockets: promises of a digest, a stream or the cache are ready
 * before it looks. The timer is set before the slice, so that an idle thread goes on at once.
 * @returns false when this place was taken for gone and another has begun in the memory: the block is to be mixed again.
 */
async function mixAll(place: Place): Promise<boolean> {
  for (;;) {
    const due = pause()
    const isMore = mixOn(sliceMixings)
    await due
    for (let pauses = 0; pauses < mostPauses && isAnybodyServed(); pauses++) await pause()
    if (holder !== place) return (place.atWork = false)
    showLife(place)
    if (!isMore) return true
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
