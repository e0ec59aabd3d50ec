import type { SignalProcessing } from '../../../domain/entities/bkernel.ts'
import { plainProcessing } from '../../../domain/rules/rehearsal.ts'
import { t } from '../../i18n/intl.ts'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { NumberField } from '../../parts/form/NumberField.tsx'
import type { DrawnField } from '../../record/FieldInput.tsx'
import styles from './rollout/Rollout.module.css'

/** Enter how a version makes readings of counts, or that nothing is declared. */
export function ProcessingField({ value, error, onChange }: DrawnField) {
  const declared = value as SignalProcessing | undefined
  const set = (patch: Partial<SignalProcessing>) => onChange({ ...declared, ...patch })
  return (
    <fieldset className={styles.rows}>
      <CheckField
        label={t('bkernels.processing.declare')}
        hint={t('bkernels.processing.hint')}
        checked={declared !== undefined}
        onChange={(on) => onChange(on ? plainProcessing : undefined)}
      />
      {declared && (
        <div className={styles.figures}>
          <NumberField
            label={t('bkernels.processing.gain')}
            value={declared.gain}
            min={0.001}
            max={1000}
            onChange={(gain) => gain !== null && set({ gain })}
          />
          <NumberField
            label={t('bkernels.processing.offset')}
            value={declared.offset}
            onChange={(offset) => offset !== null && set({ offset })}
          />
          <NumberField
            label={t('bkernels.processing.step')}
            value={declared.step}
            min={0}
            onChange={(step) => step !== null && set({ step })}
          />
          <NumberField
            label={t('bkernels.processing.ceiling')}
            value={declared.ceiling}
            min={0}
            onChange={(ceiling) => set({ ceiling })}
          />
          <NumberField
            label={t('bkernels.processing.mean_of')}
            value={declared.mean_of}
            min={1}
            max={9}
            whole
            onChange={(cycles) => cycles !== null && set({ mean_of: cycles })}
          />
        </div>
      )}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
