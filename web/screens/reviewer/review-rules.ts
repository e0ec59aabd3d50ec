import type { Account } from '../../../domain/calls/session.ts'
import {
  type Certificate,
  type CertificateStatus,
  certificateStatuses,
} from '../../../domain/entities/certificate.ts'

/** Reasons that a certificate cannot be issued or rejected; each has its text `review.why.…`. */
export type WhyNotReview = 'permission' | 'flag' | 'pending' | 'decided' | 'fourEyes'

type Asker = Pick<Account, 'uuid' | 'permissions' | 'reviewer'> & {
  company_details: Pick<Account['company_details'], 'four_eyes'>
}

/** Return the reason that an account may not review any certificate; the edge decides again. */
export function refuseReviewer(who: Asker): 'permission' | 'flag' | null {
  const needed = ['certificates.review', 'certificates.edit']
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
  const own = record.requestor === who.uuid
  return own && who.company_details.four_eyes === 'Y' ? 'fourEyes' : null
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
