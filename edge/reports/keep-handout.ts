import type { CallFile } from '../../domain/call.ts'
import type { Handout } from '../../domain/entities/handout.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../derived-uuid.ts'
import { isFrozen } from '../frozen.ts'
import { logNote } from '../log.ts'
import { unwrap } from '../outcome.ts'
import { sha256Hex } from '../secret.ts'

/**
 * Write down that a file of results leaves the app, before it does: a recall finds by this who has it. The same file for the same
 * person is written down once. A store that takes no writes (closed, damaged, full, or being moved) still gives its data, which is
 * then in the log of the service only.
 */
export async function keepHandout(
  { env, own, account, by }: AccountContext,
  made: CallFile,
  of: Pick<Handout, 'format' | 'study_uuid' | 'runs'>,
): Promise<CallFile> {
  const skip = (why: string) => {
    logNote('a file was handed out without its record', { why, format: of.format })
    return made
  }
  if (isFrozen(env)) return skip('frozen')
  const content_hash = sha256Hex(made.bytes)
  const key = `handout:${of.study_uuid ?? of.runs[0]}:${of.format}:${content_hash}`
  const uuid = derivedUuid(account.uuid, key)
  const file = { ...of, name: decodeURIComponent(made.name ?? of.format), content_hash }
  const change = { type: 'handout.create', uuid, file } as const
  try {
    await unwrap(own.change(change, `${account.uuid}:${key}`, by))
  } catch (error) {
    if (error instanceof Fault) return skip(error.first.reason ?? error.first.code)
    throw error
  }
  return made
}
