import type { SignInEvent } from '../../domain/entities/sign-in.ts'
import type { AccountContext } from '../context.ts'
import { type DueEntry, forgetDue, readDue } from '../directory/due-entries.ts'
import { logFailure, logNote } from '../log.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { otherStore } from '../store/other-store.ts'
import type { SignInNote } from '../store/sign-ins.ts'
import { noteOf } from './sign-in.ts'

/** Describe a change of the directory as an entry of the person who makes it, to be kept in the same transaction. */
export function describeChange(
  context: AccountContext,
  event: SignInEvent,
  reason: string,
): DueEntry {
  const { account, by, company } = context
  const note = noteOf(context, account.uuid, event, { actor: by.actor, reason })
  return { uuid: makeUuid(), company_uuid: company, note: JSON.stringify(note) }
}

/**
 * Write the entries that are due into the stores of their companies. One that a store cannot take now stays due. Never throws: the change
 * is made.
 * @param company null for all.
 */
export async function writeDueEntries(env: Env, company: string | null): Promise<void> {
  try {
    for (const due of await readDue(env.DIRECTORY, company)) await writeOne(env, due)
  } catch (error) {
    logFailure('entries of the trail are still due', error)
  }
}

async function writeOne(env: Env, { uuid, company_uuid, note }: DueEntry): Promise<void> {
  try {
    const store = otherStore(env, company_uuid)
    if (await store.noteSignIn(JSON.parse(note) as SignInNote, uuid))
      return await forgetDue(env.DIRECTORY, uuid)
    logNote('an entry of the trail is still due', { company: company_uuid })
  } catch (error) {
    logFailure('an entry of the trail is still due', error)
  }
}
