import { useState } from 'react'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import { extensionCycles } from '../../../../domain/catalog/limits.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { RunProgress } from '../../../../domain/live/event.ts'
import { call } from '../../../client/call.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { resyncRecords } from '../../../state/records.ts'
import styles from './RunView.module.css'
import { useRefusal } from './use-refusal.ts'

/** Skip, extend and abort; what became of each, the ledger beside them tells. */
export function RunControls(props: {
  record: Analysis
  progress: RunProgress | null
  measured: { AMP: number; VAL: number }
}) {
  const { record, progress, measured } = props
  const refuse = useRefusal(record)
  const [busy, setBusy] = useState<'SKIP' | 'EXTEND' | 'ABORT' | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [aborting, setAborting] = useState(false)
  const send = async (name: 'SKIP' | 'EXTEND' | 'ABORT') => {
    if (!record.device_uuid || busy) return
    setBusy(name)
    setError(null)
    const run = { analysis_uuid: record.uuid }
    try {
      await call(
        deviceCalls.command,
        {
          params: { id: record.device_uuid },
          body:
            name === 'SKIP'
              ? { name, ...run, position: progress?.position ?? 0 }
              : name === 'EXTEND'
                ? { name, ...run, cycles: extensionCycles }
                : { name, ...run },
        },
        { opId: crypto.randomUUID() },
      )
      setAborting(false)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(null)
      resyncRecords()
    }
  }
  return (
    <div className={styles.runControls}>
      {error !== null && <Notice kind="error">{errorTexts(error).join(' ')}</Notice>}
      <div className={styles.buttons}>
        <Button
          icon="skip"
          busy={busy === 'SKIP'}
          disabledReason={refuse('skip') ?? (progress ? null : t('run.waiting'))}
          onClick={() => void send('SKIP')}
        >
          {t('run.skip')}
        </Button>
        <Button
          icon="plus"
          busy={busy === 'EXTEND'}
          disabledReason={refuse('extend')}
          onClick={() => void send('EXTEND')}
        >
          {t('run.extend', { cycles: extensionCycles })}
        </Button>
        <Button
          kind="danger"
          icon="stop"
          disabledReason={refuse('abort')}
          onClick={() => setAborting(true)}
        >
          {t('run.abort')}
        </Button>
      </div>
      <Dialog
        open={aborting}
        role="alertdialog"
        size="small"
        title={t('run.abort.title')}
        onClose={() => setAborting(false)}
        actions={
          <>
            <Button onClick={() => setAborting(false)}>{t('run.abort.keep')}</Button>
            <Button
              kind="danger"
              icon="stop"
              busy={busy === 'ABORT'}
              onClick={() => void send('ABORT')}
            >
              {t('run.abort.confirm')}
            </Button>
          </>
        }
      >
        <p>
          {t('run.abort.text', {
            name: record.name,
            samples: record.samples.length,
            done: measured.AMP,
            cycles: progress?.cycles ?? 0,
          })}
        </p>
        {error !== null && <Notice kind="error">{errorTexts(error).join(' ')}</Notice>}
      </Dialog>
    </div>
  )
}
