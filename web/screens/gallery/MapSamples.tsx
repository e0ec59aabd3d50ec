import { useMemo, useState } from 'react'
import { Segments } from '../../parts/form/Segments.tsx'
import type { LatLon, MapPlace } from '../../parts/map/map-place.ts'
import { PlaceMap } from '../../parts/map/PlaceMap.tsx'
import { PlacePicker } from '../../parts/map/PlacePicker.tsx'

const single: MapPlace[] = [
  { id: 'udine', name: 'Udine', lat: 46.06, lon: 13.24, note: 'One place alone' },
  { id: 'lima', name: 'Lima', lat: -12.05, lon: -77.04 },
  { id: 'suva', name: 'Suva', lat: -18.14, lon: 178.44, note: 'Near the edge of the map' },
]

/** Return places so near to one that they share a marker until the map is zoomed in. */
function around(name: string, lat: number, lon: number, count: number): MapPlace[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `${name} ${at}`,
    name: `${name} ${at + 1}`,
    lat: lat + Math.floor(at / 6) * 0.4,
    lon: lon + (at % 6) * 0.4,
  }))
}

export function MapSamples() {
  const [open, setOpen] = useState<string | null>(null)
  const [shown, setShown] = useState<'some' | 'many'>('many')
  const [picked, setPicked] = useState<LatLon | null>(null)
  const places = useMemo(
    () =>
      shown === 'some'
        ? single
        : [...single, ...around('Graz', 47, 15, 24), ...around('Porto', 41, -8, 9)],
    [shown],
  )
  return (
    <>
      <Segments
        label="Places"
        value={shown}
        choices={[
          { value: 'some', label: 'Three places' },
          { value: 'many', label: 'Clusters' },
        ]}
        onChange={setShown}
      />
      <PlaceMap
        label="Made-up places"
        places={places}
        open={open}
        onOpen={setOpen}
        describe={({ lat, lon }) => (
          <p>
            {lat.toFixed(2)}, {lon.toFixed(2)}
          </p>
        )}
      />
      <PlacePicker label="Press where it is" value={picked} onPick={setPicked} />
    </>
  )
}
