import { Fragment } from 'react'
import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type {
  BaselineRule,
  CqMethod,
  TargetRule,
} from '../../../../domain/entities/evaluation-recipe.ts'
import type { Results, WellResult } from '../../../../domain/results.ts'
import { wellName } from '../../../../domain/rules/well.ts'
import { formatCq, formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Icon } from '../../../parts/icon/Icon.tsx'
import { CallBadge } from '../shared/CallBadge.tsx'
import { flagText } from './AssayPanel.tsx'
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
        {t(record.method.recipe_uuid === null ? 'explain.engine.file' : 'explain.engine', {
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
      {result.flags.length > 0 && (
        <ul className={styles.flags}>
          {result.flags.map((flag) => (
            <li key={flag.name}>
              <Icon name="warning" /> {flagText(flag)}
            </li>
          ))}
        </ul>
      )}
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
        <EstimateRows result={result} method={rule?.cq_method ?? 'threshold'} />
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

/** Cqs of the other methods beside the one that counts, with how sure the consensus is. */
function EstimateRows({ result, method }: { result: WellResult; method: CqMethod }) {
  const { estimates } = result
  if (!estimates) return null
  const { consensus_error: error, efficiency, starting_fluorescence: start } = estimates
  return (
    <>
      <dt>{t('explain.cqMethod')}</dt>
      <dd>{t(`cq.method.${method}`)}</dd>
      {(['consensus', 'second_derivative', 'cy0', 'take_off'] as const).map((name) => (
        <Fragment key={name}>
          <dt>{t(`cq.method.${name}`)}</dt>
          <dd>
            {formatCq(estimates[name])}
            {name === 'consensus' && error !== null && (
              <span className={detail.quiet}> ± {formatNumber(error, 3)}</span>
            )}
          </dd>
        </Fragment>
      ))}
      {efficiency !== null && (
        <>
          <dt>{t('explain.efficiency')}</dt>
          <dd>{formatNumber((efficiency - 1) * 100, 1)} %</dd>
        </>
      )}
      {start !== null && (
        <>
          <dt>{t('explain.startingFluorescence')}</dt>
          <dd dir="ltr">{start.toExponential(2)}</dd>
        </>
      )}
    </>
  )
}

function baselineText(rule: BaselineRule): string {
  return t(`explain.baseline.rule.${rule.method}`)
}
