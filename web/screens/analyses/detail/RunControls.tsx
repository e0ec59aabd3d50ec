import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { RunProgress } from '../../../../domain/live/event.ts'
import { formatDateTime, formatDuration } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import type { IconName } from '../../../parts/icon/icon-paths.ts'
import { account } from '../../../state/session.ts'
import type { EndShifts } from './running/run-outlook.ts'
import { buttonText } from './running/order-words.ts'
import { isUnderWay, type RunButton } from './running/run-orders.ts'
import type { RunOrders } from './running/use-run-orders.ts'
import styles from './RunView.module.css'
import { useRefusal } from './use-refusal.ts'

/** Show the buttons that move the end of a run, each with the resulting end. */
export function RunControls(props: {
  record: Analysis
  progress: RunProgress | null
  orders: RunOrders
  shifts: EndShifts
  /** Expected end of the run, in milliseconds; null until it is known. */
  endsAt: number | null
  isLocal: boolean
  /** Reason why nothing may be ordered: the screen shows an old state. */
  stale: string | null
}) {
  const { record, progress, orders, shifts, endsAt, stale } = props
  const open = orders.list.find(isUnderWay)
  const waits = open ? t('run.order.wait', { name: buttonText(open.pressed) }) : null
  const refuse = useRefusal(record, { withoutService: props.isLocal })
  const button = (pressed: RunButton, icon: IconName, text: string, shift: number | null) => (
    <Button
      icon={icon}
      aria-description={endText(endsAt, shift)}
      busy={open?.pressed === pressed && open.state.is === 'sending'}
      disabledReason={
        refuse(pressed === 'SKIP' ? 'skip' : 'extend') ??
        stale ??
        (progress ? waits : t('run.waiting'))
      }
      onClick={() => void orders.press(pressed)}
    >
      {text}
      <span className={styles.end} aria-hidden="true">
        {endText(endsAt, shift)}
      </span>
      <bdi className={styles.shift} aria-hidden="true">
        {shiftText(endsAt, shift)}
      </bdi>
    </Button>
  )
  return (
    <>
      {button('SKIP', 'skip', t('run.skip'), shifts.skip)}
      {button('EXTEND', 'plus', buttonText('EXTEND'), shifts.extend)}
      {button('SHORTEN', 'minus', buttonText('SHORTEN'), shifts.shorten)}
      {stale !== null && <p className={styles.stale}>{stale}</p>}
    </>
  )
}

/** Write only how the end moves, such as `+3 min`, where there is no room for more; nothing where it stays. */
function shiftText(endsAt: number | null, shift: number | null): string {
  if (endsAt === null || !shift) return ''
  return `${shift < 0 ? '−' : '+'}${formatDuration(Math.abs(shift))}`
}

/** Write the end, such as `Ends 14:35, 3 min later`; it is drawn in small type in the button. */
function endText(endsAt: number | null, shift: number | null): string {
  if (endsAt === null || shift === null) return ''
  const time = formatDateTime(endsAt + shift * 1000, account.value?.preferences.timezone, 'time')
  const by = formatDuration(Math.abs(shift))
  return t(shift < 0 ? 'run.ends.earlier' : 'run.ends.later', { time, by })
}
