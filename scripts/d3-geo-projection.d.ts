/** Types of the used part of a package without types. */
declare module 'd3-geo-projection' {
  import type { GeoProjection } from 'd3-geo'
  import type { FeatureCollection } from 'geojson'

  export function geoProject(
    object: FeatureCollection,
    projection: GeoProjection,
  ): FeatureCollection
}
