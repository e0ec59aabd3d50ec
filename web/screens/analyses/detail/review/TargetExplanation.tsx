import { cartridges } from '../../../../../domain/catalog/cartridges.ts'
import { displayName } from '../../../../../domain/catalog/wavelengths.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { isTime, type Results, type WellResult } from '../../../../../domain/results.ts'
import { writeWells } from '../../../../../domain/rules/well-ranges.ts'
import type { CurveLayers, MeltLayers } from '../../../../../workers/run/views.ts'
import { formatCq, formatNumber } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { Icon } from '../../../../parts/icon/Icon.tsx'
import { sayCrossing } from '../../../../entities/result/trace-text.ts'
import { CallBadge } from '../../../../entities/call/CallBadge.tsx'
import { flagText } from '../flag-text.ts'
import { sampleBecause } from '../sample-reasons.ts'
import detail from '../Detail.module.css'
import { TraceList } from './TraceList.tsx'
import { WellCurve, WellMelt } from './WellCurve.tsx'
import styles from './WellExplanation.module.css'
import { WellNumbers } from './WellNumbers.tsx'

/** Explain one call on one screen: the judged curve, the rules, the controls on which it depends, and the numbers. */
export function TargetExplanation(props: {
  record: Analysis
  results: Results
  layers: CurveLayers | null
  melt: MeltLayers | null
  result: WellResult
}) {
  const { record, results, layers, melt, result } = props
  const rule = results.evaluation.targets.find(({ name }) => name === result.target)
  const sample = results.samples.find(
    (one) => one.sample_uuid === result.sample_uuid && one.target === result.target,
  )
  const replicates = sample?.wells ?? []
  // Explain it for several wells, of which one is the reason: one alone says it above already.
  const because = replicates.length > 1 && sample ? sampleBecause(sample, results) : null
  const shown = { record, result, rule, replicates }
  return (
    <article className={styles.target} aria-label={`${result.well} ${result.target}`}>
      <header>
        <strong>{result.target}</strong>
        <span className={detail.quiet}>{displayName(result.channel)}</span>
        <CallBadge call={result.call} />
        <span className={styles.cq}>{sayCrossing(result.cq, isTime(result))}</span>
      </header>
      <div className={styles.body}>
        <div className={styles.pictures}>
          {layers && <WellCurve {...shown} layers={layers} />}
          {melt && (result.melt.length > 0 || rule?.tm) && <WellMelt {...shown} melt={melt} />}
        </div>
        <div className={styles.words}>
          <h3>{t('explain.rules')}</h3>
          <TraceList result={result} />
          {result.flags.length > 0 && (
            <ul className={styles.flags}>
              {result.flags.map((flag) => (
                <li key={flag.name}>
                  <Icon name="warning" /> {flagText(flag)}
                </li>
              ))}
            </ul>
          )}
          {sample && replicates.length > 1 && (
            <p className={styles.replicates}>
              {t(isTime(result) ? 'explain.sampleTime' : 'explain.sample', {
                count: replicates.length,
                call: t(`call.${sample.call}`),
                mean: formatCq(sample.cq_mean),
                sd: sample.cq_sd === null ? '–' : formatNumber(sample.cq_sd, 2),
              })}
            </p>
          )}
          {because && <p className={styles.because}>{because}</p>}
          <TargetControls record={record} results={results} target={result.target} />
          <details className={styles.numbers}>
            <summary>{t('explain.numbers')}</summary>
            <WellNumbers result={result} rule={rule} />
          </details>
        </div>
      </div>
    </article>
  )
}

/** Show the controls on which this target's results depend. */
function TargetControls(props: { record: Analysis; results: Results; target: string }) {
  const { record, results, target } = props
  const shape = cartridges[record.cartridge_type]
  const own = results.controls.filter(
    (control) => control.target === target || control.rule === 'internal_control',
  )
  if (own.length === 0) return null
  return (
    <ul className={styles.controls} aria-label={t('controls.title')}>
      {own.map(({ rule, ok, target: name, wells }) => (
        <li key={`${rule} ${name}`} data-ok={ok}>
          <Icon name={ok ? 'check' : 'warning'} />
          <span>
            {t(`controls.${rule}`)}{' '}
            <span className={styles.verdict}>
              {t(ok ? 'controls.held' : 'controls.broken')}
              {!ok && wells.length > 0 && <bdi dir="ltr"> {writeWells(wells, shape)}</bdi>}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
