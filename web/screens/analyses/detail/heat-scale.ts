/** Stops of a scale that rises evenly for the eye, dark to light, readable without colour. */
const stops: readonly (readonly [number, number, number])[] = [
  [59, 28, 90],
  [54, 92, 141],
  [39, 146, 137],
  [116, 198, 97],
  [240, 229, 92],
]

/** Return the colour `#rrggbb` at a share from 0 to 1 of the scale. */
export function heatColour(share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (stops.length - 1)
  const low = Math.min(stops.length - 2, Math.floor(at))
  const part = at - low
  const from = stops[low] ?? [0, 0, 0]
  const to = stops[low + 1] ?? from
  const hex = from.map((value, channel) =>
    Math.round(value + ((to[channel] ?? value) - value) * part)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${hex.join('')}`
}

/** The scale as a CSS gradient, for its legend. */
export const heatGradient = `linear-gradient(to right, ${[0, 0.25, 0.5, 0.75, 1].map(heatColour).join(', ')})`
