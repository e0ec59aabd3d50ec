import { useEffect, useRef, useState } from 'react'
import type { CallFile } from '../../../domain/call.ts'
import { reportCalls } from '../../../domain/calls/reports.ts'
import { call } from '../../client/call.ts'
import { makeUuid } from '../../client/make-uuid.ts'
import { saveFile } from '../../client/save-file.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import type { AnalysisRow } from '../../local/list-rows.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { showErrors } from '../../state/show-errors.ts'
import { showToast } from '../../state/toasts.ts'

/** Each report takes the service seconds, and leaves an entry in the trail. */
const most = 20

/** Make a PDF report of each selected analysis, one after the other, and save them packed in one file. */
export function PdfReports({ rows }: { rows: readonly Pick<AnalysisRow, 'uuid' | 'name'>[] }) {
  const [at, setAt] = useState<number | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const save = async () => {
    const files: CallFile[] = []
    for (const [index, { uuid: id, name }] of rows.entries()) {
      if (isGone.current) return
      setAt(index)
      const parts = { params: { id }, query: { format: 'pdf' as const } }
      try {
        files.push(
          (await call(reportCalls.createAnalysis, parts, { opId: makeUuid() })) as CallFile,
        )
      } catch (error) {
        showToast('error', t('record.pdfsMissing', { name, why: errorTexts(error).join(' ') }))
      }
    }
    if (files.length > 0) saveFile(await pack(files), 'reports.zip')
    setAt(null)
  }
  if (at !== null) {
    const text = t('record.pdfsMaking', { at: at + 1, count: rows.length })
    return (
      <Progress
        label={t('record.pdfs', { count: rows.length })}
        value={at / rows.length}
        text={text}
      />
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
  // A PDF is compressed already.
  const bytes = zipSync(packed, { level: 0 })
  return { bytes, type: 'application/zip', name: 'reports.zip' }
}
