import type { ReactNode } from 'react'
import type { VerificationFigure } from '../../../domain/entities/verification-figure.ts'
import { isAccepted, leastFit } from '../../../domain/rules/verification.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { classNames } from '../../parts/class-names.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { localTime } from '../../state/local-time.ts'
import styles from './RecipeVersions.module.css'
import { sayFigure, sayLimits, sayWithUnit } from './say-figure.ts'

/** Show the figures of the verification that are kept with a version: what was measured, on what, and the verdict. */
export function FigureTable(props: {
  figures: readonly VerificationFigure[]
  /** Draw what may be done with one, in a column of its own. */
  acts?: (figure: VerificationFigure) => ReactNode
}) {
  const { figures, acts } = props
  const label = t('versions.figures.title')
  return (
    <div className={styles.part}>
      <div className={styles.wide} tabIndex={0} role="region" aria-label={label}>
        <table className={classNames(styles.table, styles.figures)} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{t('versions.figures.figure')}</th>
              <th scope="col">{t('versions.figures.verdict')}</th>
              <th scope="col" className={styles.roomy}>
                {t('versions.figures.measured')}
              </th>
              <th scope="col" className={styles.roomy}>
                n
              </th>
              <th scope="col" className={styles.roomy}>
                {t('versions.figures.limits')}
              </th>
              {acts && <td />}
            </tr>
          </thead>
          <tbody>
            {figures.map((figure) => (
              <tr key={figure.uuid}>
                <th scope="row">
                  <bdi>{sayFigure(figure)}</bdi>
                  <Numbers figure={figure} />
                </th>
                <td>
                  <Verdict figure={figure} />
                </td>
                <td className={styles.roomy}>
                  <bdi>{sayWithUnit(figure.value, figure)}</bdi>
                </td>
                <td className={styles.roomy}>{formatNumber(figure.n)}</td>
                <td className={styles.roomy}>
                  <bdi>{sayLimits(figure)}</bdi>
                </td>
                {acts && <td className={styles.acts}>{acts(figure)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {figures.some(({ older }) => older === 1) && (
        <Notice kind="warning">{t('versions.figures.older')}</Notice>
      )}
      <details>
        <summary>{t('versions.figures.details')}</summary>
        <ul className={styles.list}>
          {figures.map((figure) => (
            <Origin key={figure.uuid} figure={figure} />
          ))}
        </ul>
      </details>
    </div>
  )
}

/** Show number, observations and limits below the figure where there is no room for columns of their own. */
function Numbers({ figure }: { figure: VerificationFigure }) {
  const numbers = [
    [t('versions.figures.measured'), sayWithUnit(figure.value, figure)],
    ['n', formatNumber(figure.n)],
    [t('versions.figures.limits'), sayLimits(figure)],
  ] as const
  return (
    <dl className={styles.numbers}>
      {numbers.map(([name, number]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{number}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Verdict({ figure }: { figure: VerificationFigure }) {
  return isAccepted(figure) ? (
    <Badge shape="disc" tone="accent">
      {t('versions.figures.accepted')}
    </Badge>
  ) : (
    <Badge shape="triangle" tone="danger">
      {t('versions.figures.outside')}
    </Badge>
  )
}

/** Say how sure a limit of detection is that was calculated from hit rates. */
function Confidence({ figure }: { figure: VerificationFigure }) {
  const { probit } = figure
  if (!probit) return null
  const { low, high, fit, range } = probit
  const p = formatNumber(fit, 3)
  return (
    <>
      <p className={styles.quiet}>
        {low === null || high === null
          ? t('versions.figures.noInterval', { fit: p })
          : t('versions.figures.probit', {
              low: sayWithUnit(low, figure),
              high: sayWithUnit(high, figure),
              fit: p,
            })}
      </p>
      {fit < leastFit && <Notice kind="warning">{t('versions.figures.misfit')}</Notice>}
      {range !== 'within' && <Notice kind="warning">{t('versions.figures.outsideLevels')}</Notice>}
    </>
  )
}

/** Say where a figure comes from: who stated it, from which runs, and on which files it rests. */
function Origin({ figure }: { figure: VerificationFigure }) {
  const { by, at, engine, runs, files } = figure
  const others = runs.filter(({ other_programme: other }) => other === 1).length
  return (
    <li>
      <p>
        <bdi>{sayFigure(figure)}</bdi>
      </p>
      <p className={styles.quiet}>
        {t('versions.by', { name: by.name, at: localTime(at) ?? '' })}
        {'. '}
        {engine === null
          ? t('versions.figures.stated')
          : t('versions.figures.calculated', { engine })}
      </p>
      <Confidence figure={figure} />
      {runs.length > 0 && (
        <p className={styles.quiet}>
          {t('versions.figures.runs')}: <bdi>{runs.map(({ name }) => name).join(', ')}</bdi>
        </p>
      )}
      {files.length > 0 && (
        <p className={styles.quiet}>
          {t('versions.figures.files')}:{' '}
          <bdi>
            {files
              .map(({ name, content_hash: hash }) => `${name} (${hash.slice(0, 16)}…)`)
              .join(', ')}
          </bdi>
        </p>
      )}
      {others > 0 && (
        <p className={styles.quiet}>{t('versions.kept.otherProgramme', { count: others })}</p>
      )}
    </li>
  )
}
