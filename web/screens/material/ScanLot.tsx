import { lazy, Suspense, useState } from 'react'
import type { Bkit } from '../../../domain/entities/bkit.ts'
import type { BkitLot } from '../../../domain/entities/bkit-lot.ts'
import { today } from '../../entities/kit/today.ts'
import { readLotLabel } from '../../entities/lot/read-lot-label.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { showToast } from '../../state/toasts.ts'

// Opened by a press; the decoder comes with it.
const ScanDialog = lazy(async () => ({
  default: (await import('../../parts/scan/ScanDialog.tsx')).ScanDialog,
}))

/** Read the label of a box: a lot that is there is opened, a new one is handed on as a list with its line. */
export function ScanLot(props: {
  kits: readonly Bkit[]
  lots: readonly BkitLot[]
  onFound: (lot: BkitLot) => void
  /** New lots may be added; else a lot that is not there is refused. */
  onNew: ((list: string) => void) | null
}) {
  const { kits, lots, onFound, onNew } = props
  const [isOpen, setOpen] = useState(false)
  const take = (text: string): string | null => {
    try {
      const found = readLotLabel(text, { kits, lots }, today())
      if (found === null) return t('material.scan.noLot')
      if (found.lot) onFound(found.lot)
      else if (onNew === null) return t('material.scan.unknown', { lot: found.number })
      else {
        onNew(found.list)
        showToast('info', t('material.scan.new', { lot: found.number }))
      }
      setOpen(false)
      return null
    } catch (error) {
      return errorTexts(error).join(' ')
    }
  }
  return (
    <div>
      <Button icon="camera" onClick={() => setOpen(true)}>
        {t('material.scan')}
      </Button>
      {isOpen && (
        <Suspense>
          <ScanDialog
            title={t('material.scan')}
            hint={t('material.scan.hint')}
            onText={take}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
