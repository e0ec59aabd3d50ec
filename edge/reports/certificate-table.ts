import type { Certificate } from '../../domain/entities/certificate.ts'
import type { WorkbookCell } from '../../workers/files/tidy/write-xlsx.ts'
import { fileName } from '../files/file-name.ts'

const provenBy = { provider: 'new sign-in at the identity provider', pin: 'signing PIN' } as const

/**
 * List the facts of a certificate, line by line.
 * @param end describes the end of the run (`readRunEnd`).
 * @param correction says which version of a corrected run counts (`readCorrection`); empty for others.
 */
export function certificateFacts(
  record: Certificate,
  end: string,
  correction: string,
): WorkbookCell[][] {
  const { signature } = record
  return [
    ['Certificate', record.uuid],
    ['Analysis', record.name],
    ['Analysis UUID', record.analysis_uuid],
    ['Signed content of the analysis', record.analysis_hash],
    ['Status', record.status],
    ['Requested by', record.requestor_name],
    ['Requested at (UTC)', record.requested_at],
    ['Note', record.note],
    ['Reviewed by', record.reviewer_name],
    ['Reviewed at (UTC)', record.reviewed_at],
    ['Rejected because', record.rejection],
    ['Signed by', signature?.printed_name ?? null],
    ['Signed at (UTC)', signature?.at ?? null],
    ['Meaning', signature?.meaning ?? null],
    ...(signature?.proven ? [['Identity proven by', provenBy[signature.proven]]] : []),
    ['Comment', signature?.comment ?? null],
    ['Signed content', signature?.record_hash ?? null],
    ['Run end', end],
    ...(correction === '' ? [] : [['Correction', correction]]),
  ]
}

export function certificateFile({ name }: Certificate, extension: string): string {
  return `certificate-${fileName(name, `.${extension}`)}`
}
