import { Link } from 'wouter'
import { type Founding, missingSteps } from '../../../../domain/entities/founding.ts'
import { formatList } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { paths } from '../../../paths.ts'
import { localTime } from '../../../state/local-time.ts'
import styles from '../Companies.module.css'

/** List the foundings that are under way, with what each is missing: anybody of the provider goes on with them. */
export function FoundingsUnderWay({ foundings }: { foundings: readonly Founding[] }) {
  if (foundings.length === 0) return null
  return (
    <section className={styles.section} aria-label={t('found.underWay')}>
      <h2>{t('found.underWay')}</h2>
      {foundings.map((founding) => (
        <div key={founding.uuid} className={styles.line}>
          <span>
            <strong>
              <bdi>{founding.name}</bdi>
            </strong>
            <span className={styles.quietLine}>
              {t('found.begunBy', {
                name: founding.user_name,
                at: localTime(founding.created_at, 'date'),
              })}
              {' · '}
              {sayMissing(founding)}
            </span>
          </span>
          <Link
            href={paths.founding(founding.uuid)}
            aria-label={t('found.goOnWith', { name: founding.name })}
          >
            {t('found.goOn')}
          </Link>
        </div>
      ))}
    </section>
  )
}

/** Say in words what a founding is missing, waiting devices by their number. */
function sayMissing(founding: Founding): string {
  const missing = missingSteps(founding)
  if (missing.length === 0) return t('found.nothingMissing')
  const steps = missing.map((step) =>
    step === 'devices' && founding.waiting.length > 0
      ? t('found.devicesWait', { count: founding.waiting.length })
      : t(`found.step.${step}`),
  )
  return t('found.missing', { steps: formatList(steps) })
}
