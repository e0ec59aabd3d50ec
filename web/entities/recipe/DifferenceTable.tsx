import { t } from '../../i18n/intl.ts'
import type { ProcessDifference } from '../process-recipe/find-process-differences.ts'
import styles from './RecipeVersions.module.css'

/** Show the settings that differ between two versions; a sentence where none do. */
export function DifferenceTable(props: {
  differences: readonly ProcessDifference[]
  /** Heads of the columns. */
  before: string
  after: string
  label: string
}) {
  if (props.differences.length === 0) return <p>{t('versions.same')}</p>
  return (
    <div className={styles.wide}>
      <table className={styles.table} aria-label={props.label}>
        <thead>
          <tr>
            <th scope="col">{t('versions.setting')}</th>
            <th scope="col">{props.before}</th>
            <th scope="col">{props.after}</th>
          </tr>
        </thead>
        <tbody>
          {props.differences.map(({ what, before, after }) => (
            <tr key={`${what} ${before} ${after}`}>
              <th scope="row">
                <bdi>{what}</bdi>
              </th>
              <td>
                <bdi>{before}</bdi>
              </td>
              <td>
                <bdi>{after}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
