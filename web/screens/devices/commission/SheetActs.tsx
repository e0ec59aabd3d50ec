import { useCallback, useState } from 'react'
import { commissioningCalls } from '../../../../domain/calls/commissionings.ts'
import type { Commissioning } from '../../../../domain/entities/commissioning.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { call } from '../../../client/call.ts'
import { openPdf } from '../../../client/open-pdf.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { localTime } from '../../../state/local-time.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import views from '../DeviceView.module.css'
import { SignSheetDialog } from './SignSheetDialog.tsx'

/** Sign the sheet of a device and open it as a PDF: the last signed one, else a draft of what is found now, with lines for signatures by hand. */
export function SheetActs({ device }: { device: Device }) {
  const load = useCallback(
    (signal: AbortSignal) => {
      const body = { filters: { device_uuid: device.uuid } }
      const parts = { query: { order: 'created_at DESC' }, body } as const
      return call(commissioningCalls.search, parts, { signal, background: true })
    },
    [device.uuid],
  )
  const known = useAnswer(load)
  const [draft, setDraft] = useState<Commissioning | null>(null)
  const [failure, setFailure] = useState<string[]>([])
  const [isPrinting, setPrinting] = useState(false)
  const signed = known.value?.data.find(({ signature }) => signature) ?? null
  const prepare = () => call(commissioningCalls.prepare, { params: { id: device.uuid } })
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
      setFailure([])
    } catch (error) {
      setFailure(errorTexts(error))
    }
  }
  const print = async () => {
    setPrinting(true)
    await attempt(async () => {
      const { uuid } = signed ?? (await prepare())
      openPdf(await call(commissioningCalls.print, { params: { id: uuid } }), 'commissioning.pdf')
    })
    setPrinting(false)
  }
  return (
    <>
      <Button
        icon="check"
        disabledReason={whyNotCall(commissioningCalls.prepare)}
        onClick={() => void attempt(async () => setDraft(await prepare()))}
      >
        {t('commission.signSheet')}
      </Button>
      <Button
        icon="print"
        busy={isPrinting}
        disabledReason={signed ? null : whyNotCall(commissioningCalls.prepare)}
        onClick={() => void print()}
      >
        {t('commission.print')}
      </Button>
      {signed?.signature && (
        <p className={views.quiet}>
          <Badge shape="disc" tone="accent">
            {t('commission.isSigned')}
          </Badge>{' '}
          {t('commission.signedBy', {
            name: signed.signature.printed_name,
            time: localTime(signed.signature.at, 'minute'),
          })}
        </p>
      )}
      {[...failure, ...known.failure].length > 0 && (
        <Notice kind="warning">{[...failure, ...known.failure].join(' ')}</Notice>
      )}
      {draft && (
        <SignSheetDialog draft={draft} onDone={known.again} onClose={() => setDraft(null)} />
      )}
    </>
  )
}
