import type { Device } from '../../../../domain/entities/device.ts'
import type { HealthCheck } from '../../../../domain/rules/device-health.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import facts from '../../../parts/facts/Facts.module.css'
import { useHearing } from '../../../state/hearing.ts'
import { deviceStatuses } from '../../../state/live.ts'
import { localTime } from '../../../state/local-time.ts'
import views from '../DeviceView.module.css'
import { sayAge } from './say-age.ts'
import { verdictLooks } from './say-check.ts'
import type { LanSign } from './use-device-report.ts'

/** Show by which ways a device was heard last, each with its age, and what that means in one sentence. */
export function SignsOfLife(props: {
  device: Device
  line: HealthCheck
  /** Last report that came by a call of the device. */
  calledAt: string | null
  lan: LanSign
}) {
  const { device, line, calledAt, lan } = props
  const hearing = useHearing(device.uuid)
  const heard = deviceStatuses.value.get(device.uuid)?.heardAt
  const since = device.disconnected_at
  return (
    <section className={views.part} aria-labelledby="line">
      <div className={views.head}>
        <h2 id="line">{t('view.check.line')}</h2>
        <Badge {...verdictLooks[line.verdict]}>{t(`view.verdict.${line.verdict}`)}</Badge>
      </div>
      <p>
        <strong>{sayLine(line, since)}</strong>
      </p>
      {line.verdict !== 'ok' && line.why && <p>{t(`view.lineRemedy.${remedyOf(line.why)}`)}</p>}
      <dl className={facts.facts}>
        <dt>{t('view.sign.bus')}</dt>
        <dd>
          {heard !== undefined
            ? sayAge(new Date(heard).toISOString())
            : line.why === 'live'
              ? t(hearing.kind === 'never' ? 'view.sign.unheard' : 'view.sign.connected')
              : since
                ? t('view.sign.until', { time: localTime(since) })
                : t('view.sign.never')}
        </dd>
        <dt>{t('view.sign.call')}</dt>
        <dd>{calledAt ? sayAge(calledAt) : t('view.sign.never')}</dd>
        <dt>{t('view.sign.lan')}</dt>
        <dd>
          {lan.at
            ? sayAge(lan.at)
            : lan.failure.length > 0
              ? lan.failure.join(' ')
              : t('view.sign.notAsked')}
        </dd>
      </dl>
      <div>
        <Button icon="search" busy={lan.busy && lan.at === null} onClick={lan.ask}>
          {t('view.sign.ask')}
        </Button>
      </div>
    </section>
  )
}

function sayLine({ why, at }: HealthCheck, since: string | undefined): string {
  const time = localTime(since ?? at ?? undefined)
  if (why === 'calls_only' || why === 'lan_only' || why === 'silent') {
    return time ? t(`view.line.${why}`, { time }) : t(`view.reason.${why}`)
  }
  return t(`view.reason.${why ?? 'never'}`)
}

function remedyOf(why: NonNullable<HealthCheck['why']>) {
  if (why === 'calls_only' || why === 'lan_only') return why
  return why === 'silent' ? 'silent' : 'never'
}
