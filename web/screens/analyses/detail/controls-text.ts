import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { t } from '../../../i18n/intl.ts'

/**
 * Whether the controls of a run held, and how many did not where the results themselves are at hand: their summary does not
 * count them. A plate without any cannot show it, and that is said.
 */
export function controlsText(
  { samples, method }: Pick<Analysis, 'samples' | 'method'>,
  held: boolean,
  failed?: number,
): string {
  if (!held) {
    return failed ? t('risk.controls_failed', { count: failed }) : t('history.controlsBroken')
  }
  const onPlate = samples.some(
    ({ sample_type: type }) => type === 'ntc' || type === 'negative' || type === 'positive',
  )
  return t(
    onPlate || method.evaluation.controls.internal_control
      ? 'history.controlsHeld'
      : 'history.noControls',
  )
}
