import { useState } from 'react'
import { Link } from 'wouter'
import { auditCalls } from '../../../../domain/calls/audit.ts'
import { call } from '../../../client/call.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { paths } from '../../../paths.ts'
import { whyNotCall } from '../../../record/rights.ts'
import detail from './Detail.module.css'
import { saveFile } from '../../../client/save-file.ts'

/**
 * Export the record as a file that can be verified without the service, with a link to the page that checks it. People without
 * the right read the reason.
 */
export function ProofExport({ uuid }: { uuid: string }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const download = async () => {
    setBusy(true)
    setError(null)
    try {
      const params = { kind: 'analysis', id: uuid } as const
      saveFile(await call(auditCalls.exportRecord, { params }), `${uuid}.bapp-record.json`)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={detail.pad}>
      {error !== null && <Notice kind="error">{errorTexts(error).join(' ')}</Notice>}
      <Button
        icon="download"
        busy={busy}
        disabledReason={whyNotCall(auditCalls.exportRecord)}
        onClick={() => void download()}
      >
        {t('audit.exportProof')}
      </Button>{' '}
      <Link href={paths.verify()}>{t('audit.check')}</Link>
    </div>
  )
}
