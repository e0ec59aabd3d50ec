import { lazy, Suspense, useState } from 'react'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { labelText } from '../../../parts/scan/key-burst.ts'
import { assignScanned } from './layout/scan-receiver.ts'

const ScanDialog = lazy(async () => ({
  default: (await import('../../../parts/scan/ScanDialog.tsx')).ScanDialog,
}))

/** Labels of tubes read by the camera, one after the other: each goes to the well in focus, and the focus on. */
export function SampleScan() {
  const [isOpen, setOpen] = useState(false)
  const [taken, setTaken] = useState<string | null>(null)
  return (
    <>
      <Button kind="plain" icon="camera" onClick={() => setOpen(true)}>
        {t('wizard.scan')}
      </Button>
      {isOpen && (
        <Suspense>
          <ScanDialog
            title={t('wizard.scan')}
            hint={t('loading.scan.hint')}
            taken={taken}
            onText={(text) => {
              assignScanned(text)
              setTaken(t('wizard.scan.taken', { code: labelText(text) }))
              return null
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
