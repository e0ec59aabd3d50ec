import { useEffect, useState } from 'react'
import { type RemovalPreview, retentionCalls } from '../../../../domain/calls/retention.ts'
import type { Company } from '../../../../domain/entities/company.ts'
import {
  leastDays,
  noticeDays,
  type RetainedPart,
  retainedParts,
  type Retention,
} from '../../../../domain/entities/retention.ts'
import { isReason } from '../../../../domain/rules/plain-text.ts'
import { call } from '../../../client/call.ts'
import { saySpan } from '../../../entities/company/retention-words.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { ReasonField } from '../../../record/ReasonField.tsx'
import { useSeenVersion } from '../../../record/use-seen-version.ts'
import { resyncRecords } from '../../../state/records.ts'
import { showToast } from '../../../state/toasts.ts'
import { useSending } from '../../../state/use-sending.ts'
import styles from '../Companies.module.css'
import { RemovalTable } from './RemovalTable.tsx'

/** Times that are offered, in days; those below the least time of a part are not. */
const offered = [30, 90, 180, 365, 730, 1095, 1825, 3650, 5475, 7300]

const forGood: Retention = { analyses: null, pictures: null, messages: null, logs: null }

/** Set how long parts of the company's data are kept, with what that would remove beside it. */
export function RetentionDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const [times, setTimes] = useState<Retention>(company.retention ?? forGood)
  const [reason, setReason] = useState('')
  const base = useSeenVersion(company, company.retention)
  const sending = useSending([...retainedParts, 'reason'])
  const { preview, failure } = usePreview(times)
  const submit = () => {
    const body = { ...times, reason: reason.trim(), base }
    const change = async (opId: string) => {
      await call(retentionCalls.set, { body }, { opId })
      resyncRecords()
      showToast('done', t('retention.saved'))
      onClose()
    }
    return sending.send(isReason(reason), change, body)
  }
  return (
    <FormDialog
      title={t('retention.title')}
      submit={t('retention.save')}
      wide
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('retention.dialogText', { days: noticeDays })}</p>
      {retainedParts.map((part) => (
        <SelectField
          key={part}
          label={t(`retention.part.${part}`)}
          hint={t(`retention.hint.${part}`)}
          value={String(times[part] ?? '')}
          error={sending.refused[part] ?? null}
          choices={choicesOf(part, times[part])}
          onChange={(value) => {
            sending.forget(part)
            setTimes({ ...times, [part]: value === '' ? null : Number(value) })
          }}
        />
      ))}
      <section aria-label={t('retention.preview')} aria-live="polite" className={styles.form}>
        <h3>{t('retention.preview')}</h3>
        {failure.length > 0 && <Notice kind="warning">{failure.join(' ')}</Notice>}
        {preview ? (
          <RemovalTable preview={preview} />
        ) : (
          failure.length === 0 && <Progress label={t('parts.loading')} />
        )}
      </section>
      <ReasonField value={reason} sending={sending} onChange={setReason} />
    </FormDialog>
  )
}

/** List the times that are offered for a part, with the one that is set now. */
function choicesOf(part: RetainedPart, now: number | null) {
  const days = offered.filter((one) => one >= leastDays[part])
  const all = now === null || days.includes(now) ? days : [...days, now].toSorted((a, b) => a - b)
  return [
    { value: '', label: saySpan(null) },
    ...all.map((one) => ({ value: String(one), label: saySpan(one) })),
  ]
}

/** Ask what the times would remove; null until the answer to these very times is there. */
function usePreview(times: Retention): { preview: RemovalPreview | null; failure: string[] } {
  const asked = JSON.stringify(times)
  const [answer, setAnswer] = useState<{ asked: string; preview: RemovalPreview } | null>(null)
  const [failure, setFailure] = useState<string[]>([])
  useEffect(() => {
    const stop = new AbortController()
    setFailure([])
    call(retentionCalls.preview, { body: JSON.parse(asked) }, { signal: stop.signal }).then(
      (preview) => setAnswer({ asked, preview }),
      (error: unknown) => {
        if (!stop.signal.aborted) setFailure(errorTexts(error))
      },
    )
    return () => stop.abort()
  }, [asked])
  return { preview: answer?.asked === asked ? answer.preview : null, failure }
}
