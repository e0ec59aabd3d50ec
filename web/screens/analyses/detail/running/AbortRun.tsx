import { useState } from 'react'
import { Link } from 'wouter'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { errorTexts } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { HoldButton } from '../../../../parts/button/HoldButton.tsx'
import { Dialog } from '../../../../parts/dialog/Dialog.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { useNow } from '../use-now.ts'
import { useRefusal } from '../use-refusal.ts'
import { orderText, slowMs } from './order-words.ts'
import type { Order } from './run-orders.ts'
import type { RunOrders } from './use-run-orders.ts'

/** So long the button is held before it aborts without a question. */
const holdMs = 1500

interface AbortProps {
  record: Analysis
  orders: RunOrders
  measured: number
  cycles: number
  /** The service does not answer at this moment. */
  isUnreached: boolean
  /** Address of the run in the local network, where the device is known by its name. */
  localPath: string | null
}

/**
 * End a run for good: held down at once, else after a question that says what is lost. It is never held up by another
 * order, nor disabled without the service: the dialog says what became of it and what can be done instead.
 */
export function AbortRun(props: AbortProps) {
  const { record, orders } = props
  const refuse = useRefusal(record, { withoutService: true })
  const [isAsked, setAsked] = useState(false)
  const [wasHeld, setHeld] = useState(false)
  const now = useNow(500)
  const order = orders.list.find(({ pressed }) => pressed === 'ABORT')
  const state = order?.state.is ?? null
  const isSlow = order?.state.is === 'sending' && now - order.state.since > slowMs / 2
  const isOpen = state === 'sent' ? false : isAsked || (wasHeld && (isSlow || state === 'refused'))
  const close = () => {
    setAsked(false)
    setHeld(false)
  }
  const abort = () => void orders.press('ABORT')
  return (
    <>
      <HoldButton
        kind="danger"
        icon="stop"
        holdMs={holdMs}
        hint={t('run.abort.hold')}
        disabledReason={refuse('abort')}
        onHold={() => {
          setHeld(true)
          abort()
        }}
        onPress={() => setAsked(true)}
      >
        {t('run.abort')}
      </HoldButton>
      <AbortDialog
        {...props}
        {...{ order, now, isSlow }}
        open={isOpen}
        onAbort={abort}
        onClose={close}
      />
    </>
  )
}

/** Ask before a run is ended, and say what became of the order. */
function AbortDialog(
  props: AbortProps & {
    order: Order | undefined
    now: number
    isSlow: boolean
    open: boolean
    onAbort: () => void
    onClose: () => void
  },
) {
  const { record, orders, order, now, localPath } = props
  const state = order?.state.is ?? null
  return (
    <Dialog
      open={props.open}
      role="alertdialog"
      size="small"
      title={t('run.abort.title')}
      onClose={props.onClose}
      actions={
        <>
          {order && state === 'sending' ? (
            <Button onClick={() => orders.stop(order.id)}>{t('run.abort.stop')}</Button>
          ) : (
            <Button onClick={props.onClose}>{t('run.abort.keep')}</Button>
          )}
          <Button kind="danger" icon="stop" busy={state === 'sending'} onClick={props.onAbort}>
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
      <AbortWord order={order} now={now} />
      {(props.isUnreached || props.isSlow || state === 'unknown') && (
        <Notice kind="warning" title={t('run.abort.unreached')}>
          {t('run.abort.atDevice')}
          {localPath !== null && (
            <>
              {' '}
              <Link href={localPath}>{t('run.abort.local')}</Link>
            </>
          )}
        </Notice>
      )}
    </Dialog>
  )
}

/** Show the state of the order. */
function AbortWord({ order, now }: { order: Order | undefined; now: number }) {
  switch (order?.state.is) {
    case 'sending':
      return <p role="status">{orderText(order, Math.max(now, order.state.since))}</p>
    case 'refused':
      return <Notice kind="error">{errorTexts(order.state.error).join(' ')}</Notice>
    case 'unknown':
    case 'not_sent':
      return <Notice kind="error">{orderText(order)}</Notice>
    default:
      return null
  }
}
