import { useState } from 'react'
import type { CallArguments } from '../../../../domain/call.ts'
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
import { makeUuid } from '../../../client/make-uuid.ts'

/** What the sender saw: a late command then hits no other cycle, and no programme that was extended already. */
const seenCycle = (progress: RunProgress | null) => (progress ? { cycle: progress.cycle } : {})
const seenCycles = (progress: RunProgress | null) => (progress ? { of: progress.cycles } : {})

type Pressed = 'SKIP' | 'EXTEND' | 'SHORTEN' | 'ABORT'

/** Delays the end of the amplification, or anticipates it (STATE-006 to STATE-008). */
const addedBy = { EXTEND: extensionCycles, SHORTEN: -extensionCycles }

/** What a person orders of a run that goes on. */
export type RunOrdered = CallArguments<typeof deviceCalls.command>['body']

/** Skip, extend and abort; what became of each, the ledger beside them tells. */
export function RunControls(props: {
  record: Analysis
  progress: RunProgress | null
  measured: { AMP: number; VAL: number }
  /** In the local network, where it does not go by the service. */
  local?: { send: (ordered: RunOrdered) => Promise<void> }
}) {
  const { record, progress, measured, local } = props
  const refuse = useRefusal(record, { withoutService: local !== undefined })
  const [busy, setBusy] = useState<Pressed | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [aborting, setAborting] = useState(false)
  const send = async (pressed: Pressed) => {
    if ((!record.device_uuid && !local) || busy) return
    setBusy(pressed)
    setError(null)
    const run = { analysis_uuid: record.uuid }
    try {
      const ordered: RunOrdered =
        pressed === 'SKIP'
          ? { name: pressed, ...run, position: progress?.position ?? 0, ...seenCycle(progress) }
          : pressed === 'ABORT'
            ? { name: pressed, ...run }
            : { name: 'EXTEND', ...run, cycles: addedBy[pressed], ...seenCycles(progress) }
      if (local) await local.send(ordered)
      else if (record.device_uuid) {
        const parts = { params: { id: record.device_uuid }, body: ordered }
        await call(deviceCalls.command, parts, { opId: makeUuid() })
      }
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
          icon="minus"
          iconOnly
          busy={busy === 'SHORTEN'}
          disabledReason={refuse('extend')}
          onClick={() => void send('SHORTEN')}
        >
          {t('run.shorten', { cycles: extensionCycles })}
        </Button>
        <div className={styles.abort}>
          <Button
            kind="danger"
            icon="stop"
            disabledReason={refuse('abort')}
            onClick={() => setAborting(true)}
          >
            {t('run.abort')}
          </Button>
        </div>
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
