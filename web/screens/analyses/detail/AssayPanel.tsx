import type { AssayResult, Flag, ReferenceStability, Results } from '../../../../domain/results.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { formatEfficiency, formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Icon } from '../../../parts/icon/Icon.tsx'
import styles from './AssayPanel.module.css'
import detail from './Detail.module.css'
import { flagText } from './flag-text.ts'
import { StandardCurveChart } from './StandardCurveChart.tsx'

/** Show each target as an assay: its efficiency, its standard curve, and the flags of the plate. */
export function AssayPanel({ record, results }: { record: Analysis; results: Results }) {
  return (
    <div className={styles.assays}>
      {results.references && <References references={results.references} />}
      {results.assays.map((assay) => (
        <article key={assay.target} className={styles.assay}>
          <h3>{assay.target}</h3>
          <dl className={styles.facts}>
            <dt>{t('assay.efficiency')}</dt>
            <dd>
              {assay.efficiency ? (
                <>
                  <bdi dir="ltr">{formatEfficiency(assay.efficiency)}</bdi>{' '}
                  <span className={detail.quiet}>{t('assay.curves', { count: assay.curves })}</span>
                </>
              ) : (
                <span className={detail.quiet}>{t('assay.efficiency.none')}</span>
              )}
            </dd>
            {assay.flags.map((flag) => (
              <FlagLine key={flag.name} flag={flag} />
            ))}
          </dl>
          <Standards record={record} results={results} assay={assay} />
        </article>
      ))}
    </div>
  )
}

/** Rank the reference targets of a relative quantification by their stability (geNorm). */
function References({ references }: { references: ReferenceStability }) {
  const { targets, recommended } = references
  return (
    <article className={styles.assay}>
      <h3>{t('assay.references')}</h3>
      <ol>
        {targets.map(({ target, stability }) => (
          <li key={target}>
            {target}{' '}
            <span className={detail.quiet}>
              {t('assay.stability', { value: formatNumber(stability, 3) })}
            </span>
          </li>
        ))}
      </ol>
      <p>
        {recommended === null
          ? t('assay.references.all')
          : t('assay.references.enough', { count: recommended })}
      </p>
    </article>
  )
}

function FlagLine({ flag }: { flag: Flag }) {
  return (
    <>
      <dt>
        <Icon name="warning" /> {t('assay.flag')}
      </dt>
      <dd>{flagText(flag)}</dd>
    </>
  )
}

function Standards(props: { record: Analysis; results: Results; assay: AssayResult }) {
  const { assay } = props
  const curve = assay.standard_curve
  if (curve === null) return null
  if (typeof curve === 'string') return <p className={detail.quiet}>{t(`assay.${curve}`)}</p>
  return (
    <div className={styles.standards}>
      <StandardCurveChart
        record={props.record}
        results={props.results}
        target={assay.target}
        curve={curve}
      />
      <dl className={styles.facts}>
        {curve.efficiency && (
          <>
            <dt>{t('assay.standardEfficiency')}</dt>
            <dd>
              <bdi dir="ltr">{formatEfficiency(curve.efficiency)}</bdi>
            </dd>
          </>
        )}
        <dt>{t('assay.slope')}</dt>
        <dd>{formatNumber(curve.slope, 3)}</dd>
        <dt>R²</dt>
        <dd>{formatNumber(curve.r2, 4)}</dd>
        <dt>{t('assay.residual')}</dt>
        <dd>{formatNumber(curve.residual_sd, 3)}</dd>
        <dt>{t('assay.points')}</dt>
        <dd>{t('assay.points.count', { points: curve.points, levels: curve.levels })}</dd>
        {curve.checks.map(({ rule, passed, least, most }) => (
          <dd key={rule} className={styles.check} data-passed={passed}>
            <Icon name={passed ? 'check' : 'warning'} />
            {t(`assay.check.${rule}`, {
              least: formatNumber(least, 2),
              most: formatNumber(most, 2),
              passed: passed ? 'yes' : 'no',
            })}
          </dd>
        ))}
      </dl>
    </div>
  )
}
