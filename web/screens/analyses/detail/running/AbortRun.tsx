import { useState } from 'react'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { errorTexts } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { HoldButton } from '../../../../parts/button/HoldButton.tsx'
import { Dialog } from '../../../../parts/dialog/Dialog.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { useRefusal } from '../use-refusal.ts'
import type { RunOrders } from './use-run-orders.ts'

/** So long the button is held before it aborts without a question. */
const holdMs = 1500

/** Ends a run for good: held down at once, else after a question that says what is lost. */
export function AbortRun(props: {
  record: Analysis
  orders: RunOrders
  measured: number
  cycles: number
  isLocal: boolean
}) {
  const { record, orders } = props
  const refuse = useRefusal(record, { withoutService: props.isLocal })
  const [isAsked, setAsked] = useState(false)
  const abort = async () => {
    const sent = await orders.send('ABORT')
    // What went wrong is said in the dialog, also to one who held the button.
    setAsked(!sent)
  }
  return (
    <>
      <HoldButton
        kind="danger"
        icon="stop"
        holdMs={holdMs}
        hint={t('run.abort.hold')}
        busy={orders.busy === 'ABORT'}
        disabledReason={refuse('abort')}
        onHold={() => void abort()}
        onPress={() => setAsked(true)}
      >
        {t('run.abort')}
      </HoldButton>
      <Dialog
        open={isAsked}
        role="alertdialog"
        size="small"
        title={t('run.abort.title')}
        onClose={() => setAsked(false)}
        actions={
          <>
            <Button onClick={() => setAsked(false)}>{t('run.abort.keep')}</Button>
            <Button
              kind="danger"
              icon="stop"
              busy={orders.busy === 'ABORT'}
              onClick={() => void abort()}
            >
              {t('run.abort.confirm')}
            </Button>
          </>
        }
      >
        <p>
          {t('run.abort.text', {
            name: record.name,
            samples: record.samples.length,
            done: props.measured,
            cycles: props.cycles,
          })}
        </p>
        {orders.error !== null && (
          <Notice kind="error">{errorTexts(orders.error).join(' ')}</Notice>
        )}
      </Dialog>
    </>
  )
}
