import { pbkdf2Sync } from 'node:crypto'
import { isAnybodyServed } from '../under-way.ts'
import { comeAmong, type Place, showLife } from './hash-line.ts'
import { mixOn, startMixing, takeMixed, wipeMixed } from './romix.ts'

/** A little more than a millisecond of work: the shortest timer that is set before is due by then. */
const sliceMixings = 2048
/** Each some 1 ms: so often a slice waits for requests that have just come. Under load a third of the time remains. */
const mostPauses = 2

/** Whose work lies in the memory. */
let holder: Place | undefined

/**
 * scrypt with p = 1 (RFC 7914), in slices between which the runtime's one thread hears everybody else. Only timers let
 * it read its sockets: promises of a digest, a stream or the cache are ready before it looks. The timer is set before
 * the slice, so that a thread which has nothing else to do goes on at once.
 */
export async function scryptInSlices(
  place: Place,
  given: { password: string; salt: Uint8Array; length: number },
  cost: { N: number; r: number },
): Promise<Uint8Array> {
  const { password, salt, length } = given
  const block = pbkdf2Sync(password, salt, 1, 128 * cost.r, 'sha256')
  do {
    await comeAmong(place, 1)
    holder = place
    place.atWork = true
    startMixing(block, cost)
  } while (!(await mixAll(place)))
  // Between two turns of one password somebody may go first.
  place.atWork = false
  const mixed = takeMixed(cost.r)
  const key = pbkdf2Sync(password, mixed, 1, length, 'sha256')
  block.fill(0)
  mixed.fill(0)
  return key
}

/** Overwrites what the last derivation left, unless another is at it by now. */
export function wipeAfter(place: Place): void {
  if (holder === place) wipeMixed()
}

/** False when this place was taken for gone and another has begun in the memory: all is to be done again. */
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
