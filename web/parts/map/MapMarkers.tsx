import { type RefObject, useLayoutEffect, useRef } from 'react'
import type OlMap from 'ol/Map.js'
import { clusterColour } from '../../../domain/catalog/cluster-markers.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { placeNames } from './place-names.ts'
import type { Cluster } from './use-clusters.ts'
import styles from './PlaceMap.module.css'
import { useStanding } from './use-standing.ts'

/** Show buttons over the map: a pin for one place, a disc with their number for several. */
export function MapMarkers(props: {
  map: OlMap | null
  clusters: readonly Cluster[]
  open: string | null
  onOpen: (id: string) => void
  onCluster: (cluster: Cluster) => void
}) {
  const { map, clusters, open, onOpen, onCluster } = props
  const layer = useRef<HTMLDivElement>(null)
  useStanding(map, layer, clusters)
  useNamesPlaced(map, layer, clusters)
  return (
    <div ref={layer} className={styles.markers}>
      {clusters.map((cluster) => {
        const { id, places } = cluster
        const [place] = places
        if (places.length === 1 && place) {
          return (
            <button
              key={id}
              type="button"
              className={styles.pin}
              data-stands={id}
              aria-expanded={place.id === open}
              onClick={() => onOpen(place.id)}
            >
              <Pin />
              <span className={styles.name} data-side="below" dir="auto">
                {place.name}
              </span>
            </button>
          )
        }
        return (
          <button
            key={id}
            type="button"
            className={styles.cluster}
            data-stands={id}
            data-colour={clusterColour(places.length)}
            data-open={places.some((one) => one.id === open) || undefined}
            aria-label={t('map.cluster', { count: places.length })}
            title={t('map.cluster', { count: places.length })}
            onClick={() => onCluster(cluster)}
          >
            {formatNumber(places.length)}
          </button>
        )
      })}
    </div>
  )
}

/** Put each name at a side of its pin where nothing covers it. Moving the map changes nothing of that, and another zoom makes new markers. */
function useNamesPlaced(
  map: OlMap | null,
  layer: RefObject<HTMLElement | null>,
  clusters: readonly Cluster[],
): void {
  useLayoutEffect(() => {
    const resolution = map?.getView().getResolution()
    if (!resolution) return
    const buttons = [...(layer.current?.children ?? [])]
    const names = buttons.map((button) => button.querySelector<HTMLElement>('[data-side]'))
    const markers = clusters.map(({ coordinate: [x = 0, y = 0] }, at) => {
      const name = names[at]
      const size = name ? { width: name.offsetWidth, height: name.offsetHeight } : null
      return { x: x / resolution, y: -y / resolution, name: size }
    })
    for (const [at, side] of placeNames(markers).entries())
      names[at]?.setAttribute('data-side', side)
  }, [map, layer, clusters])
}

/** Draw a pin, whose tip is at the place. */
export function Pin() {
  return (
    <svg className={styles.drop} viewBox="0 0 24 32" aria-hidden="true">
      <path d="M12 31C6 22.5 1.5 17.5 1.5 12a10.5 10.5 0 0 1 21 0C22.5 17.5 18 22.5 12 31z" />
      <circle cx="12" cy="12" r="4" />
    </svg>
  )
}
