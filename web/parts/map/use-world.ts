import { type RefObject, useEffect, useState } from 'react'
import Feature from 'ol/Feature.js'
import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import MultiPolygon from 'ol/geom/MultiPolygon.js'
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js'
import { defaults } from 'ol/interaction/defaults.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import { makeColorReader } from '../chart/canvas.ts'
import { useThemeVersion } from '../chart/use-chart-room.ts'
import { type Country, countries } from './countries.ts'
import { closestZoom } from './map-place.ts'

/** Ends of the map in metres of the projection, with room for a marker at the 180th meridian. */
const [side, south, north] = [21_600_000, -8_400_000, 18_400_000]

/** The outlines, made once. */
let world: VectorSource | null = null

/** Draw the map of the world in an element, in the colours of the theme; null before it is ready. Fetch nothing. */
export function useWorld(
  frame: RefObject<HTMLElement | null>,
  target: RefObject<HTMLElement | null>,
): OlMap | null {
  const [map, setMap] = useState<OlMap | null>(null)
  const theme = useThemeVersion()
  useEffect(() => {
    if (!frame.current || !target.current) return undefined
    const made = makeMap(target.current, frame.current)
    setMap(made)
    return () => {
      setMap(null)
      made.setTarget()
      made.dispose()
    }
  }, [frame, target])
  useEffect(() => {
    const element = target.current
    if (!map || !element) return
    const [layer] = map.getLayers().getArray()
    ;(layer as VectorLayer).setStyle(styleOf(element))
  }, [map, theme, target])
  return map
}

function makeMap(target: HTMLElement, frame: HTMLElement): OlMap {
  world ??= new VectorSource({ features: countries.map(outline), wrapX: false })
  const duration = stepMs()
  const interactions = defaults({
    altShiftDragRotate: false,
    pinchRotate: false,
    doubleClickZoom: false,
    mouseWheelZoom: false,
    zoomDuration: duration,
  })
  // Zoom only with the focus: elsewhere the wheel moves the page.
  interactions.push(new MouseWheelZoom({ onFocusOnly: true, duration }))
  return new OlMap({
    target,
    // Let the keys move the map from a marker as well.
    keyboardEventTarget: frame,
    controls: [],
    interactions,
    layers: [new VectorLayer({ source: world, updateWhileAnimating: true })],
    view: new View({
      center: [0, 3_000_000],
      zoom: 1,
      maxZoom: closestZoom,
      extent: [-side, south, side, north],
      enableRotation: false,
      smoothExtentConstraint: false,
      smoothResolutionConstraint: false,
    }),
  })
}

function outline(polygons: Country): Feature {
  return new Feature(new MultiPolygon(polygons).transform('EPSG:4326', 'EPSG:3857'))
}

function styleOf(element: HTMLElement): Style {
  const color = makeColorReader(element)
  return new Style({
    fill: new Fill({ color: color('var(--map-land)') }),
    stroke: new Stroke({ color: color('var(--map-border)'), width: 0.75 }),
  })
}

/** Return the duration of the map's animations in ms. */
export function stepMs(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200
}
