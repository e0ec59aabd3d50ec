import type { CartridgeType } from '../../domain/catalog/cartridges.ts'
import type { Sample } from '../../domain/entities/analysis.ts'
import { wellIndex } from '../../domain/rules/well.ts'
import { t } from '../i18n/intl.ts'
import type { WellLook } from '../parts/plate/Well.tsx'
import { shortName } from '../entities/sample/short-name.ts'
import {
  controlSign,
  sampleBadges,
  sampleFill,
  sampleTypeFills,
} from '../entities/sample/sample-look.ts'

/** Return the look of each well of a layout, by its index; a well of two samples is marked. */
export function layoutLook(
  samples: readonly Sample[],
  shape: Pick<CartridgeType, 'rows' | 'columns'>,
  colourBy: 'type' | 'sample',
): WellLook[] {
  const looks: WellLook[] = Array.from({ length: shape.rows * shape.columns }, () => ({
    label: t('parts.plate.empty'),
    quiet: true,
  }))
  const taken = new Set<number>()
  for (const [at, sample] of samples.entries()) {
    for (const well of sample.coordinates) {
      const index = wellIndex(shape, well)
      if (index < 0) continue
      looks[index] = {
        label: t('plate.sample', {
          name: sample.name,
          type: t(`sample.type.${sample.sample_type}`),
        }),
        fill: colourBy === 'type' ? sampleTypeFills[sample.sample_type] : sampleFill(at),
        badge: sampleBadges[sample.sample_type],
        control: controlSign(sample.sample_type),
        caption: shortName(sample.name, shape, 2),
        name: sample.name,
        mark: taken.has(index) ? 'var(--danger)' : undefined,
      }
      taken.add(index)
    }
  }
  return looks
}
