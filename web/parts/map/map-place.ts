/** A place as a map shows it. */
export interface MapPlace {
  id: string
  name: string
  /** Degrees north and east. */
  lat: number
  lon: number
  /** A few words below its name. */
  note?: string
}

export type LatLon = Pick<MapPlace, 'lat' | 'lon'>

/** Markers nearer to each other than this, in pixels, become one. */
export const clusterPixels = 44

/** The outlines say no more when drawn larger. */
export const closestZoom = 8
/** Zoom at which a single place is shown: with the countries around it. */
export const placeZoom = 5
