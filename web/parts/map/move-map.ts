import type OlMap from 'ol/Map.js'
import { boundingExtent, containsCoordinate } from 'ol/extent.js'
import { fromLonLat, toLonLat } from 'ol/proj.js'
import { closestZoom, type LatLon, placeZoom } from './map-place.ts'
import { stepMs } from './use-world.ts'

/** Room for a marker and its name at the edges, in pixels. */
const padding = [56, 56, 40, 56]

export function coordinateOf({ lat, lon }: LatLon): number[] {
  return fromLonLat([lon, lat])
}

/** Show all of some places, as near as they allow; a single one with the countries around it. */
export function fitPlaces(
  map: OlMap,
  places: readonly LatLon[],
  { maxZoom = placeZoom, duration = stepMs() } = {},
): void {
  if (places.length === 0) return
  const extent = boundingExtent(places.map(coordinateOf))
  map.getView().fit(extent, { padding, maxZoom, duration })
}

/** Zoom in until the places are separate. Return false if they cannot be: too near to each other, or the same. */
export function partPlaces(map: OlMap, places: readonly LatLon[]): boolean {
  const before = map.getView().getZoom() ?? 0
  const [first, ...rest] = places
  const same = rest.every(({ lat, lon }) => lat === first?.lat && lon === first.lon)
  if (same || before >= closestZoom - 0.01) return false
  fitPlaces(map, places, { maxZoom: closestZoom })
  return true
}

/** Zoom one step in or out. */
export function zoomBy(map: OlMap, step: 1 | -1): void {
  const view = map.getView()
  const zoom = view.getConstrainedZoom((view.getZoom() ?? 0) + step, step)
  if (zoom !== undefined) view.animate({ zoom, duration: stepMs() })
}

/** Move to a place that is not in sight. */
export function bringIntoSight(map: OlMap, place: LatLon): void {
  const view = map.getView()
  const center = coordinateOf(place)
  const size = map.getSize()
  if (size && containsCoordinate(view.calculateExtent(size), center)) return
  view.animate({ center, zoom: Math.max(view.getZoom() ?? 0, placeZoom), duration: stepMs() })
}

/** Return the place at a coordinate of the map, to about ten metres. */
export function placeAt(coordinate: readonly number[]): LatLon {
  const [lon = 0, lat = 0] = toLonLat([...coordinate])
  return { lat: round(lat), lon: round(lon) }
}

function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000
}
