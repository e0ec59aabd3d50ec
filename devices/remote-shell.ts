import { createHash } from 'node:crypto'
import { keptOutput, type ShellLine, transcriptText } from '../domain/lan/shell-line.ts'
import { shellMinutes } from '../domain/live/command.ts'
import type { ShellTranscript } from '../domain/live/device-setup.ts'
import type { Bench } from './bench.ts'
import { readSetting, removeSetting, type Store, transact, writeSetting } from './store.ts'

/** A shell that nobody closes closes by itself: after this many minutes where the order says nothing. */
const usualMinutes = 30
/** No order keeps it open for longer. */
const mostMinutes = Math.max(...shellMinutes)
/** Time after its last line at which an open shell closes by itself. */
const idleMs = 10 * 60_000
/** Most lines of one session, so that its transcript has room. */
const mostLines = 2_000

const names = { until: 'remote_shell_until', session: 'remote_shell_session' } as const

/** Session of the shell that is open, or that was open last. */
interface Session extends ShellTranscript {
  /** Time of the last line; null before the first. */
  used_at: string | null
  /** The service has been given its transcript. */
  reported: boolean
}

/**
 * Open or close the remote shell (decisions D16). Opening an open one gives it the time of the new order.
 * @returns when it closes, and the transcript of a session that is over and was not reported: it goes out with the answer.
 */
export function switchShell(
  { store, clock, notice }: Pick<Bench, 'store' | 'clock' | 'notice'>,
  { action, minutes = usualMinutes }: { action: 'start' | 'stop'; minutes?: number | undefined },
): { until: string | null; transcript?: ShellTranscript } {
  return transact(store, () => {
    const now = clock.now()
    const isOpen = shellUntil(store, now) !== null
    const ended = action === 'start' && isOpen ? null : takeTranscript(store)
    if (action === 'stop') {
      removeSetting(store, names.until)
      notice('shell_closed', '')
      return { until: null, ...(ended && { transcript: ended }) }
    }
    const until = new Date(now + Math.min(minutes, mostMinutes) * 60_000).toISOString()
    writeSetting(store, names.until, until)
    if (!isOpen) beginSession(store, new Date(now).toISOString())
    notice('shell_opened', until)
    return { until, ...(ended && { transcript: ended }) }
  })
}

/** Return the time at which the open remote shell closes; null when it is closed, or nobody has used it for a while. */
export function shellUntil(store: Store, now: number): string | null {
  const until = readSetting(store, names.until)
  if (until === null || Date.parse(until) <= now) return null
  const usedAt = readSession(store)?.used_at ?? null
  return usedAt !== null && Date.parse(usedAt) + idleMs <= now ? null : until
}

/** Keep a line that was carried out, for those who watch, and take it into the digest of the session. */
export function keepShellLine(store: Store, entry: Omit<ShellLine, 'number'>): void {
  const session = readSession(store)
  if (!session) return
  const number = session.lines + 1
  const text = transcriptText(session.digest, entry)
  const digest = createHash('sha256').update(text).digest('hex')
  const shown: ShellLine = { number, ...entry, output: entry.output.slice(0, keptOutput) }
  transact(store, () => {
    store
      .prepare('INSERT OR REPLACE INTO shell_line (number, body) VALUES (?, ?)')
      .run(number, JSON.stringify(shown))
    keepSession(store, { ...session, lines: number, digest, used_at: entry.at })
  })
}

/** Return when the last session began; null before the first. */
export function shellSession(store: Store): string | null {
  return readSession(store)?.started_at ?? null
}

/** Return true when the session has as many lines as it may have. */
export function isShellFull(store: Store): boolean {
  return (readSession(store)?.lines ?? 0) >= mostLines
}

/** List lines of the last session after a number, at most so many. */
export function shellLinesAfter(store: Store, after: number, limit: number): ShellLine[] {
  return store
    .prepare('SELECT body FROM shell_line WHERE number > ? ORDER BY number LIMIT ?')
    .all(after, limit)
    .map((row) => JSON.parse(String(row['body'])) as ShellLine)
}

function readSession(store: Store): Session | null {
  const text = readSetting(store, names.session)
  return text === null ? null : (JSON.parse(text) as Session)
}

function keepSession(store: Store, session: Session): void {
  writeSetting(store, names.session, JSON.stringify(session))
}

function beginSession(store: Store, started_at: string): void {
  store.exec('DELETE FROM shell_line')
  keepSession(store, { started_at, lines: 0, digest: emptyDigest, used_at: null, reported: false })
}

/** Close the shell and remove its lines: they are of the company that the device has left. */
export function forgetShell(store: Store): void {
  removeSetting(store, names.until)
  removeSetting(store, names.session)
  store.exec('DELETE FROM shell_line')
}

/** SHA-256 of nothing: the digest of a session without lines. */
const emptyDigest = createHash('sha256').digest('hex')

/** Return the transcript of the last session, once. */
function takeTranscript(store: Store): ShellTranscript | null {
  const session = readSession(store)
  if (!session || session.reported) return null
  keepSession(store, { ...session, reported: true })
  const { started_at, lines, digest } = session
  return { started_at, lines, digest }
}
