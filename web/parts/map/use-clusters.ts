import { useEffect, useState } from 'react'
import Feature from 'ol/Feature.js'
import type OlMap from 'ol/Map.js'
import Point from 'ol/geom/Point.js'
import ClusterSource from 'ol/source/Cluster.js'
import VectorSource from 'ol/source/Vector.js'
import { clusterPixels, type MapPlace } from './map-place.ts'
import { coordinateOf } from './move-map.ts'

/** Places of one marker: one, or several that are too near to each other. */
export interface Cluster {
  id: string
  coordinate: number[]
  places: MapPlace[]
}

/** Return the markers for some places, as many as have room at the map's zoom. Keep `places` stable. */
export function useClusters(map: OlMap | null, places: readonly MapPlace[]): readonly Cluster[] {
  const [clusters, setClusters] = useState<readonly Cluster[]>([])
  useEffect(() => {
    if (!map) return undefined
    const features = places.map(
      (place) => new Feature({ geometry: new Point(coordinateOf(place)), place }),
    )
    const source = new ClusterSource({
      source: new VectorSource({ features }),
      distance: clusterPixels,
    })
    let drawn: number | undefined
    const look = () => {
      const view = map.getView()
      const resolution = view.getResolution()
      if (resolution === undefined || resolution === drawn) return
      drawn = resolution
      source.loadFeatures(view.calculateExtent(), resolution, view.getProjection())
      setClusters(source.getFeatures().map(readCluster))
    }
    look()
    map.on('moveend', look)
    return () => {
      map.un('moveend', look)
      source.setSource(null)
    }
  }, [map, places])
  return clusters
}

function readCluster(feature: Feature): Cluster {
  const places = (feature.get('features') as Feature[]).map((one) => one.get('place') as MapPlace)
  return {
    id: places.map(({ id }) => id).join(' '),
    coordinate: (feature.getGeometry() as Point).getCoordinates(),
    places,
  }
}
