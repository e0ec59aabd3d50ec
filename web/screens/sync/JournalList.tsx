import { Link } from 'wouter'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import card from '../../parts/card/Card.module.css'
import { paths } from '../../paths.ts'
import { localTime } from '../../state/local-time.ts'
import { forgetJournal, journal } from '../../state/outbox.ts'
import { nameOf } from './describe-pending.ts'
import styles from './SyncScreen.module.css'
import { Versions } from './Versions.tsx'

/** List the clashes of two people's edits: the version that was kept, and the other one, until it has been seen. */
export function JournalList() {
  const documents = journal.value
  if (documents.length === 0) return null
  return (
    <section className={styles.section} aria-label={t('sync.journalTitle')}>
      <h2>{t('sync.journalTitle')}</h2>
      <p className={styles.quiet}>{t('sync.journalText')}</p>
      <ul className={card.list}>
        {documents.map((document) => (
          <li key={document.id} className={card.card}>
            <div className={styles.head}>
              <h3>
                <Link href={paths.analysis(document.uuid)}>
                  <bdi>{nameOf(document)}</bdi>
                </Link>
              </h3>
              <span className={styles.acts}>
                <Button onClick={() => void forgetJournal(document.id)}>{t('sync.seen')}</Button>
              </span>
            </div>
            {document.journal.map((entry) => (
              <div key={`${entry.op_id}-${entry.field}`}>
                <p className={styles.quiet}>
                  {t(`sync.stands.${entry.stands}`, { time: localTime(entry.at) })}
                </p>
                <Versions field={entry.field} mine={entry.mine} theirs={entry.theirs} />
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
