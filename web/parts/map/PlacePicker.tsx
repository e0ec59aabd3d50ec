import { useEffect, useMemo, useRef } from 'react'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import { t } from '../../i18n/intl.ts'
import { MapControls } from './MapControls.tsx'
import { MapFrame } from './MapFrame.tsx'
import { Pin } from './MapMarkers.tsx'
import type { LatLon } from './map-place.ts'
import { bringIntoSight, coordinateOf, fitPlaces, placeAt, zoomBy } from './move-map.ts'
import styles from './PlaceMap.module.css'
import { useStanding } from './use-standing.ts'
import { useWorld } from './use-world.ts'

/** Choose a place on the map by a press, or by Enter, which takes the middle. Fields beside it are another way. */
export function PlacePicker(props: {
  label: string
  value: LatLon | null
  onPick: (place: LatLon) => void
}) {
  const { label, value, onPick } = props
  const frame = useRef<HTMLDivElement>(null)
  const target = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const map = useWorld(frame, target)
  const { lat, lon } = value ?? {}
  const standing = useMemo(
    () =>
      lat === undefined || lon === undefined
        ? []
        : [{ id: 'picked', coordinate: coordinateOf({ lat, lon }) }],
    [lat, lon],
  )
  useStanding(map, layer, standing)
  useEffect(() => {
    if (!map) return undefined
    const press = ({ coordinate }: MapBrowserEvent) => onPick(placeAt(coordinate))
    map.on('click', press)
    return () => map.un('click', press)
  }, [map, onPick])
  const looked = useRef<unknown>(null)
  useEffect(() => {
    if (!map) return
    const place = lat === undefined || lon === undefined ? null : { lat, lon }
    // Zoom to the place of the record; a place chosen later is only scrolled into view.
    if (place && looked.current !== map) fitPlaces(map, [place], { duration: 0 })
    else if (place) bringIntoSight(map, place)
    looked.current = map
  }, [map, lat, lon])
  return (
    <MapFrame
      label={label}
      keys={t('map.pickKeys')}
      picks
      {...{ frame, target }}
      onKeyDown={(event) => {
        const center = map?.getView().getCenter()
        if (event.key !== 'Enter' || !center) return
        // Prevent sending the form around it.
        event.preventDefault()
        onPick(placeAt(center))
      }}
    >
      <span className={styles.middle} aria-hidden="true" />
      <div ref={layer} className={styles.markers}>
        {standing.length > 0 && (
          <span className={styles.pin} data-stands="picked">
            <Pin />
          </span>
        )}
      </div>
      <MapControls onZoom={(step) => map && zoomBy(map, step)} />
    </MapFrame>
  )
}
