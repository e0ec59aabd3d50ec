import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { makeCountries } from '../../scripts/world-map.ts'

const countries = makeCountries()

it('the map of the world holds every country, and little else', () => {
  expect(countries.length).toBeGreaterThan(170)
  expect(gzipSync(JSON.stringify(countries)).length).toBeLessThan(60_000)
})

it('no outline runs across the map where the world is cut', () => {
  for (const ring of countries.flat(2)) {
    ring.forEach(([lon, lat], at) => {
      expect(Math.abs(lon) <= 180 && Math.abs(lat) <= 90).toBe(true)
      const [before] = ring[at - 1] ?? [lon]
      // Allow an edge that long along the south pole only.
      if (lat > -85) expect(Math.abs(lon - before)).toBeLessThan(90)
    })
  }
})
