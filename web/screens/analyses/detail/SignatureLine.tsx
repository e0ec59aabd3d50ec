import type { Signature } from '../../../../domain/entities/analysis.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Icon } from '../../../parts/icon/Icon.tsx'
import { account } from '../../../state/session.ts'
import detail from './Detail.module.css'
import styles from './Signature.module.css'

/** The signature as 21 CFR 11.50 wants it shown: printed name, date and time, meaning. */
export function SignatureLine({ signature }: { signature: Signature }) {
  const { printed_name: name, at, meaning, comment, record_hash: hash } = signature
  return (
    <section className={styles.signature} aria-label={t('signature.title')}>
      <Icon name="lock" size={18} />
      <p>
        {t('signature.text', {
          name,
          at: formatDateTime(at, account.value?.preferences.timezone, 'second'),
          meaning: t(`validate.meaning.${meaning}`),
        })}
        {comment && <span> “{comment}”</span>}{' '}
        <span className={detail.quiet}>
          {t('signature.hash')} <code title={hash}>{hash.slice(0, 16)}…</code>
        </span>
      </p>
    </section>
  )
}
