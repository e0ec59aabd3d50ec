import { useCallback, useState } from 'react'
import { commissioningCalls } from '../../../../domain/calls/commissionings.ts'
import type { Commissioning } from '../../../../domain/entities/commissioning.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import type { StepFound } from '../../../../domain/rules/commissioning.ts'
import { call } from '../../../client/call.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { localTime } from '../../../state/local-time.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import views from '../DeviceView.module.css'
import { CommissionSheet } from './CommissionSheet.tsx'
import { SignSheetDialog } from './SignSheetDialog.tsx'

/** Sign the sheet of a device and print it: the last signed one as it was signed, else what is found now, with lines for signatures by hand. */
export function SheetActs({ device, steps }: { device: Device; steps: readonly StepFound[] }) {
  const load = useCallback(
    (signal: AbortSignal) => {
      const body = { filters: { device_uuid: device.uuid } }
      const parts = { query: { order: 'created_at DESC' }, body }
      return call(commissioningCalls.search, parts, { signal, background: true })
    },
    [device.uuid],
  )
  const known = useAnswer(load)
  const [draft, setDraft] = useState<Commissioning | null>(null)
  const [failure, setFailure] = useState<string[]>([])
  const [printed, setPrinted] = useState<'now' | 'signed' | null>(null)
  const onPrinted = useCallback(() => setPrinted(null), [])
  const signed = known.value?.data.find(({ signature }) => signature) ?? null
  const prepare = async () => {
    try {
      setDraft(await call(commissioningCalls.prepare, { params: { id: device.uuid } }))
      setFailure([])
    } catch (error) {
      setFailure(errorTexts(error))
    }
  }
  return (
    <>
      <Button
        icon="check"
        disabledReason={whyNotCall(commissioningCalls.prepare)}
        onClick={() => void prepare()}
      >
        {t('commission.signSheet')}
      </Button>
      <Button icon="print" onClick={() => setPrinted(signed ? 'signed' : 'now')}>
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
      {printed && (
        <CommissionSheet
          device={device}
          steps={steps}
          signed={printed === 'signed' ? signed : null}
          onPrinted={onPrinted}
        />
      )}
    </>
  )
}
