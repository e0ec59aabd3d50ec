import { memo, type ReactNode } from 'react'
import type { RunTopic, TargetTopic } from '../../../entities/evaluation-recipe/say-evaluation.ts'
import { SettingPicture } from '../../../entities/evaluation-recipe/SettingPicture.tsx'
import { t } from '../../../i18n/intl.ts'
import { Icon } from '../../../parts/icon/Icon.tsx'
import styles from './Evaluation.module.css'
import type { SentenceId } from './fields.ts'

/** One thing that the method does, as a sentence that opens the form behind it. */
export const Sentence = memo(function Sentence(props: {
  id: SentenceId
  topic: TargetTopic | RunTopic
  text: string
  /** The choice that its picture shows. */
  variant?: string | undefined
  isOpen: boolean
  isFaulty: boolean
  readOnly: boolean
  onOpen: (id: SentenceId | null) => void
  /** The form; nothing while it is closed. */
  children: ReactNode
}) {
  const { topic, isOpen, isFaulty, onOpen } = props
  const id = `sentence-${props.id.replaceAll('.', '-')}`
  return (
    <li
      className={styles.sentence}
      data-open={isOpen || undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        document.getElementById(id)?.focus()
        onOpen(null)
      }}
    >
      <button
        id={id}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-form` : undefined}
        onClick={() => onOpen(isOpen ? null : props.id)}
      >
        <span className={styles.topic}>{t(`evaluation.topic.${topic}`)}</span>{' '}
        <span className={styles.said}>
          {props.text}
          {isFaulty && (
            <span className={styles.faulty}>
              <Icon name="error" />
              <span className="visually-hidden">{t('methods.problems')}</span>
            </span>
          )}
        </span>
        <Icon name={isOpen ? 'up' : 'down'} />
      </button>
      {isOpen && (
        <div id={`${id}-form`} className={styles.behind}>
          <fieldset className={styles.form} disabled={props.readOnly}>
            <legend className="visually-hidden">{t(`evaluation.topic.${topic}`)}</legend>
            {props.children}
          </fieldset>
          <figure className={styles.why}>
            <SettingPicture topic={topic} variant={props.variant} />
            <figcaption>{t(`evaluation.why.${topic}`)}</figcaption>
          </figure>
        </div>
      )}
    </li>
  )
})
