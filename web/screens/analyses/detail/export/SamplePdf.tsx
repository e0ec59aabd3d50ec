import { lazy, Suspense, useState } from 'react'
import type { Analysis, Sample } from '../../../../../domain/entities/analysis.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'

const SamplePdfDialog = lazy(async () => {
  const { SamplePdfDialog: Dialog } = await import('./SamplePdfDialog.tsx')
  return { default: Dialog }
})

/** Print a report of chosen samples in one step. Selected samples are ticked. */
export function SamplePdf(props: { record: Analysis; selected: ReadonlySet<Sample> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="download" onClick={() => setOpen(true)}>
        {t('report.pdf.open')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <SamplePdfDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
