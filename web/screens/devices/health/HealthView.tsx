import type { Device } from '../../../../domain/entities/device.ts'
import type { HealthCheck } from '../../../../domain/rules/device-health.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Fetching } from '../../../parts/progress/Fetching.tsx'
import { isLocalWay } from '../send-order.ts'
import { SupportNotice } from '../SupportNotice.tsx'
import styles from './Health.module.css'
import views from '../DeviceView.module.css'
import { hasRemedy, RemedyAct } from './RemedyAct.tsx'
import { sayAge } from './say-age.ts'
import { sayFound, sayLimits, verdictLooks } from './say-check.ts'
import { SelfTests } from './SelfTests.tsx'
import { SignsOfLife } from './SignsOfLife.tsx'
import { useDeviceReport, useHealth, useLanSign } from './use-device-report.ts'

/** Show the health of a device: its signs of life, its checks in the order in which they need somebody, and its self-tests. */
export function HealthView({ device }: { device: Device }) {
  const report = useDeviceReport(device.uuid)
  const lan = useLanSign(device)
  const checks = useHealth(device, report.value, lan.at)
  const [line] = checks.filter(({ name }) => name === 'line')
  const others = checks.filter(({ name }) => name !== 'line')
  return (
    <div className={views.view}>
      <SupportNotice device={device} />
      {line && (
        <SignsOfLife
          device={device}
          line={line}
          calledAt={report.value?.heard_at ?? null}
          lan={lan}
        />
      )}
      <section className={views.part} aria-labelledby="checks">
        <div className={views.head}>
          <h2 id="checks">{t('view.checks')}</h2>
          <span className={views.quiet}>
            {report.value &&
              (report.value.heard_at
                ? t('view.reportAt', { age: sayAge(report.value.heard_at) })
                : t('view.reportNever'))}
          </span>
          <Button icon="refresh" onClick={report.again}>
            {t('view.again')}
          </Button>
        </div>
        <p className={views.quiet}>{t('view.source.ours')}</p>
        {report.value && report.failure.length > 0 && (
          <Notice kind="warning" title={t('view.notCurrent')}>
            {report.failure.join(' ')}
          </Notice>
        )}
        {report.value ? (
          <ul className={styles.checks} aria-label={t('view.checks')}>
            {others.map((check) => (
              <Check key={check.name} check={check} device={device} again={report.again} />
            ))}
          </ul>
        ) : isLocalWay() ? (
          <Notice kind="info">{t('view.health.offline')}</Notice>
        ) : (
          <Fetching failure={report.failure} again={report.again} title={t('parts.fetchFailed')} />
        )}
      </section>
      {/* Without the service neither is there: that is said once, above. */}
      {(report.value || !isLocalWay()) && <SelfTests device={device} />}
    </div>
  )
}

function Check(props: { check: HealthCheck; device: Device; again: () => void }) {
  const { check, device, again } = props
  const { name, verdict, value, why, at } = check
  const limits = sayLimits(name)
  return (
    <li className={styles.check} data-verdict={verdict}>
      <div className={styles.line}>
        <Badge {...verdictLooks[verdict]}>{t(`view.verdict.${verdict}`)}</Badge>
        <h3>{t(`view.check.${name}`)}</h3>
        <span className={styles.figure}>{sayFound(check)}</span>
      </div>
      <p className={views.quiet}>
        {t(`view.means.${name}`)} {limits} {at !== null && t('view.measured', { age: sayAge(at) })}
      </p>
      {value !== null && why !== null && <p className={styles.old}>{t(`view.reason.${why}`)}</p>}
      {verdict !== 'ok' && (
        <p>{t(verdict === 'unknown' ? 'view.remedy.unheard' : `view.remedy.${name}`)}</p>
      )}
      {(verdict === 'bad' || verdict === 'warning') && hasRemedy(name) && (
        <RemedyAct check={name} device={device} again={again} />
      )}
    </li>
  )
}
