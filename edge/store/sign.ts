import type { Signature } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { hashRecord } from '../../domain/trail/entry.ts'
import { contentSigned } from '../../domain/trail/signed.ts'
import type { By } from './by.ts'
import { readRecord, type StoredBody } from './operations.ts'
import type { Sql } from './sql.ts'
import { trailTools } from './trail-tools.ts'

/** Input of the person who signs: the server writes everything else of a signature. */
export interface SignatureOrder<Meaning extends string = Signature['meaning']> {
  meaning: Meaning
  comment: string
  /** Hash of the content that was on the screen. */
  record_hash: string
  /** Proof of the person where it is not the password. */
  proven?: Signature['proven']
}

/**
 * Make an electronic signature (21 CFR 11.50, 11.70): the name from the person's record, the server's time and the
 * person's zone, the meaning, bound to the content by its hash. The password was asked again before (edge/session). The
 * caller puts it into the record within the same transaction.
 * @throws Fault `stale` when the record is no longer what the person saw; `forbidden` for anybody but a person of this
 *   company, in person.
 */
export function signRecord<Meaning extends string>(
  sql: Sql,
  record: StoredBody,
  { meaning, comment, record_hash, proven }: SignatureOrder<Meaning>,
  by: By,
  at: string,
): Omit<Signature, 'meaning'> & { meaning: Meaning } {
  checkConfirmed(sql, by)
  const signer = readRecord(sql, 'user', by.actor.uuid)
  if (by.actor.via !== 'account' || signer?.active !== 'Y') {
    throw new Fault('forbidden', 'Only a person of this company signs, in person', {
      reason: 'signs_in_person',
    })
  }
  if (hashRecord(contentSigned(record), trailTools) !== record_hash) {
    throw new Fault(
      'stale',
      'The record changed since you opened it: look at it again before signing',
      {
        reason: 'changed_meanwhile',
      },
    )
  }
  const { uuid, name, timezone } = signer
  const signature = {
    user_uuid: uuid,
    printed_name: name,
    at,
    zone: timezone,
    meaning,
    comment,
    record_hash,
  }
  return { ...signature, ...(proven && { proven }) }
}

/**
 * Refuse a signature or decision by a person whose account, address or second step another person has set, before a
 * second one has confirmed it: one administrator alone could sign as them (21 CFR 11.200(a)(3)).
 * @throws Fault `refused` with the reason `confirmation_needed`.
 */
export function checkConfirmed(sql: Sql, by: By): void {
  const person = readRecord(sql, 'user', by.actor.uuid)
  if (!person?.unconfirmed?.length) return
  throw new Fault(
    'refused',
    'Somebody else has set up your account, your address or your second step: another administrator must confirm it first',
    { reason: 'confirmation_needed' },
  )
}
