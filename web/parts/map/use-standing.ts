import { type RefObject, useLayoutEffect } from 'react'
import type OlMap from 'ol/Map.js'

/** Child of the layer over the map, with its place in the map's coordinates. */
export interface Standing {
  id: string
  coordinate: readonly number[]
}

/**
 * Keep elements at their place over the map, frame by frame, by their `data-stands`. Hide those outside the map's view,
 * also from the keyboard.
 */
export function useStanding(
  map: OlMap | null,
  layer: RefObject<HTMLElement | null>,
  standing: readonly Standing[],
): void {
  useLayoutEffect(() => {
    if (!map) return undefined
    const put = () => {
      const [width = 0, height = 0] = map.getSize() ?? []
      const where = new Map(standing.map(({ id, coordinate }) => [id, coordinate]))
      for (const element of layer.current?.querySelectorAll<HTMLElement>('[data-stands]') ?? []) {
        const coordinate = where.get(element.dataset['stands'] ?? '')
        const pixel = coordinate && map.getPixelFromCoordinate([...coordinate])
        const [x = -1, y = -1] = pixel ?? []
        const isSeen = x >= 0 && y >= 0 && x <= width && y <= height
        // Give the focus to the map when the marker goes out of sight, so that the keys go on.
        if (!isSeen && element === document.activeElement) map.getTargetElement()?.focus()
        element.style.visibility = isSeen ? '' : 'hidden'
        if (pixel) element.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
      }
    }
    put()
    map.on('postrender', put)
    return () => map.un('postrender', put)
  }, [map, layer, standing])
}
