import { useMemo, useState } from 'react'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { call } from '../../../client/call.ts'
import { makeUuid } from '../../../client/make-uuid.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { PlateGrid } from '../../../parts/plate/PlateGrid.tsx'
import { diffLayouts } from '../../../state/layout-steps/diff.ts'
import { resyncRecords } from '../../../state/records.ts'
import { isReasonMissing } from './missing-reason.ts'
import { plateRoom } from '../../../parts/plate/plate-room.ts'
import styles from '../../../layout/Layout.module.css'
import { planLook } from '../../../layout/plan-look.ts'
import { TransformForm } from '../../../layout/tools/TransformForm.tsx'
import type { Preview } from '../../../layout/use-tool.ts'

const nothing: never[] = []

/**
 * Correct a plate that was in the device the other way round than planned: after the run, and before it is validated,
 * put its samples where they really were. Show it on the plate first; ask a reason for the audit trail; the service
 * recalculates. Earlier results stay.
 */
export function CorrectPlateDialog({ record, onClose }: { record: Analysis; onClose: () => void }) {
  const shape = cartridges[record.cartridge_type]
  const layout = record.samples
  const [preview, setPreview] = useState<Preview | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const { error, busy, send } = useCorrection(record, onClose)
  const shown = preview?.layout ?? layout
  const looks = useMemo(() => {
    const diff = diffLayouts(layout, shown, shape)
    const { targets } = record.method.evaluation
    const plain = { mixes: nothing, problems: new Map(), scans: nothing, faulty: nothing }
    return planLook({ ...plain, layout: shown, shape, colourBy: 'type', targets, diff })
  }, [layout, shown, shape, record.method])
  const short = isReasonMissing('edit', record, reason)
  const refusal = refusalOf(preview, layout)
  const submit = () => {
    setAsked(true)
    if (!short && !refusal && preview) void send(preview, reason.trim())
  }
  return (
    <Dialog
      open
      size="large"
      role="alertdialog"
      title={t('detail.correctPlate.title')}
      onClose={onClose}
      onSubmit={submit}
      busy={busy}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button type="submit" kind="primary" busy={busy} disabledReason={refusal}>
            {t('detail.correctPlate.action')}
          </Button>
        </>
      }
    >
      <div className={styles.plate}>
        <p>{t('detail.correctPlate.text')}</p>
        {error !== null && <Notice kind="error">{errorTexts(error).join(' ')}</Notice>}
        <div className={styles.layout}>
          <div style={plateRoom(shape)}>
            <PlateGrid
              label={t('wizard.plate', { name: record.name })}
              rows={shape.rows}
              columns={shape.columns}
              wellLook={(index) => looks[index] ?? { label: '', quiet: true }}
              selected={selected}
              onSelect={setSelected}
            />
          </div>
          <div className={styles.inspector}>
            <TransformForm
              context={{
                layout,
                shape,
                wells: nothing,
                direction: 'across',
                planned: [],
                onPreview: setPreview,
              }}
            />
            {refusal && <p className={styles.warning}>{refusal}</p>}
            <TextAreaField
              label={t('detail.reason')}
              hint={t('detail.reason.hint')}
              value={reason}
              maxLength={500}
              required
              error={asked && short ? t('detail.reason.short') : null}
              onChange={setReason}
            />
          </div>
        </div>
      </div>
    </Dialog>
  )
}

/** Explain why a move is refused: it would lose wells, or change none. Null when it is allowed. */
function refusalOf(preview: Preview | null, layout: Analysis['samples']): string | null {
  if (preview && preview.fallen > 0) return t('detail.correctPlate.falls')
  const isSame = !preview || JSON.stringify(preview.layout) === JSON.stringify(layout)
  return isSame ? t('detail.correctPlate.same') : null
}

/** Send the corrected plate, on the record as it was shown; what fails is shown and nothing is lost. */
function useCorrection(record: Analysis, onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const send = async ({ layout }: Preview, reason: string) => {
    if (busy) return
    setBusy(true)
    setError(null)
    const body = { samples: [...layout], reason, base: record.updated_at }
    try {
      await call(analysisCalls.edit, { params: { id: record.uuid }, body }, { opId: makeUuid() })
      resyncRecords()
      onDone()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, send }
}
