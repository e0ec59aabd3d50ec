import type { TargetRule } from '../../../../../domain/entities/evaluation-recipe.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { NumberField } from '../../../../parts/form/NumberField.tsx'
import { SelectField } from '../../../../parts/form/SelectField.tsx'
import styles from './AdjustRow.module.css'
import type { Tried } from './use-trial.ts'

/** State of a trial of thresholds and baselines. */
export interface Adjusting {
  tried: ReadonlyMap<string, Tried>
  /** Number of results that would change. */
  changes: number
  error: boolean
  set: (target: string, change: Tried) => void
  reset: () => void
  /** Opens what keeps the settings, with a reason. */
  apply: () => void
  /** Reason that they cannot be kept. */
  refusal: string | null
}

/**
 * Edit threshold and baseline window of a target as numbers, beside the lines that can be dragged. Nothing is kept
 * before it is applied.
 */
export function AdjustRow(props: {
  adjusting: Adjusting
  targets: readonly TargetRule[]
  target: TargetRule
  onTarget: (name: string) => void
  threshold: number | null
  band: readonly [number, number] | null
  cycles: number
}) {
  const { adjusting, targets, target, threshold, band, cycles } = props
  const { tried } = adjusting
  const [from, to] = band ?? [null, null]
  const setBand = (start: number | null, end: number | null) => {
    if (start === null || end === null || start < 1 || end <= start || end > cycles) return
    adjusting.set(target.name, { baseline: [start, end] })
  }
  return (
    <section className={styles.row} aria-label={t('chart.adjust')}>
      {targets.length > 1 && (
        <SelectField
          label={t('detail.target')}
          value={target.name}
          choices={targets.map(({ name }) => ({ value: name, label: name }))}
          onChange={props.onTarget}
        />
      )}
      <div className={styles.threshold}>
        <NumberField
          label={t('explain.threshold')}
          value={threshold === null ? null : Number(threshold.toPrecision(4))}
          step={stepOf(threshold)}
          min={0}
          onChange={(value) => {
            if (value !== null && value > 0) adjusting.set(target.name, { threshold: value })
          }}
        />
      </div>
      <NumberField
        label={t('chart.adjust.from')}
        value={from}
        placeholder={t('chart.adjust.auto')}
        min={1}
        max={cycles}
        whole
        onChange={(start) => setBand(start, to ?? Math.min(15, cycles))}
      />
      <NumberField
        label={t('chart.adjust.to')}
        value={to}
        placeholder={t('chart.adjust.auto')}
        min={2}
        max={cycles}
        whole
        onChange={(end) => setBand(from ?? 3, end)}
      />
      <div className={styles.decide}>
        <ChangeStatus adjusting={adjusting} target={target} />
        {tried.size > 0 && (
          <>
            <Button onClick={adjusting.reset}>{t('chart.adjust.reset')}</Button>
            <Button
              kind="primary"
              icon="check"
              disabledReason={adjusting.refusal}
              onClick={adjusting.apply}
            >
              {t('chart.adjust.apply')}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

/** Say what would change, and that a threshold does not where the Cq is found by another method. */
function ChangeStatus({ adjusting, target }: { adjusting: Adjusting; target: TargetRule }) {
  const { tried, changes, error } = adjusting
  const method = target.cq_method ?? 'threshold'
  const status = error
    ? t('chart.adjust.failed')
    : tried.size === 0
      ? t('chart.adjust.hint')
      : t('chart.adjust.changes', { count: changes })
  return (
    <p role="status">
      {status}{' '}
      {method !== 'threshold' && t('chart.adjust.unread', { method: t(`cq.method.${method}`) })}
    </p>
  )
}

/** Return a hundredth of the value's own size, as a round number. */
function stepOf(value: number | null): number {
  if (value === null || !(value > 0)) return 1
  return 10 ** Math.floor(Math.log10(value) - 1)
}
