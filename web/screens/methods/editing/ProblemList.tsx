import { flushSync } from 'react-dom'
import type { FaultDetail } from '../../../../domain/fault.ts'
import { faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Icon } from '../../../parts/icon/Icon.tsx'
import styles from './Editing.module.css'
import { focusField } from './field-id.ts'

/** List the problems that prevent saving; each leads to its field. */
export function ProblemList(props: {
  problems: readonly FaultDetail[]
  /** Say which field it is. */
  nameOf: (field: string) => string
  /** Draw the field first, where it is not on the page. */
  onGo?: (field: string) => void
}) {
  const { problems, nameOf, onGo } = props
  const go = (field: string) => {
    if (onGo) flushSync(() => onGo(field))
    focusField(field)
  }
  return (
    <section className={styles.part} aria-label={t('methods.problems')}>
      <h2>{t('methods.problems')}</h2>
      <p role="status" className={styles.quiet}>
        {problems.length === 0
          ? t('methods.noProblems')
          : t('methods.problemCount', { count: problems.length })}
      </p>
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map((problem, index) => (
            <li key={index}>
              <button type="button" onClick={() => go(problem.field ?? '')}>
                <Icon name="error" />
                <span>
                  <strong>{nameOf(problem.field ?? '')}</strong> {faultText(problem)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
