import type { Reached } from '../../../domain/calls/notifications.ts'
import { t } from '../../i18n/intl.ts'
import { languages } from '../../../domain/catalog/languages.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { SilentCompanies } from '../../parts/notice/SilentCompanies.tsx'
import { Fetching } from '../../parts/progress/Fetching.tsx'
import type { Loaded } from '../../state/use-answer.ts'
import type { NotificationDraft } from './notification-draft.ts'
import styles from './Notifications.module.css'

/** Show the people who get a notification, each with their language, and those who are meant and get none, with the reason. */
export function ReachedList(props: { reached: Loaded<Reached | null>; draft: NotificationDraft }) {
  const { value, failure, again } = props.reached
  return (
    <section className={styles.part} aria-label={t('messages.reached.title')}>
      <h2>{t('messages.reached.title')}</h2>
      {(!value || failure.length > 0) && (
        <Fetching failure={failure} again={again} title={t('parts.fetchFailed')} />
      )}
      <SilentCompanies companies={value?.silent} again={again} />
      {value && <People reached={value} draft={props.draft} />}
    </section>
  )
}

function People({ reached, draft }: { reached: Reached; draft: NotificationDraft }) {
  const { people, total, excluded = [] } = reached
  if (total === 0 && excluded.length === 0) {
    return <p className={styles.quiet}>{t('messages.why.nobody')}</p>
  }
  const line = (one: { name: string; company_name: string }) => (
    <>
      <bdi>{one.name}</bdi> <span className={styles.quiet}>{one.company_name}</span>
    </>
  )
  return (
    <>
      <p>{t('messages.reached.count', { count: total })}</p>
      <ul className={styles.people} tabIndex={0} aria-label={t('messages.reached.title')}>
        {people.map((one) => {
          const code = one.language ?? draft.language
          const isThere = code === draft.language || draft.words[code].title.trim() !== ''
          const got = isThere ? code : draft.language
          return (
            <li key={one.uuid}>
              {line(one)}{' '}
              <Badge tone={isThere ? 'neutral' : 'warning'}>
                {isThere
                  ? languages[code].name
                  : t('messages.reached.instead', {
                      language: languages[code].name,
                      instead: languages[got].name,
                    })}
              </Badge>
            </li>
          )
        })}
        {excluded.map((one) => (
          <li key={one.uuid}>
            {line(one)} <Badge shape="ring">{t(`messages.excluded.${one.why}`)}</Badge>
          </li>
        ))}
      </ul>
    </>
  )
}
