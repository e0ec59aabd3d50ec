import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/intl.ts'
import { MapControls } from './MapControls.tsx'
import { MapFrame } from './MapFrame.tsx'
import { MapMarkers } from './MapMarkers.tsx'
import type { MapPlace } from './map-place.ts'
import type OlMap from 'ol/Map.js'
import { bringIntoSight, fitPlaces, partPlaces, zoomBy } from './move-map.ts'
import styles from './PlaceMap.module.css'
import { type Cluster, useClusters } from './use-clusters.ts'
import { useWorld } from './use-world.ts'
import { Button } from '../button/Button.tsx'
import { compareTexts } from '../../i18n/format.ts'

/**
 * Show places on a map of the world that needs no network, and beside it the same as a list. Places near to each other share
 * a marker, which parts when it is pressed. Fetch it lazily, with the texts `map`; keep `places` stable.
 */
export function PlaceMap(props: {
  /** Name of the places, for screen readers. */
  label: string
  places: readonly MapPlace[]
  /** The place that is open, which its owner keeps. */
  open: string | null
  onOpen: (id: string | null) => void
  /** Text about a place below its name. */
  describe?: (place: MapPlace) => ReactNode
}) {
  const { label, places, open, onOpen } = props
  const frame = useRef<HTMLDivElement>(null)
  const target = useRef<HTMLDivElement>(null)
  const map = useWorld(frame, target)
  const clusters = useClusters(map, places)
  const [together, setTogether] = useState<Cluster | null>(null)
  const opened = places.find(({ id }) => id === open)
  useFitted(map, places)
  const show = (id: string | null) => {
    setTogether(null)
    onOpen(id)
  }
  const part = (cluster: Cluster) => {
    // Keep the keys with the map when its marker goes.
    target.current?.focus({ preventScroll: true })
    if (map && partPlaces(map, cluster.places)) return
    onOpen(null)
    setTogether(cluster)
  }
  const showListed = (place: MapPlace) => {
    if (map) bringIntoSight(map, place)
    show(place.id === open ? null : place.id)
  }
  return (
    <div className={styles.room}>
      <div className={styles.places}>
        <MapFrame label={label} keys={t('map.keys')} {...{ frame, target }}>
          <MapMarkers
            map={map}
            clusters={clusters}
            open={open}
            onOpen={(id) => show(id === open ? null : id)}
            onCluster={part}
          />
          <MapControls
            onZoom={(step) => map && zoomBy(map, step)}
            onFit={() => map && fitPlaces(map, places)}
          />
        </MapFrame>
        <div className={styles.beside}>
          {opened && (
            <MapCard key={opened.id} title={opened.name} onClose={() => show(null)}>
              {props.describe?.(opened)}
            </MapCard>
          )}
          {together && !opened && (
            <MapCard
              key={together.id}
              title={t('map.together', { count: together.places.length })}
              onClose={() => setTogether(null)}
            >
              <PlaceList
                label={t('map.together', { count: together.places.length })}
                places={together.places}
                open={open}
                onOpen={({ id }) => show(id)}
              />
            </MapCard>
          )}
          <PlaceList label={label} places={places} open={open} onOpen={showListed} />
        </div>
      </div>
    </div>
  )
}

/**
 * Fit the map to its places when some come or go, but not for each change of one; and when the room of the map changes, as long as
 * nobody has moved it since.
 */
function useFitted(map: OlMap | null, places: readonly MapPlace[]): void {
  const ids = places.map(({ id }) => id).join(' ')
  const fitted = useRef<{ map: OlMap; ids: string; look: string } | null>(null)
  useEffect(() => {
    if (!map) return undefined
    const fit = () => {
      fitPlaces(map, places, { duration: 0 })
      fitted.current = { map, ids, look: lookOf(map) }
    }
    if (fitted.current?.map !== map || fitted.current.ids !== ids) fit()
    const refit = () => {
      if (fitted.current?.look === lookOf(map)) fit()
    }
    map.on('change:size', refit)
    return () => map.un('change:size', refit)
  }, [map, places, ids])
}

/** Return centre and zoom of a map as a text, to tell if it was moved. */
function lookOf(map: OlMap): string {
  const view = map.getView()
  return JSON.stringify([view.getCenter(), view.getZoom()])
}

/** Show details of the opened place. Escape closes them and returns the focus to where it was. */
function MapCard(props: { title: string; onClose: () => void; children: ReactNode }) {
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    card.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <section
      ref={card}
      className={styles.card}
      aria-label={props.title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        props.onClose()
      }}
    >
      <header>
        <h2>
          <bdi>{props.title}</bdi>
        </h2>
        <Button kind="plain" icon="close" iconOnly onClick={props.onClose}>
          {t('parts.close')}
        </Button>
      </header>
      {props.children}
    </section>
  )
}

/** List the places by name, for people who read rather than look at a map. */
function PlaceList(props: {
  label: string
  places: readonly MapPlace[]
  open: string | null
  onOpen: (place: MapPlace) => void
}) {
  const sorted = props.places.toSorted((one, other) => compareTexts(one.name, other.name))
  return (
    <ul className={styles.list} aria-label={props.label}>
      {sorted.map((place) => (
        <li key={place.id}>
          <button
            type="button"
            aria-expanded={place.id === props.open}
            onClick={() => props.onOpen(place)}
          >
            <bdi>{place.name}</bdi>
            {place.note && <small>{place.note}</small>}
          </button>
        </li>
      ))}
    </ul>
  )
}
