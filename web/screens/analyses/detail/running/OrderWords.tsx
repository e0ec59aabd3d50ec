import { useEffect, useRef } from 'react'
import type { RunCommandRecord } from '../../../../../domain/rules/command.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Icon } from '../../../../parts/icon/Icon.tsx'
import type { IconName } from '../../../../parts/icon/icon-paths.ts'
import { useNow } from '../use-now.ts'
import styles from './OrderWords.module.css'
import { buttonText, orderText, slowMs } from './order-words.ts'
import { isUnderWay, type Order, type OrderState } from './run-orders.ts'
import type { RunOrders } from './use-run-orders.ts'

const icons: Readonly<Record<OrderState['is'], IconName>> = {
  held: 'clock',
  sending: 'upload',
  sent: 'check',
  refused: 'error',
  unknown: 'warning',
  overtaken: 'warning',
  not_sent: 'info',
}

/**
 * Show the state of each order given on this page: one that is held can be taken back. The ledger below is not
 * repeated.
 */
export function OrderWords(props: { orders: RunOrders; commands: readonly RunCommandRecord[] }) {
  const { orders, commands } = props
  const known = new Set(commands.map(({ uuid }) => uuid))
  const shown = orders.list.filter(
    ({ state }) => state.is !== 'sent' || state.command === null || !known.has(state.command),
  )
  return (
    <ul className={styles.words} aria-label={t('run.order.list')} hidden={shown.length === 0}>
      {shown.map((order) => (
        <OrderWord key={order.id} order={order} orders={orders} />
      ))}
    </ul>
  )
}

function OrderWord({ order, orders }: { order: Order; orders: RunOrders }) {
  const { state } = order
  const now = useNow(isUnderWay(order) ? 500 : 60_000)
  const isCalm = state.is === 'sent' || isUnderWay(order)
  return (
    <li data-state={state.is} data-calm={isCalm || undefined}>
      <Icon name={icons[state.is]} size={18} />
      {/* The seconds are drawn, not read aloud. */}
      <span aria-hidden="true">{orderText(order, Math.max(now, startOf(state)))}</span>
      <span className="visually-hidden" role="status">
        {spokenText(order, now)}
      </span>
      {state.is === 'held' && <TakeBack order={order} orders={orders} />}
    </li>
  )
}

/** Focus the button that takes the order back, and afterwards the button that gave it. */
function TakeBack({ order, orders }: { order: Order; orders: RunOrders }) {
  const row = useRef<HTMLSpanElement>(null)
  const name = buttonText(order.pressed)
  useEffect(() => {
    const pressed = document.activeElement
    const { current: mine } = row
    mine?.querySelector('button')?.focus({ preventScroll: true })
    return () => {
      const isLost =
        document.activeElement === document.body || mine?.contains(document.activeElement)
      if (isLost && pressed instanceof HTMLElement) pressed.focus({ preventScroll: true })
    }
  }, [])
  return (
    <span
      ref={row}
      className={styles.choice}
      onKeyDown={(event) => {
        if (event.key === 'Escape') orders.takeBack(order.id)
      }}
    >
      <Button
        icon="undo"
        aria-label={t('run.order.takeBackOf', { name })}
        onClick={() => orders.takeBack(order.id)}
      >
        {t('run.order.takeBack')}
      </Button>
      <Button
        kind="plain"
        aria-label={t('run.order.nowOf', { name })}
        onClick={() => orders.sendNow(order.id)}
      >
        {t('run.order.now')}
      </Button>
    </span>
  )
}

/** Return the start of an order: the clock of the page may be half a second behind the press. */
function startOf(state: OrderState): number {
  return state.is === 'sending' ? state.since : 0
}

/** Return the text to be read aloud: it changes with the state only, so that it is read once. */
function spokenText(order: Order, now: number): string {
  const { state } = order
  if (state.is === 'held') return t('run.order.held.spoken', { name: buttonText(order.pressed) })
  if (state.is !== 'sending') return orderText(order)
  const isSlow = now - state.since >= slowMs
  return orderText(order, isSlow ? state.since + slowMs : state.since)
}
