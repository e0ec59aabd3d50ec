import type { ToldCompany } from '../../../domain/entities/recall.ts'
import { listWaiting } from '../../../domain/rules/recall.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { localTime } from '../../state/local-time.ts'
import styles from './Recall.module.css'
import { sayAnswer } from './say-answer.ts'

/** List the companies to which a recall was announced: first those that have not answered, then the answers in numbers. */
export function ToldList({ told }: { told: readonly ToldCompany[] }) {
  const answers = told.flatMap(({ answer }) => answer ?? [])
  const held = answers.reduce((sum, { count }) => sum + count, 0)
  const rows = told.toSorted(
    (one, other) =>
      Number(one.answer !== null) - Number(other.answer !== null) ||
      one.company_name.localeCompare(other.company_name),
  )
  const erased = told.filter(({ erased_at }) => erased_at !== undefined).length
  const reached = told.filter(({ told_at }) => told_at !== null).length
  const waiting = listWaiting({ told: [...told] }).length
  const title = t('recall.told.title')
  return (
    <section className={styles.picture}>
      <h2>{title}</h2>
      <p role="status">
        {t('recall.told.sum', {
          told: formatNumber(reached),
          answered: formatNumber(answers.length),
          held: formatNumber(held),
        })}{' '}
        {waiting > 0 && t('recall.told.waiting', { waiting: formatNumber(waiting) })}{' '}
        {erased > 0 && t('recall.told.erasedSum', { erased: formatNumber(erased) })}
      </p>
      <div className={styles.wide} role="region" tabIndex={0} aria-label={title}>
        <table className={styles.told} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('recall.told.company')}</th>
              <th scope="col">{t('recall.told.answer')}</th>
              <th scope="col">{t('recall.told.at')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ company_uuid, company_name, answer, ...one }) => (
              <tr key={company_uuid}>
                <th scope="row">
                  <bdi>{company_name}</bdi>
                </th>
                <td>{answer ? sayAnswer(answer) : sayState(one)}</td>
                <td>{answer && localTime(answer.at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function sayState({ told_at, erased_at }: Pick<ToldCompany, 'told_at' | 'erased_at'>): string {
  if (erased_at !== undefined) return t('recall.told.erased', { at: localTime(erased_at, 'date') })
  return t(told_at ? 'recall.told.none' : 'recall.told.notReached')
}
