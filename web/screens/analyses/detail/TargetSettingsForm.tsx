import { type CqMethod, cqMethods } from '../../../../domain/entities/evaluation-recipe.ts'
import { t } from '../../../i18n/intl.ts'
import { NumberField } from '../../../parts/form/NumberField.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import styles from './Recalculation.module.css'
import type { TargetSettings } from './recalculation.ts'

/** Edit threshold, baseline, Cq method and largest Cq of each target; `before` has the current ones. */
export function TargetSettingsForm(props: {
  settings: TargetSettings[]
  before: readonly TargetSettings[]
  gaps: readonly string[]
  onChange: (settings: TargetSettings[]) => void
}) {
  return props.settings.map((one) => (
    <TargetFields
      key={one.name}
      one={one}
      inForce={props.before.find(({ name }) => name === one.name)}
      gaps={props.gaps}
      onChange={(changed) =>
        props.onChange(
          props.settings.map((other) => (other === one ? { ...one, ...changed } : other)),
        )
      }
    />
  ))
}

/** Edit the settings of one target. */
function TargetFields(props: {
  one: TargetSettings
  inForce: TargetSettings | undefined
  gaps: readonly string[]
  onChange: (changed: Partial<TargetSettings>) => void
}) {
  const { one, inForce, gaps, onChange } = props
  const isMoved = (inForce?.cqMethod ?? one.cqMethod) !== one.cqMethod
  return (
    <fieldset className={styles.targetForm}>
      <legend>{one.name}</legend>
      <SelectField
        label={t('explain.threshold')}
        value={one.threshold}
        choices={[
          { value: 'automatic', label: t('recalculate.automatic') },
          { value: 'fixed', label: t('recalculate.fixed') },
        ]}
        onChange={(threshold) => onChange(withThreshold(threshold, one, inForce))}
      />
      {one.threshold === 'fixed' && (
        <NumberField
          label={t('recalculate.value')}
          value={one.value}
          min={0}
          step={0.01}
          error={gaps.includes(`${one.name}.value`) ? t('recalculate.value.missing') : null}
          onChange={(value) => onChange({ value })}
        />
      )}
      <SelectField
        label={t('explain.baseline')}
        value={one.baseline}
        choices={(['automatic', 'window', 'sigmoid', 'linreg', 'none'] as const).map((method) => ({
          value: method,
          label: t(`explain.baseline.rule.${method}`),
        }))}
        onChange={(baseline) => onChange({ baseline: baseline as TargetSettings['baseline'] })}
      />
      {one.baseline === 'window' && (
        <>
          <NumberField
            label={t('recalculate.from')}
            value={one.start}
            min={1}
            max={99}
            whole
            onChange={(start) => onChange({ start })}
          />
          <NumberField
            label={t('recalculate.to')}
            value={one.end}
            min={2}
            max={100}
            whole
            error={gaps.includes(`${one.name}.end`) ? t('recalculate.window.wrong') : null}
            onChange={(end) => onChange({ end })}
          />
        </>
      )}
      <SelectField
        label={t('explain.cqMethod')}
        value={one.cqMethod}
        choices={cqMethods.map((method) => ({ value: method, label: t(`cq.method.${method}`) }))}
        hint={t('recalculate.cqMethod.hint')}
        warning={isMoved ? t('recalculate.cqMethod.moved') : null}
        onChange={(cqMethod) => onChange({ cqMethod: cqMethod as CqMethod })}
      />
      <NumberField
        label={t('explain.cqMax')}
        value={one.cq_max}
        min={1}
        max={100}
        error={gaps.includes(`${one.name}.cq_max`) ? t('recalculate.cqMax.wrong') : null}
        onChange={(cq_max) => onChange({ cq_max })}
      />
    </fieldset>
  )
}

/**
 * Read the Cq by a threshold that a person gives, as new recipes do: by another method it would change nothing. Back at an
 * automatic one, the method in force is chosen again.
 */
function withThreshold(
  threshold: string,
  { cqMethod }: TargetSettings,
  inForce: TargetSettings | undefined,
): Partial<TargetSettings> {
  if (threshold === 'fixed') return { threshold, cqMethod: 'threshold' }
  const method = cqMethod === 'threshold' ? (inForce?.cqMethod ?? cqMethod) : cqMethod
  return { threshold: 'automatic', cqMethod: method }
}
