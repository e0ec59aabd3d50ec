import type { GreyImage } from './grey-image.ts'
import { type Circle, measureWell } from './measure-wells.ts'

/**
 * Measure the light of every well in both pictures of a channel, in the accepted regions: greys above the surroundings before and after
 * the plate was turned, and the pixels at the end of the scale.
 */
export function measureLight(
  { asIs, turned }: { asIs: GreyImage; turned: GreyImage },
  regions: readonly Circle[],
  look: { pitch: number; wells: 'bright' | 'dark' },
) {
  return regions.map((region) => {
    const [first, second] = [measureWell(asIs, region, look), measureWell(turned, region, look)]
    return {
      light: first.grey,
      turned: second.grey,
      saturated: first.saturated + second.saturated,
    }
  })
}
