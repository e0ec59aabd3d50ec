import { useState } from 'react'
import { cartridges } from '../../../../../domain/catalog/cartridges.ts'
import type { Analysis, Sample } from '../../../../../domain/entities/analysis.ts'
import { reportTemplates } from '../../../../../domain/entities/report.ts'
import { saveFile } from '../../../../client/save-file.ts'
import { errorTexts } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Dialog } from '../../../../parts/dialog/Dialog.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { Progress } from '../../../../parts/progress/Progress.tsx'
import styles from '../ExportDialog.module.css'
import { makeReports } from './make-reports.ts'
import { orderReport, templatesOf } from './report-order.ts'
import { SampleChecklist } from './SampleChecklist.tsx'

/** Choose samples for a PDF of the analysis by its first template (spec §2 "Dialogs"). */
export function SamplePdfDialog(props: {
  record: Analysis
  /** Ticked at first; all where none is selected. */
  selected: ReadonlySet<Sample>
  onClose: () => void
}) {
  const { record, selected, onClose } = props
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(() =>
    untickOthers(record, selected),
  )
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isNone = record.samples.every(({ uuid }) => unticked.has(uuid))
  const download = async () => {
    if (isNone || busy) return
    setBusy(true)
    setError(null)
    const template = templatesOf(reportTemplates, 'analysis')[0]?.name ?? ''
    const choice = {
      type: 'analysis',
      template,
      format: 'pdf',
      useFilters: false,
      unticked,
    } as const
    try {
      saveFile(await makeReports(orderReport(choice, record, null), record.name), record.name)
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      size="medium"
      title={t('report.pdf.title')}
      onClose={onClose}
      onSubmit={() => void download()}
      busy={busy}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button
            type="submit"
            kind="primary"
            icon="download"
            busy={busy}
            disabledReason={isNone ? t('report.none') : null}
          >
            {t('report.pdf.download')}
          </Button>
        </>
      }
    >
      {error !== null && <Notice kind="error">{errorTexts(error).join(' ')}</Notice>}
      <div className={styles.export}>
        <SampleChecklist
          samples={record.samples}
          shape={cartridges[record.cartridge_type]}
          unticked={unticked}
          onChange={setUnticked}
        />
        {busy && <Progress label={t('report.making.one')} text={t('report.making.one')} />}
      </div>
    </Dialog>
  )
}

function untickOthers({ samples }: Analysis, selected: ReadonlySet<Sample>): Set<string> {
  if (selected.size === 0) return new Set()
  const ticked = new Set([...selected].map(({ uuid }) => uuid))
  return new Set(samples.map(({ uuid }) => uuid).filter((uuid) => !ticked.has(uuid)))
}
