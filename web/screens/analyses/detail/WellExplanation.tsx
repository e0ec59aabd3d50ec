import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { BaselineRule, TargetRule } from '../../../../domain/entities/evaluation-recipe.ts'
import type { Results, WellResult } from '../../../../domain/results.ts'
import { wellName } from '../../../../domain/rules/well.ts'
import { formatCq, formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Icon } from '../../../parts/icon/Icon.tsx'
import { CallBadge } from '../shared/CallBadge.tsx'
import detail from './Detail.module.css'
import styles from './WellExplanation.module.css'
import { formatSignal, traceText } from './trace-text.ts'

/** Why the calls of one well are what they are: the rules that were asked, what they saw, with which settings. */
export function WellExplanation(props: {
  record: Analysis
  results: Results
  selected: ReadonlySet<number>
}) {
  const { record, results, selected } = props
  const [only] = selected
  if (only === undefined || selected.size !== 1) {
    return (
      <EmptyState title={t('explain.choose')} icon="curve">
        {t('explain.choose.hint')}
      </EmptyState>
    )
  }
  const well = wellName(cartridges[record.cartridge_type], only)
  const own = results.wells.filter((one) => one.well === well)
  const sample = record.samples.find(({ coordinates }) => coordinates.includes(well))
  const exclusion = record.exclusions.find((one) => one.well === well)
  return (
    <div className={styles.explanation}>
      <h3>
        <bdi dir="ltr">{well}</bdi> · {sample?.name ?? t('parts.plate.empty')}
        {sample && (
          <span className={detail.quiet}> · {t(`sample.type.${sample.sample_type}`)}</span>
        )}
      </h3>
      {exclusion && <p>{t('explain.excluded', { reason: exclusion.reason })}</p>}
      {own.length === 0 && <p className={detail.quiet}>{t('explain.nothing')}</p>}
      <div className={styles.targets}>
        {own.map((result) => {
          const rule = results.evaluation.targets.find(({ name }) => name === result.target)
          return <TargetExplanation key={result.target} result={result} rule={rule} />
        })}
      </div>
      <p className={detail.quiet}>
        {t('explain.engine', {
          engine: `${results.engine.name} ${results.engine.version}`,
          recipe: record.recipe_name,
          version: record.method.recipe_version,
        })}{' '}
        <code>{results.input_hash.slice(0, 12)}</code>
      </p>
    </div>
  )
}

function TargetExplanation({ result, rule }: { result: WellResult; rule: TargetRule | undefined }) {
  const { baseline } = result
  return (
    <article className={styles.target}>
      <header>
        <strong>{result.target}</strong>
        <span className={detail.quiet}>{displayName(result.channel)}</span>
        <CallBadge call={result.call} />
        <span className={styles.cq}>Cq {formatCq(result.cq)}</span>
      </header>
      <ol className={styles.trace}>
        {result.trace.map((entry, at) => (
          <li key={at} data-decided={entry.decided || undefined}>
            <Icon name={entry.decided ? 'next' : 'check'} />
            <span>
              {traceText(entry)}
              {entry.decided && <span className={detail.quiet}> — {t('explain.decided')}</span>}
            </span>
          </li>
        ))}
      </ol>
      <dl className={styles.settings}>
        <dt>{t('explain.threshold')}</dt>
        <dd>
          {result.threshold === null ? '–' : formatSignal(result.threshold)}{' '}
          <span className={detail.quiet}>
            {rule?.threshold.method === 'automatic'
              ? t('explain.threshold.automatic', { factor: rule.threshold.factor })
              : t('explain.threshold.fixed')}
          </span>
        </dd>
        <dt>{t('explain.baseline')}</dt>
        <dd>
          {baseline
            ? t('explain.baseline.window', { start: baseline.start, end: baseline.end })
            : '–'}{' '}
          <span className={detail.quiet}>{rule && baselineText(rule.baseline)}</span>
        </dd>
        <dt>{t('explain.cqMax')}</dt>
        <dd>{rule ? formatNumber(rule.cq_max, 1) : '–'}</dd>
        <dt>{t('result.end')}</dt>
        <dd>{result.end_point === null ? '–' : formatSignal(result.end_point)}</dd>
        {result.melt.length > 0 && (
          <>
            <dt>{t('result.tm')}</dt>
            <dd>{result.melt.map(({ tm }) => formatNumber(tm, 1)).join(' · ')}</dd>
          </>
        )}
      </dl>
    </article>
  )
}

function baselineText(rule: BaselineRule): string {
  return t(`explain.baseline.rule.${rule.method}`)
}
