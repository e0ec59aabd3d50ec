import type { RemovalPreview } from '../../../../domain/calls/retention.ts'
import { saySize } from '../../../entities/company/retention-words.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { localTime } from '../../../state/local-time.ts'
import styles from './Retention.module.css'

/** Show what would be removed, by part and year, with a bar for the share of each year; and what is kept in spite of its age. */
export function RemovalTable({
  preview: { due_at: due, parts, kept },
}: {
  preview: RemovalPreview
}) {
  const some = parts.filter(({ count }) => count > 0)
  const most = Math.max(1, ...some.flatMap(({ years }) => years.map(({ count }) => count)))
  const keptFacts = (['signed', 'held', 'decided', 'named'] as const)
    .filter((why) => kept[why] > 0)
    .map((why) => t(`retention.kept.${why}`, { count: kept[why] }))
  return (
    <>
      {some.length === 0 ? (
        <p>{t('retention.removesNothing')}</p>
      ) : (
        <>
          <p>{t('retention.removes', { at: localTime(due, 'date') })}</p>
          <table className={styles.removal}>
            <thead>
              <tr>
                <th scope="col">{t('retention.what')}</th>
                <th scope="col">{t('retention.year')}</th>
                <th scope="col">{t('retention.number')}</th>
                <th scope="col">{t('retention.size')}</th>
              </tr>
            </thead>
            {some.map(({ part, years }) => (
              <tbody key={part}>
                {years.map(({ year, count, bytes }, at) => (
                  <tr key={year}>
                    {at === 0 && (
                      <th scope="rowgroup" rowSpan={years.length}>
                        {t(`retention.part.${part}`)}
                      </th>
                    )}
                    <td>{year}</td>
                    <td>
                      <span
                        className={styles.bar}
                        style={{ inlineSize: `${(count / most) * 60}%` }}
                      />{' '}
                      {formatNumber(count)}
                    </td>
                    <td>{saySize(bytes)}</td>
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </>
      )}
      {keptFacts.length > 0 && (
        <p className={styles.quiet}>{t('retention.kept', { what: keptFacts.join('; ') })}</p>
      )}
    </>
  )
}
