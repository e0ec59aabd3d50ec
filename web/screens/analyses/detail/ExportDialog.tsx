import { useState } from 'react'
import { analysisCalls, exportFormats } from '../../../../domain/calls/analysis.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { call } from '../../../client/call.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import styles from './ExportDialog.module.css'
import { saveFile } from '../../../client/save-file.ts'

type Format = (typeof exportFormats)[number]

/** The results as a file: which format, and what each is good for. */
export function ExportDialog({ record, onClose }: { record: Analysis; onClose: () => void }) {
  const [format, setFormat] = useState<Format>('csv')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const download = async () => {
    setBusy(true)
    setError(null)
    try {
      const file = await call(analysisCalls.export, {
        params: { id: record.uuid },
        body: { fileFormat: format },
      })
      saveFile(file, record.name)
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      size="small"
      title={t('export.title')}
      onClose={onClose}
      onSubmit={() => void download()}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button type="submit" kind="primary" icon="download" busy={busy}>
            {t('export.download')}
          </Button>
        </>
      }
    >
      {error !== null && <Notice kind="error">{errorTexts(error).join(' ')}</Notice>}
      <fieldset className={styles.formats}>
        <legend className="visually-hidden">{t('export.title')}</legend>
        {exportFormats.map((one) => (
          <label key={one} className={styles.format}>
            <input
              type="radio"
              name="format"
              value={one}
              checked={one === format}
              onChange={() => setFormat(one)}
            />
            <span>
              <strong>{t(`export.format.${one}`)}</strong>
              <small>{t(`export.hint.${one}`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  )
}
