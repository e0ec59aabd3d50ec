import type { RecallDeed } from '../../../domain/entities/recall.ts'
import { t } from '../../i18n/intl.ts'
import { localTime } from '../../state/local-time.ts'
import styles from './Recall.module.css'

/** List the deeds of a recall, each with person, time, reason and the hash of the list it was done to. */
export function DeedList({ deeds }: { deeds: readonly RecallDeed[] }) {
  return (
    <section className={styles.picture}>
      <h2>{t('recall.deeds')}</h2>
      <ol className={styles.deeds}>
        {deeds.map(({ deed, count, at, user_name, reason, list_hash }, index) => (
          <li key={index}>
            <strong>{t(`recall.deed.${deed}`, { count })}</strong>
            <span>
              <bdi>{user_name}</bdi> · {localTime(at)}
            </span>
            <q>
              <bdi>{reason}</bdi>
            </q>
            <code title={list_hash} aria-label={`${t('recall.hash')}: ${list_hash}`}>
              {t('recall.hash')} <bdi dir="ltr">{list_hash.slice(0, 12)}…</bdi>
            </code>
          </li>
        ))}
      </ol>
    </section>
  )
}
