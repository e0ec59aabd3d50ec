import type { StudyFigures } from '../../../workers/study/quantify-study.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import styles from './Studies.module.css'

/** Rank the references by geNorm (Vandesompele 2002), and say how many of them are enough. */
export function ReferencesView(props: { stability: NonNullable<StudyFigures['stability']> }) {
  const { targets, found } = props.stability
  const { ranking, steps, variations, recommended } = found
  return (
    <div className={styles.stability}>
      <p className={styles.quiet}>{t('studies.stability.how')}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('studies.role.reference')}</th>
            <th scope="col">M</th>
          </tr>
        </thead>
        <tbody>
          {ranking.map((at) => {
            // Show M of the last step that a target was part of.
            const step = steps.findLast((one) => one.targets.includes(at))
            const m = step ? step.stabilities[step.targets.indexOf(at)]! : Number.NaN
            return (
              <tr key={targets[at]}>
                <th scope="row">
                  <bdi>{targets[at]}</bdi>
                </th>
                <td>{Number.isFinite(m) ? formatNumber(m, 3) : '–'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {variations.length > 0 && (
        <>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('studies.stability.count')}</th>
                <th scope="col">V</th>
              </tr>
            </thead>
            <tbody>
              {variations.map((value, at) => (
                <tr key={at}>
                  <th scope="row" dir="ltr">
                    {at + 2} / {at + 3}
                  </th>
                  <td>{formatNumber(value, 3)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>
            {recommended === null
              ? t('studies.stability.few')
              : t('studies.stability.enough', { count: recommended })}
          </p>
        </>
      )}
    </div>
  )
}
