import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react'
import { notificationCalls, type Received } from '../../domain/calls/notifications.ts'
import { Fault, isUnanswered } from '../../domain/fault.ts'
import { call } from '../client/call.ts'
import { errorTexts } from '../i18n/faults.ts'
import { calls } from './mode.ts'
import { account, holdPerson } from './session.ts'
import { keepItem } from '../keep-item.ts'

/** Messages of one account as the service last gave them, newest first. */
export interface Inbox {
  of: string
  messages: readonly Received[]
  total: number
  unread: number
  /** Safety notices that the account has not signed yet, the oldest first. */
  toSign: readonly Received[]
}

const current = signal<Inbox | null>(null)
const failure = signal<readonly string[]>([])

/** Messages that were sent to the account; null until they have been read, and never those of another account. */
export const inbox: ReadonlySignal<Inbox | null> = computed(() =>
  current.value?.of === account.value?.uuid ? current.value : null,
)
/** Reasons that they could not be read; what is shown already stays. */
export const inboxFailure: ReadonlySignal<readonly string[]> = failure

function show(next: Inbox | null, reasons: readonly string[] = []): void {
  current.value = next
  failure.value = reasons
}

/** Messages that are shown; older ones are counted. */
const shown = '100'

let isLoading = false
let isAskedAgain = false
/** Time in ms of the service's last answer before it did not answer for the messages; null once it has. */
const missedAfter = signal<number | null>(null)
/** Do not repeat a call without an answer: `followInbox` makes it again as soon as the service answers anything. */
const options = { background: true, once: true } as const

/** Load the messages again as soon as the service answers anything, if it did not answer for them before. Called once. */
export function followInbox(): void {
  effect(() => {
    const { answeredAt } = calls.value
    if (missedAfter.value !== null && answeredAt !== missedAfter.value) untracked(refreshInbox)
  })
}

/** Forget the messages when another person signs in, who must not read them. */
export function forgetInbox(): void {
  show(null)
  missedAfter.value = null
}

/**
 * Load the messages of the account, from this machine where the service cannot be reached; once at a time, and once more for
 * what comes meanwhile.
 */
export function refreshInbox(): void {
  if (isLoading) {
    isAskedAgain = true
    return
  }
  isLoading = true
  void load().finally(() => {
    isLoading = false
    if (!isAskedAgain) return
    isAskedAgain = false
    refreshInbox()
  })
}

async function load(): Promise<void> {
  const who = account.peek()?.uuid
  if (!who) return
  const isHere = holdPerson()
  const { answeredAt } = calls.peek()
  try {
    await sendMarks(who, isHere)
    const query = { limit: shown }
    const { data, total, unread, to_sign } = await call(notificationCalls.mine, { query }, options)
    const toSign = to_sign ?? []
    if (isHere()) show(withMarks(who, { of: who, messages: data, total, unread, toSign }))
  } catch (error) {
    if (isHere()) show(inbox.peek(), errorTexts(error))
  }
  // Look at the time of the answer: messages may have come from this
  // machine, so a missing failure does not mean that the service answered.
  if (isHere()) missedAfter.value = calls.peek().answeredAt === answeredAt ? answeredAt : null
}

/** Mark messages as read: at once on this page, at the service as soon as it can be reached. */
export function markAsRead(uuids: readonly string[]): void {
  const now = inbox.peek()
  if (!now) return
  const fresh = now.messages.filter(({ uuid, read_at }) => uuids.includes(uuid) && !read_at)
  if (fresh.length === 0) return
  const known = readMarks(now.of)
  const at = new Date().toISOString()
  writeMarks(now.of, new Map([...known, ...fresh.map(({ uuid }) => [uuid, at] as const)]))
  show(withMarks(now.of, now))
  refreshInbox()
}

/** Show messages that were read here as read, also before the service knows. */
function withMarks<Shown extends Inbox>(who: string, given: Shown): Shown {
  const marks = readMarks(who)
  const changed = given.messages.filter(({ uuid, read_at }) => !read_at && marks.has(uuid))
  const messages = given.messages.map((one) =>
    changed.includes(one) ? { ...one, read_at: marks.get(one.uuid) ?? null } : one,
  )
  return { ...given, messages, unread: given.unread - changed.length }
}

/** Tell the service what was read here. What is no message any more needs no mark. */
async function sendMarks(who: string, isHere: () => boolean): Promise<void> {
  for (const uuid of readMarks(who).keys()) {
    if (!isHere()) return
    try {
      await call(notificationCalls.read, { params: { id: uuid } }, options)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      // Leave the marks for the next time.
      if (isUnanswered(error)) return
      if (error.code !== 'not_found') throw error
    }
    writeMarks(who, new Map([...readMarks(who)].filter(([one]) => one !== uuid)))
  }
}

/** Marks that the service does not know yet, by message: ids and times alone, of each account apart. */
const keyOf = (who: string) => `read-messages-${who}`

function readMarks(who: string): Map<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(who)) ?? '{}')
    const entries = typeof kept === 'object' && kept !== null ? Object.entries(kept) : []
    return new Map(entries.filter((one): one is [string, string] => typeof one[1] === 'string'))
  } catch {
    return new Map()
  }
}

function writeMarks(who: string, marks: ReadonlyMap<string, string>): void {
  // Ignore a full or blocked storage: the mark is lost with this page, unless the service takes it now.
  if (marks.size === 0) localStorage.removeItem(keyOf(who))
  else keepItem(keyOf(who), JSON.stringify(Object.fromEntries(marks)))
}
