import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { t } from '../../../i18n/intl.ts'

/** Whether the controls of a run held; a plate without any cannot show it, and that is said. */
export function controlsText(
  { samples, method }: Pick<Analysis, 'samples' | 'method'>,
  held: boolean,
): string {
  if (!held) return t('history.controlsBroken')
  const onPlate = samples.some(
    ({ sample_type: type }) => type === 'ntc' || type === 'negative' || type === 'positive',
  )
  return t(
    onPlate || method.evaluation.controls.internal_control
      ? 'history.controlsHeld'
      : 'history.noControls',
  )
}
