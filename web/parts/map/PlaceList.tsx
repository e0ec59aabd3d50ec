import { compareTexts } from '../../i18n/format.ts'
import type { MapPlace } from './map-place.ts'
import styles from './PlaceMap.module.css'

/** Places by name, for who would rather read than look. */
export function PlaceList(props: {
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
