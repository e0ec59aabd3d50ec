import { Link } from 'wouter'
import { t } from '../../i18n/intl.ts'
import { Icon } from '../../parts/icon/Icon.tsx'
import { paths } from '../../paths.ts'
import { may } from '../../state/session.ts'
import styles from './HomeScreen.module.css'

/** Guide a new company to its first run: a method, a device, a plan. Hidden after the first analysis. */
export function FirstSteps({ hasDevice, hasMethod }: { hasDevice: boolean; hasMethod: boolean }) {
  return (
    <section className={styles.section} aria-labelledby="home-first">
      <h2 id="home-first">{t('home.first')}</h2>
      <ol className={styles.steps}>
        <li data-done={hasMethod || undefined}>
          <Mark done={hasMethod} />
          <div>
            <strong>{t('home.first.method')}</strong>
            <p className={styles.quiet}>{t('home.first.methodText')}</p>
            {may('protocol.create') && (
              <p className={styles.ways}>
                <Link href={paths.templates()}>{t('home.first.templates')}</Link>
                <Link href={paths.newProcessRecipe()}>{t('home.first.own')}</Link>
              </p>
            )}
          </div>
        </li>
        <li>
          <Mark done={hasDevice} />
          <div>
            <strong>{t('home.first.device')}</strong>
            <p className={styles.quiet}>{t('home.first.deviceText')}</p>
            {may('products.search') && (
              <p className={styles.ways}>
                <Link href={paths.devices()}>{t('home.first.devices')}</Link>
              </p>
            )}
          </div>
        </li>
        <li>
          <Mark done={false} />
          <div>
            <strong>{t('home.first.run')}</strong>
            <p className={styles.quiet}>{t('home.first.runText')}</p>
            {hasMethod && may('analysis.create') && (
              <p className={styles.ways}>
                <Link href={paths.newAnalysis()}>{t('home.start')}</Link>
              </p>
            )}
          </div>
        </li>
      </ol>
    </section>
  )
}

function Mark({ done }: { done: boolean }) {
  return (
    <span className={styles.mark} data-done={done || undefined}>
      {done && <Icon name="check" />}
      {done && <span className="visually-hidden">{t('home.first.done')}</span>}
    </span>
  )
}
