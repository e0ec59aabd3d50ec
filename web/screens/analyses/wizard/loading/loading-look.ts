import type { CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import type { Sample } from '../../../../../domain/entities/analysis.ts'
import { t } from '../../../../i18n/intl.ts'
import type { WellLook } from '../../../../parts/plate/Well.tsx'
import { layoutLook } from '../../shared/layout-look.ts'
import type { LoadStep } from './list-steps.ts'

/** The plate while it is loaded: what is done is ticked and quiet, what is due is lit. */
export function loadingLook(
  samples: readonly Sample[],
  shape: CartridgeType,
  { loaded, due }: { loaded: ReadonlySet<number>; due: LoadStep | undefined },
): WellLook[] {
  return layoutLook(samples, shape, 'type').map((look, index) => {
    const isDue = due?.wells.includes(index) ?? false
    if (loaded.has(index)) {
      const label = t('loading.well.done', { look: look.label })
      return {
        ...look,
        label,
        fill: 'var(--sunken)',
        badge: '✓',
        ring: isDue ? 'var(--accent)' : undefined,
      }
    }
    if (!isDue) return look
    return { ...look, label: t('loading.well.due', { look: look.label }), ring: 'var(--accent)' }
  })
}
