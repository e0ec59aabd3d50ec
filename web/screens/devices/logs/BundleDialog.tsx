import { useCallback } from 'react'
import type { Device } from '../../../../domain/entities/device.ts'
import { saveFile } from '../../../client/save-file.ts'
import { saySize } from '../../../entities/attachment/say-size.ts'
import { t } from '../../../i18n/intl.ts'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { useAnswer } from '../../../state/use-answer.ts'
import styles from './Logs.module.css'

/** Collect a bundle for support, show what is in it and how large it is, and save it. */
export function BundleDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const load = useCallback(
    async (signal: AbortSignal) => (await import('./make-bundle.ts')).makeBundle(device, signal),
    [device],
  )
  const { value, failure } = useAnswer(load)
  const save = () => {
    if (!value) return
    saveFile({ type: 'application/zip', bytes: value.zip }, `${device.hostname}-bundle.zip`)
    onClose()
  }
  return (
    <FormDialog
      title={t('view.bundle.title', { name: device.name })}
      submit={
        value ? t('view.bundle.save', { size: saySize(value.zip.length) }) : t('view.bundle.wait')
      }
      sending={{ busy: value === null && failure.length === 0, others: failure }}
      onSubmit={save}
      onClose={onClose}
    >
      <p>{t('view.bundle.text')}</p>
      {value === null && failure.length === 0 && <Progress label={t('view.bundle.wait')} />}
      {value && (
        <ul className={styles.files}>
          {value.parts.map(({ name, bytes }) => (
            <li key={name}>
              <code>{name}</code>
              <span>{saySize(bytes)}</span>
            </li>
          ))}
        </ul>
      )}
      {value?.missing.map(({ name, why }) => (
        <Notice key={name} kind="warning" title={t('view.bundle.missing', { name })}>
          {why}
        </Notice>
      ))}
    </FormDialog>
  )
}
