import { useCallback, useEffect } from 'react'
import { certificateCalls } from '../../../domain/calls/certificates.ts'
import type { Certificate, CertificateStatus } from '../../../domain/entities/certificate.ts'
import { call } from '../../client/call.ts'
import { readPages } from '../../client/read-pages.ts'
import { may } from '../../state/session.ts'
import { useAnswer } from '../../state/use-answer.ts'
import type { ChosenStatus } from './review-rules.ts'

export interface Certificates {
  chosen: ChosenStatus
  rows: Certificate[]
  /** Number of all certificates, also of those that are not among the rows. */
  total: number
  counts: { status: CertificateStatus; count: number }[]
}

/** As many as the service gives at once. */
const limit = '500'

/**
 * Load all of the company's certificates of a status, the newest first, from the edge: no machine stores them. Load
 * them again when the page is shown again, when the network is back, and with each `round`.
 */
export function useCertificates(chosen: ChosenStatus, round = 0) {
  const load = useCallback((signal: AbortSignal) => readCertificates(chosen, signal), [chosen])
  const answer = useAnswer(load)
  const { again } = answer
  useEffect(() => {
    if (round > 0) again()
  }, [again, round])
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') again()
    }
    addEventListener('online', again)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', look)
    }
  }, [again])
  return answer
}

async function readCertificates(chosen: ChosenStatus, signal: AbortSignal): Promise<Certificates> {
  // Use the common search for people who may not review.
  const row = may(certificateCalls.reviewerSearch.needs)
    ? certificateCalls.reviewerSearch
    : certificateCalls.search
  const body = chosen === 'all' ? {} : { filters: { status: chosen } }
  const [found, counts] = await Promise.all([
    readPages<Certificate>({
      pages: 'all',
      idOf: ({ uuid }) => uuid,
      read: (page) => call(row, { query: { limit, page }, body }, { signal }),
    }),
    call(certificateCalls.counts, {}, { signal }),
  ])
  return { chosen, rows: found.rows, total: found.total, counts }
}
