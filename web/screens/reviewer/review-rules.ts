import { certificateActions } from '../../../domain/actions/certificate.ts'
import type { Account } from '../../../domain/calls/session.ts'
import {
  type Certificate,
  type CertificateStatus,
  certificateStatuses,
} from '../../../domain/entities/certificate.ts'
import { isAmong } from '../../../domain/rules/second-person.ts'
import { actorOf, type WhoActs } from '../../record/actor.ts'

/** Reasons that a certificate cannot be issued or rejected. */
export type WhyNotReview =
  | 'permission'
  | 'flag'
  | 'pending'
  | 'decided'
  /** Their own account waits for a confirmation. */
  | 'unconfirmed'
  | 'fourEyes'
  /** The person who requested it counts as this one (`asksAs`). */
  | 'countsAsYou'

type Asker = WhoActs & Pick<Account, 'reviewer'>

/** Return the reason that an account may not review any certificate; the edge decides again. */
export function refuseReviewer(who: Asker): 'permission' | 'flag' | null {
  const needed = [certificateActions.issue.needs, certificateActions.edit.needs]
  if (!needed.every((name) => who.permissions.includes(name))) return 'permission'
  return who.reviewer === 'Y' ? null : 'flag'
}

/** Return the reason that an account may not issue or reject this one now (decisions D21, D63). */
export function refuseReview(
  record: Pick<Certificate, 'status' | 'requestor'>,
  who: Asker,
): WhyNotReview | null {
  if (record.status === 'Issued' || record.status === 'Rejected') return 'decided'
  const refused = refuseReviewer(who)
  if (refused) return refused
  if (record.status === 'Pending') return 'pending'
  if (who.unconfirmed) return 'unconfirmed'
  if (who.company_details.four_eyes !== 'Y') return null
  const own = asksAs(record, who)
  return typeof own === 'string' ? 'countsAsYou' : own ? 'fourEyes' : null
}

/** Tell whether the account requested the certificate; the name of who did and counts as this person. */
export function asksAs(
  { requestor }: Pick<Certificate, 'requestor'>,
  who: WhoActs,
): boolean | string {
  return isAmong([requestor], actorOf(who))
}

export type ChosenStatus = CertificateStatus | 'all'

/** Read the status from the address; by default the one that waits for a reviewer. */
export function readChosen(text: string | null): ChosenStatus {
  if (text === 'all') return 'all'
  return certificateStatuses.find((status) => status === text) ?? 'Waiting'
}

/**
 * Choose the list by the address: an address of a certificate or of a status opens the certificates, else a person who
 * may sign analyses begins with those.
 */
export function chooseTab(search: URLSearchParams, signs: boolean): 'queue' | 'certificates' {
  const tab = search.get('tab')
  if (tab === 'queue' || tab === 'certificates') return tab
  const ofCertificates = search.has('certificate') || search.has('status')
  return signs && !ofCertificates ? 'queue' : 'certificates'
}

/** Return all parameters of the address, each to be removed. */
export function noFilters(search: URLSearchParams): Record<string, null> {
  return Object.fromEntries([...search.keys()].map((name) => [name, null]))
}
