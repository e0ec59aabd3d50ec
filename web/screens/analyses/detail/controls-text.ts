import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { t } from '../../../i18n/intl.ts'

/**
 * Return a text that says if the controls of a run held. Give the number of failures if the results are loaded, because
 * their summary does not count them. Say so if a plate has no controls.
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
