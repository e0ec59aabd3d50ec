import { useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { t } from '../../i18n/intl.ts'
import { callDrawings, keyDrawings } from './drawings.tsx'
import styles from './HelpScreen.module.css'
import { StepPicture } from './StepPicture.tsx'
import type { Topic } from './topics.ts'

/**
 * Show one topic: steps with their pictures, or a list of terms. A person has `chosen` it: bring it into sight, since it is below the
 * whole list on a phone, and above a long one that was scrolled.
 */
export function TopicPage({ topic, chosen }: { topic: Topic; chosen: boolean }) {
  const { id, title, steps, page, kind } = topic
  const article = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // Leave the search in its place while somebody types: its finds come and go.
    if (!chosen || document.activeElement instanceof HTMLInputElement) return
    const top = article.current?.getBoundingClientRect().top ?? 0
    if (top < 0 || top > innerHeight / 2) article.current?.scrollIntoView()
  }, [chosen])
  return (
    <article ref={article} className={styles.article} aria-labelledby="help-topic">
      <h2 id="help-topic" className={styles.title}>
        {t(title)}
      </h2>
      {kind === 'tutorial' ? (
        <ol className={styles.steps}>
          {steps.map((step, at) => (
            <li key={step} className={styles.step}>
              <span className={styles.number} aria-hidden="true">
                {at + 1}
              </span>
              <p>{t(step)}</p>
              <StepPicture name={`${id}.${at + 1}`} />
            </li>
          ))}
        </ol>
      ) : (
        <dl className={styles.meanings}>
          {steps.map((step, at) => {
            const drawn = { calls: callDrawings, keys: keyDrawings }[id]?.[at]
            return (
              <div key={step} className={styles.meaning}>
                {drawn && <dt>{drawn}</dt>}
                <dd>{t(step)}</dd>
              </div>
            )
          })}
        </dl>
      )}
      {page && (
        <p>
          <Link href={page} className={styles.go}>
            {t('help.open')}
          </Link>
        </p>
      )}
    </article>
  )
}
