import type { Call } from '../domain/call.ts'
import { overloaded } from './admission.ts'

/** Bytes of all large bodies that one process holds at a time: a Worker has 128 MB for everything, two whole forms are 48. */
const mostBytes = 48 * 2 ** 20
/** Smaller bodies are not counted: those of strangers are among them. */
const smallBytes = 64 * 1024
/** A body without an announced size counts for so many bytes. */
const unannouncedBytes = 4 * 2 ** 20
/** JSON is there as bytes, as text and as values. */
const jsonTimes = 4
/** A request that is cut off may never give its room back. */
const goneMs = 60_000

const held = new Map<Request, { bytes: number; since: number }>()

/**
 * Take room for the body of a request, until `leaveRoom`: before any of it is read, so that what comes at once never takes the
 * memory of the process.
 * @throws Fault `overloaded` where the bodies of others fill it.
 */
export function takeRoom(request: Request, row: Pick<Call, 'caller' | 'send'>): void {
  const size = Number(request.headers.get('content-length') ?? 0) || unannouncedBytes
  if (!request.body || size <= smallBytes) return
  const bytes = row.send === 'multipart' ? size : size * jsonTimes
  const now = Date.now()
  let others = 0
  for (const [one, room] of held) {
    if (now - room.since > goneMs) held.delete(one)
    else others += room.bytes
  }
  if (others > 0 && others + bytes > mostBytes) throw overloaded(row)
  held.set(request, { bytes, since: now })
}

/** Give the room of a request back when its call is over. */
export function leaveRoom(request: Request): void {
  held.delete(request)
}
