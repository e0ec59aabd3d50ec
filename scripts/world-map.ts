import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { geoEquirectangular } from 'd3-geo'
import { geoProject } from 'd3-geo-projection'
import type { MultiPolygon, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'
import type { Country } from '../web/parts/map/countries.ts'

const module = /\/web\/parts\/map\/countries\.ts$/
const atlas = join(import.meta.dirname, '..', 'node_modules', 'world-atlas', 'countries-110m.json')

/**
 * Put the map of the world (Natural Earth, public domain) into the module that the map reads it from: it is kept for
 * offline use like all other files, and no tile of anybody is asked for (decisions R11).
 */
export function worldMap(): Plugin {
  return {
    name: 'world-map',
    enforce: 'pre',
    load(id) {
      if (!module.test(id)) return null
      // Write a text to be parsed, which is read faster than the same written as code.
      const text = JSON.stringify(JSON.stringify(makeCountries()))
      return { code: `export const countries = JSON.parse(${text})`, moduleType: 'js' }
    },
  }
}

/**
 * Make the outlines of all countries, to a hundredth of a degree, cut at the 180th meridian: polygons over it would be
 * drawn as streaks across the whole map.
 */
export function makeCountries(): Country[] {
  const topology = JSON.parse(readFileSync(atlas, 'utf8')) as Topology<{
    countries: GeometryCollection
  }>
  const flat = geoEquirectangular()
    .scale(180 / Math.PI)
    .translate([0, 0])
    .reflectY(true)
    .precision(0)
  const { features } = geoProject(feature(topology, topology.objects.countries), flat)
  return features.map(({ geometry }) => polygonsOf(geometry as Polygon | MultiPolygon))
}

function polygonsOf(geometry: Polygon | MultiPolygon): Country {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return polygons.map((rings) =>
    rings.map((ring) => ring.map(([lon = 0, lat = 0]) => [round(lon), round(lat)])),
  )
}

function round(degrees: number): number {
  return Math.round(degrees * 100) / 100
}
