import type { SignIn, SignInEvent } from '../../domain/entities/sign-in.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { applyOperation, type OperationActor, readRecord } from './operations.ts'
import type { Sql } from './sql.ts'

export interface SignInNote {
  user: string
  event: SignInEvent
  agent: string
  network: string
  /** Actor who did it for the person, with the reason; absent: the person. */
  by?: { actor: OperationActor; reason?: string } | undefined
}

/** Nobody knows who tried: the name they gave is whose account it was, and no more. */
const somebody = {
  uuid: '00000000-0000-0000-0000-000000000002',
  name: 'somebody',
  via: 'system',
} as const
const byStrangers: readonly SignInEvent[] = ['failed', 'code_failed', 'slowed', 'reset_asked']

/**
 * Write what happened to a person's way in, with its entry in the audit trail. Must run inside a transaction.
 * Nothing is written of a person who is not in this store, unless it is of a change of the company that somebody made.
 * @param opId of a change of the directory, whose entry is written once.
 */
export function noteSignIn(sql: Sql, note: SignInNote, at: string, opId?: string): void {
  const user = readRecord(sql, 'user', note.user)
  if (!user && opId === undefined) return
  const own: OperationActor =
    !user || byStrangers.includes(note.event)
      ? somebody
      : { uuid: user.uuid, name: user.name, via: 'account' }
  applyOperation(sql, {
    opId: opId ?? makeUuid(),
    kind: 'sign_in',
    uuid: note.user,
    action: `sign_in.${note.event}`,
    actor: note.by?.actor ?? own,
    ...(note.by?.reason === undefined ? {} : { reason: note.by.reason }),
    at,
    change: (before) => nextSignIn(before as SignIn | null, note, at),
  })
}

export function readSignIn(sql: Sql, user: string): SignIn | null {
  return readRecord(sql, 'sign_in', user)
}

function nextSignIn(before: SignIn | null, note: SignInNote, at: string): SignIn {
  const { user, event, agent, network } = note
  const known: SignIn = before ?? {
    uuid: user,
    created_at: at,
    updated_at: at,
    event,
    agent,
    network,
    signed_in_at: null,
    previous_at: null,
    failed: 0,
    failed_before: 0,
    failed_at: null,
  }
  const next = { ...known, event, agent, network }
  if (event === 'failed' || event === 'code_failed') {
    return { ...next, failed: known.failed + 1, failed_at: at }
  }
  if (event !== 'opened') return next
  return {
    ...next,
    signed_in_at: at,
    previous_at: known.signed_in_at,
    failed: 0,
    failed_before: known.failed,
  }
}
