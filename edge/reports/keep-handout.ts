import type { CallFile } from '../../domain/call.ts'
import type { Handout } from '../../domain/entities/handout.ts'
import { Fault } from '../../domain/fault.ts'
import { cutName } from '../../domain/rules/plain-text.ts'
import type { WhileHeld } from '../../domain/rules/recall.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { isFrozen } from '../frozen.ts'
import { logNote } from '../log.ts'
import { unwrap } from '../outcome.ts'
import { sha256Hex } from '../crypto/secret.ts'
import { readSessionCookie } from '../session/cookie.ts'
import { isReadingSession } from '../session/reading-session.ts'
import type { By, PersonBy } from '../store/by.ts'

/** Longest name of a file that a record takes. */
const nameLength = 200

/** Reasons of a store that takes no writes from anybody. */
const unwritable: readonly (string | undefined)[] = [
  'store_damaged',
  'record_damaged',
  'trail_rewound',
]

/**
 * Write down that a file of results leaves the app, before it does: a recall finds by this who has it. The same file for the same
 * person is written down once. A store that takes no writes (damaged, full, or being moved) still gives its data, which is then in
 * the log of the service only.
 * @throws Fault where the person has lost the right, or sight of a run, while the file was made, and where a recall holds one by now.
 */
export async function keepHandout(
  { env, own, account, by, cookie }: AccountContext,
  made: CallFile,
  of: Pick<Handout, 'format' | 'study_uuid' | 'runs'>,
  whileHeld: WhileHeld,
): Promise<CallFile> {
  const skip = (why: string) => {
    logNote('a file was handed out without its record', { why, format: of.format })
    return made
  }
  if (isFrozen(env)) return skip('frozen')
  const content_hash = sha256Hex(made.bytes)
  const key = `handout:${of.study_uuid ?? of.runs[0]}:${of.format}:${content_hash}`
  const uuid = derivedUuid(account.uuid, key)
  const name = cutName(decodeURIComponent(made.name ?? of.format), nameLength)
  const file = { ...of, name, content_hash }
  const change = { type: 'handout.create', uuid, file, whileHeld } as const
  try {
    await unwrap(own.change(change, `${account.uuid}:${key}`, writerOf(by, cookie)))
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const { code, reason } = error.first
    if (code !== 'store_full' && !unwritable.includes(reason)) throw error
    return skip(reason ?? code)
  }
  return made
}

/** Return the person without what is asked again: the session of a full store is in no store, also once there is room (reading-session.ts). */
function writerOf({ right, ...person }: PersonBy, cookie: string | undefined): By {
  const isReading =
    'session' in right.credential && isReadingSession(readSessionCookie(cookie)?.secret ?? '')
  return isReading ? person : { ...person, right }
}
