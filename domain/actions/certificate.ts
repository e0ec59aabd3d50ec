import type { CertificateStatus } from '../entities/certificate.ts'
import type { Actions } from './action.ts'

/**
 * Actions on a certificate of analysis: made and edited as Pending, Waiting once it is requested, then issued or
 * rejected by a reviewer (spec §4, decisions D21, D63). An issued one is signed and kept for ever; a rejected one may be
 * removed, and another requested.
 */
export const certificateActions = {
  edit: { from: ['Pending'], needs: 'certificates.edit' },
  request: {
    from: ['Pending'],
    to: 'Waiting',
    needs: 'certificates.send_coa_request',
    unless: ['recall_hold'],
  },
  issue: { from: ['Waiting'], to: 'Issued', needs: 'certificates.review', unless: ['recall_hold'] },
  reject: { from: ['Waiting'], to: 'Rejected', needs: 'certificates.review', reasonDue: 'always' },
  delete: { from: ['Pending', 'Rejected'], needs: 'certificates.delete' },
} as const satisfies Actions<CertificateStatus>

export type CertificateAction = keyof typeof certificateActions
