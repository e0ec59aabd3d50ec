import { useEffect, useRef, useState } from 'react'
import type { CallFile } from '../../../domain/call.ts'
import { analysisCalls } from '../../../domain/calls/analysis.ts'
import { reportCalls } from '../../../domain/calls/reports.ts'
import { call } from '../../client/call.ts'
import { makeUuid } from '../../client/make-uuid.ts'
import { saveFile } from '../../client/save-file.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { holdPerson } from '../../state/session.ts'
import { showErrors } from '../../state/show-errors.ts'
import { showToast } from '../../state/toasts.ts'

/** Each report takes the service seconds, and leaves an entry in the trail. */
const most = 20

/** An analysis to report, with some of its samples only where they are named. */
export interface Reported {
  uuid: string
  name: string
  samples?: ReadonlySet<string>
}

/** Make a PDF report of each analysis, one after the other, and save them packed in one file. */
export function PdfReports({ rows }: { rows: readonly Reported[] }) {
  const [work, setWork] = useState<{ at: number; count: number } | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const save = async () => {
    const { signal } = (stop.current = new AbortController())
    const isHere = holdPerson()
    const files: CallFile[] = []
    for (const [at, one] of rows.entries()) {
      if (signal.aborted) break
      setWork({ at, count: rows.length })
      try {
        files.push(await makeReport(one, signal))
      } catch (error) {
        // Leave what was made, and what is left, to the person who has gone.
        if (!isHere()) return
        if (signal.aborted) break
        const why = errorTexts(error).join(' ')
        showToast('error', t('record.pdfsMissing', { name: one.name, why }))
      }
    }
    // Save what was made before somebody cancelled: each of these reports is a record of its own.
    if (files.length > 0) saveFile(await pack(files), 'reports.zip')
    if (signal.aborted) {
      showToast('info', t('record.pdfsStopped', { made: files.length, count: rows.length }))
    }
    setWork(null)
  }
  if (work) {
    const { at, count } = work
    return (
      <>
        <Progress
          label={t('record.pdfs', { count })}
          value={at / count}
          text={t('record.pdfsMaking', { at: at + 1, count })}
        />
        <Button onClick={() => stop.current?.abort()}>{t('parts.cancel')}</Button>
      </>
    )
  }
  const many = rows.length > most ? t('record.pdfsMost', { most }) : null
  return (
    <Button
      icon="download"
      disabledReason={whyNotCall(reportCalls.createAnalysis) ?? many}
      onClick={() => void save().catch(showErrors)}
    >
      {t('record.pdfs', { count: rows.length })}
    </Button>
  )
}

/** Make one report. Samples are named by their id, since names may be alike: all others of the analysis are left out. */
async function makeReport({ uuid: id, samples }: Reported, signal: AbortSignal): Promise<CallFile> {
  const query = { format: 'pdf' as const }
  const options = { opId: makeUuid(), signal }
  if (!samples) {
    return (await call(reportCalls.createAnalysis, { params: { id }, query }, options)) as CallFile
  }
  const record = await call(analysisCalls.get, { params: { id } }, { signal })
  const ticks = Object.fromEntries(record.samples.map(({ uuid }) => [uuid, samples.has(uuid)]))
  const parts = { params: { id }, query, body: { samples: ticks } }
  return (await call(reportCalls.createAnalysis, parts, options)) as CallFile
}

/** Pack files into one ZIP; add a number to a name that occurs twice. */
async function pack(files: readonly CallFile[]): Promise<CallFile> {
  const { zipSync } = await import('fflate')
  const packed: Record<string, Uint8Array> = {}
  for (const { name, bytes } of files) {
    const wanted = name ?? 'report.pdf'
    let free = wanted
    for (let more = 2; free in packed; more++) free = wanted.replace(/(\.\w+)?$/, `-${more}$1`)
    packed[free] = new Uint8Array(bytes)
  }
  // Store a PDF as it is, since it is compressed already.
  const bytes = zipSync(packed, { level: 0 })
  return { bytes, type: 'application/zip', name: 'reports.zip' }
}
