import { useState } from 'react'
import type { CallFile } from '../../../../domain/call.ts'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import { reportCalls } from '../../../../domain/calls/reports.ts'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import { resultFormats } from '../../../../domain/catalog/export-formats.ts'
import type { Analysis, Sample } from '../../../../domain/entities/analysis.ts'
import { reportFormats } from '../../../../domain/entities/report.ts'
import { call } from '../../../client/call.ts'
import { saveFile } from '../../../client/save-file.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { useRecallHold } from '../../../state/recall-holds.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { useAddress } from '../../../use-address.ts'
import { readIndexes } from './curves/view-address.ts'
import { type DataFormat, DataFormats } from './export/DataFormats.tsx'
import { makeReports } from './export/make-reports.ts'
import {
  filtersOfView,
  orderReport,
  type ReportChoice,
  templatesOf,
} from './export/report-order.ts'
import { ReportForm } from './export/ReportForm.tsx'
import styles from './ExportDialog.module.css'

const loadTemplates = (signal: AbortSignal) =>
  call(reportCalls.templates, { query: {} }, { signal, background: true })

const kinds = ['report', 'data'] as const

/** Make a file and save it: what it is doing, how far it is, and why it failed. */
function useDownload(name: string, make: (onDone: (count: number) => void) => Promise<CallFile>) {
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const download = async (onSaved: () => void) => {
    if (busy) return
    setBusy(true)
    setDone(0)
    setError(null)
    try {
      saveFile(await make(setDone), name)
      onSaved()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return { busy, done, error, download }
}

/** Export the analysis, or one sample of it, as a file: a report for people, or its data for other software. */
export function ExportDialog(props: { record: Analysis; sample?: Sample; onClose: () => void }) {
  const { record, sample, onClose } = props
  const { search } = useAddress()
  const templates = useAnswer(loadTemplates)
  const [what, setWhat] = useState<(typeof kinds)[number]>('report')
  const [format, setFormat] = useState<DataFormat>('csv')
  const [chosen, setChosen] = useState<ReportChoice | null>(null)
  const isWorkbook = (what === 'data' ? format : chosen?.format) === 'xlsx'
  const samples = sample ? [sample] : record.samples
  const off = new Set((search.get('off') ?? '').split(',').filter(Boolean))
  const filters = sample
    ? null
    : filtersOfView(record, { wells: readIndexes(search.get('wells')), off })
  const choice = chosen ?? firstChoice(templates.value, sample ? 'sample' : 'analysis')
  const order = choice && orderReport(choice, { uuid: record.uuid, samples }, filters)
  const isNone = what === 'report' && order !== null && isEmpty(order, choice, samples)
  const count = order?.by === 'sample' ? order.calls.length : 1
  const { busy, done, error, download } = useDownload(record.name, (onDone) =>
    what === 'report' && order
      ? makeReports(order, record.name, onDone)
      : call(analysisCalls.export, { params: { id: record.uuid }, body: { fileFormat: format } }),
  )
  const held = useHeldReason(record, what === 'report' ? what : format)
  const submit = () => {
    if (held !== null || isNone || (what === 'report' && !order)) return
    void download(onClose)
  }
  return (
    <Dialog
      open
      size="medium"
      title={sample ? t('report.title.sample', { name: sample.name }) : t('export.title')}
      onClose={onClose}
      onSubmit={submit}
      busy={busy}
      actions={
        <DialogActions
          busy={busy}
          refusal={held ?? (isNone ? t('report.none') : null)}
          onClose={onClose}
        />
      }
    >
      <Failures held={held} error={error} isWorkbook={isWorkbook} />
      <div className={styles.export}>
        {!sample && (
          <Segments
            label={t('report.what')}
            value={what}
            choices={kinds.map((one) => ({ value: one, label: t(`report.what.${one}`) }))}
            onChange={setWhat}
          />
        )}
        {what === 'data' && <DataFormats record={record} value={format} onChange={setFormat} />}
        {what === 'report' && choice && templates.value && (
          <ReportForm
            templates={templates.value}
            samples={samples}
            shape={cartridges[record.cartridge_type]}
            filters={filters}
            isOfSample={sample !== undefined}
            choice={choice}
            onChange={setChosen}
          />
        )}
        {what === 'report' && templates.failure.length > 0 && (
          <Notice
            kind="error"
            action={<Button onClick={templates.again}>{t('detail.retry')}</Button>}
          >
            {templates.failure.join(' ')}
          </Notice>
        )}
        {busy && what === 'report' && <Making done={done} count={count} />}
      </div>
    </Dialog>
  )
}

/** Say that the report is being made; of several how many are. */
function Making({ done, count }: { done: number; count: number }) {
  if (count === 1) return <Progress label={t('report.making.one')} text={t('report.making.one')} />
  const text = t('report.making.some', { done, count })
  return <Progress label={t('report.making')} value={done / count} text={text} />
}

/** Return the reason that a recall keeps this from being handed out; data for an investigation may be had. */
function useHeldReason(record: Analysis, what: 'report' | DataFormat): string | null {
  const hold = useRecallHold(record)
  const isResult = what === 'report' || resultFormats.includes(what)
  return hold && isResult ? t('refusal.recall_hold', { recall: hold.recall_number }) : null
}

function Failures(props: { held: string | null; error: unknown; isWorkbook: boolean }) {
  const { held, error, isWorkbook } = props
  return (
    <>
      {held !== null && <Notice kind="warning">{held}</Notice>}
      {error !== null && (
        <Notice kind="error" {...(isWorkbook && { title: t('export.failed.xlsx') })}>
          {errorTexts(error).join(' ')}
        </Notice>
      )}
    </>
  )
}

function DialogActions(props: { busy: boolean; refusal: string | null; onClose: () => void }) {
  const { busy, refusal, onClose } = props
  return (
    <>
      <Button onClick={onClose}>{t('parts.cancel')}</Button>
      <Button type="submit" kind="primary" icon="download" busy={busy} disabledReason={refusal}>
        {t('export.download')}
      </Button>
    </>
  )
}

/** Return the first report of a type, before any choice; null where there is none. */
function firstChoice(
  templates: Parameters<typeof templatesOf>[0] | null,
  type: ReportChoice['type'],
): ReportChoice | null {
  const template = templates && templatesOf(templates, type)[0]?.name
  if (!template) return null
  return { type, template, format: reportFormats[0], useFilters: false, unticked: new Set() }
}

/** Return true if nothing is chosen to be made. */
function isEmpty(
  order: ReturnType<typeof orderReport>,
  choice: ReportChoice | null,
  samples: readonly Sample[],
): boolean {
  if (order.by === 'sample') return order.calls.length === 0
  return !choice?.useFilters && samples.every(({ uuid }) => choice?.unticked.has(uuid))
}
