/** A request that takes longer has been cut off, or waits itself. */
const youngMs = 40

const begun = new Set<{ at: number }>()

/** Note that a request has begun. @returns what says that it has ended; one that is cut off never does. */
export function noteBegin(): () => void {
  forgetOld()
  const request = { at: Date.now() }
  begun.add(request)
  return () => begun.delete(request)
}

/** Return true while a new request waits for its answer: long work in slices lets it go first. */
export function isAnybodyServed(): boolean {
  forgetOld()
  return begun.size > 0
}

/** Drop the requests that are no longer young, from the front: they are in order of time. */
function forgetOld(): void {
  const from = Date.now() - youngMs
  for (const request of begun) {
    if (request.at >= from) return
    begun.delete(request)
  }
}
