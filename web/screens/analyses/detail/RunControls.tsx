import { extensionCycles } from '../../../../domain/catalog/limits.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { RunProgress } from '../../../../domain/live/event.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { formatDateTime, formatDuration } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import type { IconName } from '../../../parts/icon/icon-paths.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { account } from '../../../state/session.ts'
import type { EndShifts } from './running/run-outlook.ts'
import type { RunButton, RunOrders } from './running/use-run-orders.ts'
import styles from './RunView.module.css'
import { useRefusal } from './use-refusal.ts'

/** Commands that move the end of a run, each with the end that it would have. */
export function RunControls(props: {
  record: Analysis
  progress: RunProgress | null
  orders: RunOrders
  shifts: EndShifts
  /** When the run ends as it is, in milliseconds; null before that can be told. */
  endsAt: number | null
  isLocal: boolean
}) {
  const { record, progress, orders, shifts, endsAt } = props
  const refuse = useRefusal(record, { withoutService: props.isLocal })
  const button = (pressed: RunButton, icon: IconName, text: string, shift: number | null) => (
    <div className={styles.order}>
      <Button
        icon={icon}
        busy={orders.busy === pressed}
        disabledReason={
          refuse(pressed === 'SKIP' ? 'skip' : 'extend') ?? (progress ? null : t('run.waiting'))
        }
        onClick={() => void orders.send(pressed)}
      >
        {text}
      </Button>
      <span className={styles.end}>{endText(endsAt, shift)}</span>
    </div>
  )
  return (
    <div className={styles.runControls}>
      {orders.error !== null && <Notice kind="error">{errorTexts(orders.error).join(' ')}</Notice>}
      <div className={styles.orders}>
        {button('SKIP', 'skip', t('run.skip'), shifts.skip)}
        {button('EXTEND', 'plus', t('run.extend', { cycles: extensionCycles }), shifts.extend)}
        {button('SHORTEN', 'minus', t('run.shorten', { cycles: extensionCycles }), shifts.shorten)}
      </div>
    </div>
  )
}

/** `Ends 14:35, 3 min later`. */
function endText(endsAt: number | null, shift: number | null): string {
  if (endsAt === null || shift === null) return ''
  const time = formatDateTime(endsAt + shift * 1000, account.value?.preferences.timezone, 'time')
  const by = formatDuration(Math.abs(shift))
  return t(shift < 0 ? 'run.ends.earlier' : 'run.ends.later', { time, by })
}
