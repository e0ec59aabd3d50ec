import { certificateActions } from '../../../domain/actions/certificate.ts'
import { certificateCalls } from '../../../domain/calls/certificates.ts'
import type { CallFile } from '../../../domain/call.ts'
import type { Certificate, CertificateStatus } from '../../../domain/entities/certificate.ts'
import { call } from '../../client/call.ts'
import { saveFile } from '../../client/save-file.ts'
import { t } from '../../i18n/intl.ts'
import type { Act } from '../../record/act.ts'
import { whyNotCall } from '../../record/rights.ts'
import { mode } from '../../state/mode.ts'

/** Calls for the files of a certificate, the most wanted first. */
const files = {
  pdf: { row: certificateCalls.print, extension: 'pdf' },
  download: { row: certificateCalls.download, extension: 'xlsx' },
  csv: { row: certificateCalls.csv, extension: 'csv' },
} as const

/** List what may be done about a certificate beside the reviewer's decision, which is a signature. */
export function listCertificateActs(
  record: Certificate,
  after: {
    /** Opens the request of another certificate of the same analysis. */
    again: () => void
    /** The certificate is gone. */
    removed: () => void
  },
): readonly Act[] {
  const { uuid, name, status } = record
  const params = { id: uuid }
  const away = mode.value.state === 'offline' ? t('certificates.offline') : null
  return [
    ...listFiles(record, away),
    ...(status === 'Rejected'
      ? [
          {
            id: 'again',
            label: t('certificates.again'),
            hint: t('certificates.againHint'),
            icon: 'certificate',
            why: away ?? whyNotCall(certificateCalls.create),
            needs: certificateCalls.create.needs,
            open: after.again,
          } satisfies Act,
        ]
      : []),
    ...(isRemovable(status)
      ? [
          {
            id: 'delete',
            label: t('certificates.delete'),
            hint: t('certificates.deleteHint'),
            icon: 'close',
            why: away ?? whyNotCall(certificateCalls.delete),
            needs: certificateCalls.delete.needs,
            ask: {
              title: t('certificates.delete.title', { name }),
              text: t('certificates.delete.text'),
              submit: t('certificates.delete'),
              danger: true,
              reason: 'may',
            },
            send: async (opId, reason) => {
              const body = reason === '' ? {} : { reason }
              await call(certificateCalls.delete, { params, body }, { opId })
              after.removed()
              return t('certificates.deleted', { name })
            },
          } satisfies Act,
        ]
      : []),
  ]
}

/** List the files of a certificate that can be saved. */
function listFiles({ uuid, name }: Certificate, away: string | null): Act[] {
  return (['pdf', 'download', 'csv'] as const).map((id) => {
    const { row, extension } = files[id]
    return {
      id,
      label: t(`certificates.${id}`),
      hint: t(`certificates.${id}Hint`),
      icon: 'download',
      why: away ?? whyNotCall(row),
      send: async () => {
        saveFile((await call(row, { params: { id: uuid } })) as CallFile, `${name}.${extension}`)
        return t('certificates.downloaded', { name })
      },
    }
  })
}

const isRemovable = (status: CertificateStatus) =>
  (certificateActions.delete.from as readonly CertificateStatus[]).includes(status)
