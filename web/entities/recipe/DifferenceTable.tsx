import { t } from '../../i18n/intl.ts'
import styles from './DifferenceTable.module.css'
import type { RecipeDifference } from './find-recipe-differences.ts'

/** Settings that two versions of a recipe have differently, side by side. @param props.before, props.after heads of the columns. */
export function DifferenceTable(props: {
  label: string
  differences: readonly RecipeDifference[]
  before: string
  after: string
}) {
  return (
    <table className={styles.differences} aria-label={props.label}>
      <thead>
        <tr>
          <th scope="col">{t('methods.requests.setting')}</th>
          <th scope="col">{props.before}</th>
          <th scope="col">{props.after}</th>
        </tr>
      </thead>
      <tbody>
        {props.differences.map(({ what, before, after }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
