import { lazy, Suspense, useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { type FoundSubject, recallCalls } from '../../../domain/calls/recalls.ts'
import type { SubjectKind } from '../../../domain/entities/recall.ts'
import { isReason } from '../../../domain/rules/plain-text.ts'
import { readKitCode } from '../../../domain/rules/kit.ts'
import { call } from '../../client/call.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { Segments } from '../../parts/form/Segments.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { paths } from '../../paths.ts'
import { today } from '../../entities/kit/today.ts'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useSending } from '../../state/use-sending.ts'
import { ProofNotice } from './ProofNotice.tsx'
import { sayCalibrationKind } from './calibration-kind.ts'
import styles from './Recall.module.css'
import { StatePicture } from './StatePicture.tsx'
import { useTouched } from './use-touched.ts'

/** Fetched when somebody scans: it brings the decoders along. */
const ScanDialog = lazy(async () => ({
  default: (await import('../../parts/scan/ScanDialog.tsx')).ScanDialog,
}))

const kinds: readonly SubjectKind[] = ['lot', 'device', 'recipe', 'calibration', 'dye_calibration']

/** Choose what is recalled, see what it touched, and open the recall with its reason. */
export function NewRecallDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const [kind, setKind] = useState<SubjectKind>('lot')
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<FoundSubject | null>(null)
  const [reason, setReason] = useState('')
  const sending = useSending(['reason'])
  const touched = useTouched(chosen?.subject ?? null)
  const find = (text: string) => {
    setSearch(text)
    setChosen(null)
  }
  const submit = async () => {
    if (!chosen) {
      await sending.send(false, async () => {})
      return
    }
    const body = { subject: chosen.subject, reason: reason.trim() }
    const open = async (opId: string) => {
      const { uuid, number } = await call(recallCalls.create, { body }, { opId })
      showToast('done', t('recall.opened', { number }))
      navigate(paths.recall(uuid))
    }
    await sending.send(isReason(reason), open, body)
  }
  const reasonError =
    sending.refused['reason'] ??
    (sending.tried && !isReason(reason) ? t('record.reasonMissing') : null)
  return (
    <FormDialog
      title={t('recall.new')}
      submit={t('recall.openIt')}
      wide
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Segments
        label={t('recall.kind')}
        showLabel
        value={kind}
        choices={kinds.map((value) => ({ value, label: t(`recall.kind.${value}`) }))}
        onChange={(next) => {
          setKind(next)
          find('')
        }}
      />
      <SearchField kind={kind} value={search} onChange={find} />
      <FoundList
        key={kind}
        kind={kind}
        search={search}
        chosen={chosen}
        error={sending.tried && !chosen ? t('recall.chooseFirst') : null}
        onChoose={setChosen}
      />
      {chosen && touched.value && (
        <>
          <StatePicture label={t('recall.byState')} counts={touched.value.counts} />
          <ProofNotice proof={touched.value.proof} />
        </>
      )}
      {touched.failure.length > 0 && <p>{touched.failure.join(' ')}</p>}
      <TextAreaField
        label={t('recall.reason')}
        hint={t('recall.reasonHint')}
        required
        rows={2}
        maxLength={500}
        value={reason}
        error={reasonError}
        onChange={(next) => {
          sending.forget('reason')
          setReason(next)
        }}
      />
    </FormDialog>
  )
}

function SearchField(props: {
  kind: SubjectKind
  value: string
  onChange: (text: string) => void
}) {
  const { kind, value, onChange } = props
  const [isScanning, setScanning] = useState(false)
  const hint = t(kind === 'lot' ? 'recall.searchHint.lot' : 'recall.searchHint')
  return (
    <div className={styles.search}>
      <Field label={t('recall.search')} hint={hint} value={value} onChange={onChange} autoFocus />
      {kind === 'lot' && (
        <Button icon="camera" onClick={() => setScanning(true)}>
          {t('recall.scan')}
        </Button>
      )}
      {isScanning && (
        <Suspense>
          <ScanDialog
            title={t('recall.scan')}
            hint={t('recall.scanHint')}
            onText={(text) => {
              const refused = takeLabel(text, onChange)
              if (refused === null) setScanning(false)
              return refused
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Search for the lot of a label. @returns why it cannot be taken; null where it was. */
function takeLabel(text: string, onLot: (lot: string) => void): string | null {
  try {
    const { lot } = readKitCode(text, today())
    if (lot === null) return t('fault.qrcode_invalid')
    onLot(lot)
    return null
  } catch (error) {
    return errorTexts(error).join(' ')
  }
}

function FoundList(props: {
  kind: SubjectKind
  search: string
  chosen: FoundSubject | null
  error: string | null
  onChoose: (subject: FoundSubject) => void
}) {
  const { kind, search, chosen, error } = props
  const load = useCallback(
    (signal: AbortSignal) =>
      call(recallCalls.subjects, { body: { kind, search: search.slice(0, 100) } }, { signal }),
    [kind, search],
  )
  const { value, failure } = useAnswer(load)
  return (
    <fieldset>
      <legend>
        {t('recall.found')} ({t('parts.required')})
      </legend>
      {failure.length > 0 && <p>{failure.join(' ')}</p>}
      {value?.length === 0 && (
        <p role="status">{t(search.trim() === '' ? 'recall.noneYet' : 'recall.none')}</p>
      )}
      {value && value.length > 0 && (
        <div className={styles.found}>
          {value.map((one) => (
            <label key={JSON.stringify(one.subject)} className={styles.choice}>
              <input
                type="radio"
                name="subject"
                checked={isSame(one, chosen)}
                onChange={() => props.onChoose(one)}
              />
              <bdi>{one.name}</bdi>
              <span>
                {[sayCalibrationKind(one.subject), t('recall.uses', { count: one.analyses })]
                  .filter((word) => word !== null)
                  .join(' · ')}
              </span>
            </label>
          ))}
        </div>
      )}
      {error && <p role="alert">{error}</p>}
    </fieldset>
  )
}

function isSame(one: FoundSubject, other: FoundSubject | null): boolean {
  return JSON.stringify(one.subject) === JSON.stringify(other?.subject)
}
