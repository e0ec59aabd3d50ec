import type { Call } from '../domain/call.ts'
import { overloaded, type Sender, senderOf } from './admission.ts'
import { formLimit } from './read-form.ts'
import { jsonLimit, strangerLimit } from './read-json.ts'

/** Bytes of all large bodies that one process holds at a time: a Worker has 128 MB for everything, two whole forms are 48. */
const mostBytes = 48 * 2 ** 20
/** Of one company: bodies that never end leave room for the others. */
const mostOfCompany = 32 * 2 ** 20
/** Of one person, program or device: one whole form. */
const mostOfSender = 24 * 2 ** 20
/** Smaller bodies are not counted, so none of a stranger is: theirs are refused beyond this. */
const smallBytes = strangerLimit
/** A body without an announced size counts for so many bytes. */
const unannouncedBytes = 4 * 2 ** 20
/** JSON is there as bytes, as text and as values. */
const jsonTimes = 4
/** A request that is cut off may never give its room back. */
const goneMs = 60_000

interface Room {
  bytes: number
  since: number
  company: string
  sender: string
}

const held = new Map<Request, Room>()

/**
 * Take room for the body of a request, until `leaveRoom`: before any of it is read, so that what comes at once never takes the
 * memory of the process. The first body of a sender is never refused for its own size.
 * @throws Fault `overloaded` where other bodies fill the room, or the part of it that a sender or a company may have.
 */
export function takeRoom(
  request: Request,
  row: Pick<Call, 'caller' | 'send'>,
  caller: Sender & { company?: string },
): void {
  const isForm = row.send === 'multipart'
  const limit = isForm ? formLimit : row.caller === 'anyone' ? strangerLimit : jsonLimit
  const size =
    Number(request.headers.get('content-length') ?? 0) || Math.min(unannouncedBytes, limit)
  // A body over the limit is not kept.
  if (!request.body || size <= smallBytes || size > limit) return
  const now = Date.now()
  const room = {
    bytes: isForm ? size : size * jsonTimes,
    since: now,
    company: caller.company ?? '',
    sender: senderOf(caller),
  }
  for (const [one, { since }] of held) if (now - since > goneMs) held.delete(one)
  const rooms = [...held.values()]
  const isFull = (others: readonly Room[], most: number) =>
    others.length > 0 && others.reduce((sum, one) => sum + one.bytes, room.bytes) > most
  if (
    isFull(rooms, mostBytes) ||
    isFull(
      rooms.filter(({ company }) => company === room.company),
      mostOfCompany,
    ) ||
    isFull(
      rooms.filter(({ sender }) => sender === room.sender),
      mostOfSender,
    )
  ) {
    throw overloaded(row)
  }
  held.set(request, room)
}

/** Give the room of a request back when its call is over. */
export function leaveRoom(request: Request): void {
  held.delete(request)
}
