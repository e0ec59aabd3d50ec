import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { type Language, languageCodes, languages } from '../../../domain/catalog/languages.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { isWritten, type NotificationDraft, type Words } from './notification-draft.ts'
import styles from './Notifications.module.css'

/** Write the words in each language beside each other, the one of everybody else first; missing ones are marked. */
export function WordCards(props: {
  draft: NotificationDraft
  problems: ReadonlyMap<string, string>
  /** Number of people who read each language; undefined while it is not known. */
  readers: ReadonlyMap<Language, number> | undefined
  onChange: (draft: NotificationDraft) => void
}) {
  const { draft, problems, readers, onChange } = props
  const others = languageCodes.filter((code) => code !== draft.language)
  return (
    <div className={styles.cards}>
      {[draft.language, ...others].map((code) => {
        const words = draft.words[code]
        const { name, dir } = languages[code]
        const isFirst = code === draft.language
        const set = (field: keyof Words) => (text: string) =>
          onChange({
            ...draft,
            words: { ...draft.words, [code]: { ...words, [field]: text } },
          })
        return (
          <section key={code} className={styles.card} aria-label={name}>
            <header className={styles.cardHead}>
              <h3 lang={code}>{name}</h3>
              <WordState isFirst={isFirst} isThere={isWritten(words)} base={draft.language} />
              {readers && (
                <span className={styles.quiet}>
                  {t('messages.readers', { count: readers.get(code) ?? 0 })}
                </span>
              )}
            </header>
            <div className={styles.cardFields}>
              <Field
                label={t('messages.form.title')}
                required={isFirst}
                value={words.title}
                maxLength={120}
                lang={code}
                dir={dir}
                error={problems.get(`${code} title`)}
                onChange={set('title')}
              />
              <Field
                label={t('messages.form.subtitle')}
                value={words.subtitle}
                maxLength={200}
                lang={code}
                dir={dir}
                onChange={set('subtitle')}
              />
              <TextAreaField
                label={t('messages.form.message')}
                required={isFirst}
                rows={5}
                maxLength={20_000}
                lang={code}
                dir={dir}
                value={words.message}
                error={problems.get(`${code} message`)}
                onChange={set('message')}
              />
            </div>
          </section>
        )
      })}
    </div>
  )
}

function WordState(props: { isFirst: boolean; isThere: boolean; base: Language }) {
  if (props.isFirst) return <Badge tone="info">{t('messages.words.first')}</Badge>
  if (props.isThere) return <Badge shape="disc">{t('messages.words.there')}</Badge>
  const { name } = languages[props.base]
  return <Badge shape="ring">{t('messages.words.missing', { language: name })}</Badge>
}

/** Show the words of a notification that was sent, in each of its languages. */
export function SentWords({ draft }: { draft: NotificationDraft }) {
  const written = languageCodes.filter(
    (code) => code === draft.language || isWritten(draft.words[code]),
  )
  return (
    <section className={styles.part}>
      <h2>
        {t('messages.words.title')} <span>({formatNumber(written.length)})</span>
      </h2>
      <div className={styles.cards}>
        {written.map((code) => (
          <article key={code} className={styles.card} aria-label={languages[code].name}>
            <h3 lang={code}>{languages[code].name}</h3>
            <div lang={code} dir="auto">
              <strong>{draft.words[code].title}</strong>
              {draft.words[code].subtitle && <p>{draft.words[code].subtitle}</p>}
              <p className={styles.words}>{draft.words[code].message}</p>
            </div>
          </article>
        ))}
      </div>
    </section>
  )
}
