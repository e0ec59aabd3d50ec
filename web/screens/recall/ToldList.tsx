import type { ToldCompany } from '../../../domain/entities/recall.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { localTime } from '../../state/local-time.ts'
import styles from './Recall.module.css'
import { sayAnswer } from './say-answer.ts'

/** List the companies that were told of a recall: first those that have not answered, then the answers in numbers. */
export function ToldList({ told }: { told: readonly ToldCompany[] }) {
  const answers = told.flatMap(({ answer }) => answer ?? [])
  const held = answers.reduce((sum, { count }) => sum + count, 0)
  const rows = told.toSorted(
    (one, other) =>
      Number(one.answer !== null) - Number(other.answer !== null) ||
      one.company_name.localeCompare(other.company_name),
  )
  const waiting = told.filter(({ told_at }) => told_at === null).length
  const title = t('recall.told.title')
  return (
    <section className={styles.picture}>
      <h2>{title}</h2>
      <p>
        {t('recall.told.sum', {
          told: formatNumber(told.length - waiting),
          answered: formatNumber(answers.length),
          held: formatNumber(held),
        })}{' '}
        {waiting > 0 && t('recall.told.waiting', { waiting: formatNumber(waiting) })}
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
            {rows.map(({ company_uuid, company_name, told_at, answer }) => (
              <tr key={company_uuid}>
                <th scope="row">
                  <bdi>{company_name}</bdi>
                </th>
                <td>
                  {answer
                    ? sayAnswer(answer)
                    : t(told_at ? 'recall.told.none' : 'recall.told.notReached')}
                </td>
                <td>{answer && localTime(answer.at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
