import { Fragment } from 'react'
import type {
  BaselineRule,
  CqMethod,
  TargetRule,
} from '../../../../../domain/entities/evaluation-recipe.ts'
import { isTime, type WellResult } from '../../../../../domain/results.ts'
import { formatCq, formatNumber } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import detail from '../Detail.module.css'
import { formatSignal } from '../../../../entities/result/trace-text.ts'
import styles from './WellExplanation.module.css'

/** Show the numbers behind a call, each with its settings. */
export function WellNumbers({
  result,
  rule,
}: {
  result: WellResult
  rule: TargetRule | undefined
}) {
  const { baseline } = result
  return (
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
      {isTime(result) && <TimeRow result={result} />}
      <dt>{t(isTime(result) ? 'explain.ttMax' : 'explain.cqMax')}</dt>
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
  )
}

/** Time to threshold with its standard error. */
function TimeRow({ result: { cq, cq_error: error } }: { result: WellResult }) {
  return (
    <>
      <dt>{t('explain.tt')}</dt>
      <dd>
        {cq === null ? formatCq(null) : t('result.ttShort', { tt: formatCq(cq) })}
        {error != null && <span className={detail.quiet}> ± {formatNumber(error, 2)}</span>}
      </dd>
    </>
  )
}

/** Show the Cqs of the other methods beside the one that counts, with the error of the consensus. */
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
