import { useCallback, useState } from 'react'
import { type AmendableReport, recallCalls } from '../../../domain/calls/recalls.ts'
import { reportCalls } from '../../../domain/calls/reports.ts'
import type { Recall } from '../../../domain/entities/recall.ts'
import { call } from '../../client/call.ts'
import { makeUuid } from '../../client/make-uuid.ts'
import { saveFile } from '../../client/save-file.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { localTime } from '../../state/local-time.ts'
import { showErrors } from '../../state/show-errors.ts'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './Recall.module.css'

/** As many as the service drafts in one call. */
const atOnce = 5

/** List the reports that were made of signed results, with the drafts that amend them: made here, and saved. */
export function AmendDialog(props: { recall: Recall; again: () => void; onClose: () => void }) {
  const { uuid: id, status } = props.recall
  const load = useCallback(
    (signal: AbortSignal) => call(recallCalls.amendable, { params: { id } }, { signal }),
    [id],
  )
  const { value, failure, again } = useAnswer(load)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState<{ made: number; of: number } | null>(null)
  const sending = useSending([])
  const due = (value ?? []).filter((one) => one.draft_uuid === null)
  const reports = due.map((one) => one.report_uuid).filter((uuid) => !left.has(uuid))
  const toggle = (uuid: string) => {
    const next = new Set(left)
    if (!next.delete(uuid)) next.add(uuid)
    setLeft(next)
  }
  const draft = async () => {
    for (let made = 0; made < reports.length; made += atOnce) {
      setDone({ made, of: reports.length })
      const body = { reports: reports.slice(made, made + atOnce) }
      // Use an id for each call, which is an operation of its own; the service leaves out reports that are drafted already.
      await call(recallCalls.amend, { params: { id }, body }, { opId: makeUuid() })
    }
    showToast('done', t('recall.deed.amend', { count: reports.length }))
  }
  const submit = async () => {
    await sending.send(reports.length > 0 && status === 'open', draft)
    setDone(null)
    again()
    props.again()
  }
  return (
    <FormDialog
      title={t('recall.amend.title')}
      submit={t('recall.act.amend')}
      wide
      sending={{ busy: sending.busy, others: reports.length > 0 ? sending.others : [] }}
      whyNot={status === 'closed' ? t('recall.why.closed') : sayNoneDue(value)}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <p>{t('recall.amend.text')}</p>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {!value && failure.length === 0 && <Progress label={t('parts.loading')} />}
      {done && (
        <Progress
          label={t('recall.act.amend')}
          text={t('recall.amend.progress', { made: done.made, total: done.of })}
        />
      )}
      {value?.length === 0 && <p>{t('recall.amend.none')}</p>}
      {value && value.length > 0 && (
        <fieldset>
          <legend>{t('recall.amend.reports')}</legend>
          <div className={styles.found}>
            {value.map((report) => (
              <ReportLine
                key={report.report_uuid}
                report={report}
                chosen={report.draft_uuid === null && !left.has(report.report_uuid)}
                onToggle={() => toggle(report.report_uuid)}
              />
            ))}
          </div>
        </fieldset>
      )}
      {sending.tried && reports.length === 0 && <p role="alert">{t('recall.amend.chooseFirst')}</p>}
    </FormDialog>
  )
}

/** Say why there is nothing to draft; null while that is not known, or where something is. */
function sayNoneDue(reports: readonly AmendableReport[] | null): string | null {
  if (reports === null || reports.some((one) => one.draft_uuid === null)) return null
  return t(reports.length === 0 ? 'recall.amend.none' : 'recall.amend.allDrafted')
}

function ReportLine(props: { report: AmendableReport; chosen: boolean; onToggle: () => void }) {
  const { report, chosen, onToggle } = props
  const { number, analysis_name: name, format, created_at, draft_uuid: draft } = report
  const words = t('recall.amend.report', { number, name, format: format.toUpperCase() })
  const save = async (id: string) =>
    saveFile(await call(reportCalls.download, { params: { id } }), `report.${format}`)
  return (
    <div className={styles.choice}>
      <input
        type="checkbox"
        aria-label={words}
        checked={chosen}
        disabled={draft !== null}
        onChange={onToggle}
      />
      <bdi>{words}</bdi>
      {draft === null ? (
        <span>{localTime(created_at)}</span>
      ) : (
        <Button icon="download" kind="plain" onClick={() => void save(draft).catch(showErrors)}>
          {t('recall.amend.save')}
        </Button>
      )}
    </div>
  )
}
