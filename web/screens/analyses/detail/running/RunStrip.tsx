import type { ReactNode } from 'react'
import { Link } from 'wouter'
import {
  formatCelsius,
  formatDateTime,
  formatNumber,
  formatPercent,
} from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { Icon } from '../../../../parts/icon/Icon.tsx'
import type { IconName } from '../../../../parts/icon/icon-paths.ts'
import { Progress } from '../../../../parts/progress/Progress.tsx'
import { useCover } from '../../../../parts/scroll/use-cover.ts'
import { paths } from '../../../../paths.ts'
import { account } from '../../../../state/session.ts'
import type { RunOutlook } from './run-outlook.ts'
import styles from './RunStrip.module.css'
import { wholeMinutes } from './tab-title.ts'

const icons: Readonly<Record<RunOutlook['kind'], IconName>> = {
  starting: 'clock',
  unheard: 'clock',
  other_run: 'warning',
  lid_open: 'warning',
  estimating: 'clock',
  paused: 'warning',
  left: 'run',
  holding: 'check',
  analysing: 'check',
  aborted: 'stop',
}

/** Waits for somebody. */
const calls: readonly RunOutlook['kind'][] = ['other_run', 'lid_open', 'paused']

/** Show a run in one line that stays on screen while scrolling: its state, its end, its place, and its buttons. */
export function RunStrip(props: {
  outlook: RunOutlook
  share: number | null
  /** Expected end in milliseconds; null before it is known. */
  endsAt: number | null
  /** Run seconds per second, which a simulated device shortens its runs by. */
  speed: number
  /** Age of what is said here, where it is not live. */
  age: string | null
  /** Place in the programme in a few words, read at arm's length. */
  facts?: ReactNode
  /** State of the orders given here, in a line of their own. */
  words?: ReactNode
  /** Buttons that change the run. */
  children: ReactNode
}) {
  const { outlook, share, endsAt, age } = props
  const zone = account.value?.preferences.timezone
  const cover = useCover('--stuck')
  return (
    <section
      ref={cover}
      className={styles.strip}
      aria-label={t('run.strip')}
      data-calls={calls.includes(outlook.kind) || undefined}
      data-old={age !== null || undefined}
    >
      <div className={styles.outlook}>
        <Icon name={icons[outlook.kind]} size={20} />
        <strong role="status">{outlookText(outlook)}</strong>
        {outlook.kind === 'other_run' && (
          <Link href={paths.analysis(outlook.analysis)}>{t('run.outlook.other_run.view')}</Link>
        )}
        <span className={styles.end}>
          {outlook.kind === 'left' && endsAt !== null && (
            <span>{t('run.ends', { time: formatDateTime(endsAt, zone, 'time') })}</span>
          )}
          {props.speed !== 1 && (
            <small>{t('run.simulated', { times: formatNumber(props.speed) })}</small>
          )}
        </span>
        {age !== null && (
          <span className={styles.age}>
            <Icon name="warning" size={18} />
            {/* Its seconds are drawn, not read aloud; that it is old is. */}
            <span aria-hidden="true">{age}</span>
            <span className="visually-hidden" role="status">
              {t('run.age.spoken')}
            </span>
          </span>
        )}
      </div>
      <div className={styles.bar}>
        <Progress
          label={t('run.progress')}
          value={share}
          text={share === null ? t('run.waiting') : formatPercent(share)}
        />
      </div>
      {props.facts && <div className={styles.facts}>{props.facts}</div>}
      <div className={styles.actions}>{props.children}</div>
      {props.words}
    </section>
  )
}

/** Write the outlook so coarsely that a screen reader does not speak every second. */
function outlookText(outlook: RunOutlook): string {
  if (outlook.kind === 'left') {
    const { seconds } = outlook
    const time = seconds < 60 ? t('run.outlook.minute') : wholeMinutes(seconds)
    return t('run.outlook.left', { time })
  }
  if (outlook.kind === 'holding') {
    return t('run.outlook.holding', { celsius: formatCelsius(outlook.celsius) })
  }
  if (outlook.kind === 'unheard') return t('analysis.status.RUNNING')
  return t(`run.outlook.${outlook.kind}`)
}
