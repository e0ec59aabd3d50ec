import { plannedCycles } from '../../../../domain/rules/programme.ts'
import { useState } from 'react'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Results } from '../../../../domain/results.ts'
import type { RunCurves } from '../../../../workers/run/blob.ts'
import { inWorker } from '../../../../workers/pool.ts'
import { call } from '../../../client/call.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { resyncRecords } from '../../../state/records.ts'
import { namesOf } from '../../../../domain/rules/well-ranges.ts'
import styles from './Detail.module.css'
import { DiffTable } from './DiffTable.tsx'
import { diffResults, type ResultChange } from './diff-results.ts'
import { ExcludeField } from './ExcludeField.tsx'
import { applyExclusions, applySettings, findGaps, readSettings } from './recalculation.ts'
import { TargetSettingsForm } from './TargetSettingsForm.tsx'
import { makeUuid } from '../../../client/make-uuid.ts'

/**
 * Other settings for the same curves. The page computes the outcome first and shows what would change; only
 * then, and with a reason, is it kept. Earlier results stay.
 */
export function RecalculateDialog(props: {
  record: Analysis
  curves: RunCurves
  results: Results
  selected: ReadonlySet<number>
  onClose: () => void
}) {
  const { record, curves, results } = props
  const shape = cartridges[record.cartridge_type]
  const [settings, setSettings] = useState(() => readSettings(record.method.evaluation))
  const [excluded, setExcluded] = useState<readonly string[]>(
    record.exclusions.map(({ well }) => well),
  )
  const [reason, setReason] = useState('')
  const [changes, setChanges] = useState<readonly ResultChange[] | null>(null)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const gaps = findGaps(settings)
  const short = reason.replaceAll(/\s/g, '').length < 3
  const order = () => ({
    evaluation: applySettings(record.method.evaluation, settings),
    exclusions: applyExclusions(record.exclusions, excluded, reason.trim()),
  })

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const preview = () =>
    attempt(async () => {
      const next = await inWorker('analyse', null, {
        amplification: curves.amplification,
        melt: curves.melt,
        cartridge_type: record.cartridge_type,
        planned_cycles: plannedCycles(record.method.process),
        samples: record.samples,
        input_hash: results.input_hash,
        ...order(),
      })
      setChanges(diffResults(results, next))
    })
  const keep = () => {
    setAsked(true)
    if (short || gaps.length > 0) return
    void attempt(async () => {
      await call(
        analysisCalls.calculate,
        { body: { uuid: record.uuid, reason: reason.trim(), ...order() } },
        { opId: makeUuid() },
      )
      resyncRecords()
      props.onClose()
    })
  }
  const edited =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setChanges(null)
    }
  return (
    <Dialog
      open
      size="large"
      title={t('recalculate.title')}
      onClose={props.onClose}
      onSubmit={() => (changes ? keep() : void preview())}
      actions={
        <>
          <Button onClick={props.onClose}>{t('parts.cancel')}</Button>
          {changes ? (
            <Button type="submit" kind="primary" icon="check" busy={busy}>
              {t('recalculate.keep')}
            </Button>
          ) : (
            <Button
              type="submit"
              kind="primary"
              icon="refresh"
              busy={busy}
              disabledReason={gaps.length > 0 ? t('recalculate.gaps') : null}
            >
              {t('recalculate.preview')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        {error !== null && <Notice kind="error">{errorTexts(error).join(' ')}</Notice>}
        <TargetSettingsForm settings={settings} gaps={gaps} onChange={edited(setSettings)} />
        <ExcludeField
          excluded={excluded}
          selected={namesOf(props.selected, shape)}
          onChange={edited(setExcluded)}
        />
        {changes && (
          <>
            <DiffTable changes={changes} />
            <TextAreaField
              label={t('detail.reason')}
              hint={t('detail.reason.hint')}
              value={reason}
              rows={2}
              maxLength={500}
              required
              error={asked && short ? t('detail.reason.short') : null}
              onChange={setReason}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
