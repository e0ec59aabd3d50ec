import type { Account } from '../../domain/calls/session.ts'
import type { Actor } from '../../domain/rules/analysis.ts'

/** Part of an account by which it is decided who is a second person. */
export type WhoActs = Pick<Account, 'uuid' | 'permissions' | 'unconfirmed' | 'counted_with'> & {
  company_details: Pick<Account['company_details'], 'four_eyes'>
}

/** Return an account as the rules ask for it: the same facts that the store reads, so that a button refuses what the store does. */
export function actorOf({ uuid, permissions, unconfirmed, counted_with, ...who }: WhoActs): Actor {
  const fourEyes = who.company_details.four_eyes === 'Y'
  return { user_uuid: uuid, counted_with, unconfirmed, permissions, fourEyes }
}
