import type { Call } from '../../domain/call.ts'
import { overloaded, type Sender, senderOf } from './admission.ts'

/** Bytes of all large bodies that one process holds at a time: a Worker has 128 MB for everything, two whole forms are 48. */
const mostBytes = 48 * 2 ** 20
/** Bytes of one company: bodies that never end leave room for the others. */
const mostOfCompany = 32 * 2 ** 20
/** Bytes of one person, program or device: one whole form. */
const mostOfSender = 24 * 2 ** 20
/** Smaller bodies are not counted: those of strangers are among them. */
const smallBytes = 64 * 1024
/** JSON is there as bytes, as text and as values. */
const jsonTimes = 4
/** A request that is cut off may never give its room back. Longer than a body may stop coming (`stalledMs` of read-bytes.ts). */
const goneMs = 60_000

interface Room {
  row: Pick<Call, 'caller' | 'send'>
  company: string
  sender: string
  /** Bytes that the body takes so far. */
  bytes: number
  since: number
}

const rooms = new Map<Request, Room>()

/** Begin to count the memory that the body of a request takes, until `leaveRoom`. */
export function openRoom(
  request: Request,
  row: Pick<Call, 'caller' | 'send'>,
  caller: Sender & { company?: string },
): void {
  if (!request.body) return
  const { company = '' } = caller
  rooms.set(request, { row, company, sender: senderOf(caller), bytes: 0, since: Date.now() })
}

/**
 * Take room for a body that is to be kept in so many bytes: before they are taken, so that what comes at once never ends the process. The
 * first body of a sender is never refused for its own size.
 * @throws Fault `overloaded` where other bodies fill the room, or the part of it that a sender or a company may have.
 */
export function takeRoom(request: Request, size: number): void {
  const own = rooms.get(request)
  if (!own || size <= smallBytes) return
  const bytes = own.row.send === 'multipart' ? size : size * jsonTimes
  forgetGone()
  const others = [...rooms.values()].filter((one) => one !== own && one.bytes > 0)
  const isFull = (held: readonly Room[], most: number) =>
    held.length > 0 && held.reduce((sum, one) => sum + one.bytes, bytes) > most
  if (
    isFull(others, mostBytes) ||
    isFull(
      others.filter(({ company }) => company === own.company),
      mostOfCompany,
    ) ||
    isFull(
      others.filter(({ sender }) => sender === own.sender),
      mostOfSender,
    )
  ) {
    throw overloaded(own.row)
  }
  own.bytes = bytes
}

/** Note that more of a body has come: one that comes slowly keeps its room, as it keeps its memory. */
export function keepRoom(request: Request): void {
  const own = rooms.get(request)
  if (own) own.since = Date.now()
}

/** Give the room of a request back when its call is over. */
export function leaveRoom(request: Request): void {
  rooms.delete(request)
}

function forgetGone(): void {
  const now = Date.now()
  for (const [one, room] of rooms) {
    // Begin with the new time after the clock was set back, which tells no age.
    room.since = Math.min(room.since, now)
    if (now - room.since > goneMs) rooms.delete(one)
  }
}
