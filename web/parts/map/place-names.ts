/** A marker in pixels of the map: a pin with its tip at the place and a name, or a disc around its place without one. */
export interface PlacedMarker {
  x: number
  y: number
  name: { width: number; height: number } | null
}

/** Side of its pin at which a name has room; none where another marker or name is at each of them. */
export type NameSide = 'below' | 'right' | 'left' | 'above' | 'none'

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Breadth and height of a marker, and the room between a pin and its name. */
const [markerPixels, gapPixels] = [44, 2]
const sides = ['below', 'right', 'left', 'above'] as const

/** Say for each marker at which side its name covers nothing and is not covered. */
export function placeNames(markers: readonly PlacedMarker[]): NameSide[] {
  const taken = markers.map(boxOf)
  return markers.map((marker) => {
    const { name } = marker
    if (!name) return 'none'
    for (const side of sides) {
      const box = nameBox(marker, name, side)
      if (taken.some((other) => meet(box, other))) continue
      taken.push(box)
      return side
    }
    return 'none'
  })
}

function boxOf({ x, y, name }: PlacedMarker): Box {
  const half = markerPixels / 2
  const middle = name ? y - half : y
  return { left: x - half, right: x + half, top: middle - half, bottom: middle + half }
}

function nameBox(
  marker: PlacedMarker,
  { width, height }: { width: number; height: number },
  side: Exclude<NameSide, 'none'>,
): Box {
  const pin = boxOf(marker)
  const left =
    side === 'right' ? pin.right : side === 'left' ? pin.left - width : marker.x - width / 2
  const top =
    side === 'below'
      ? pin.bottom + gapPixels
      : side === 'above'
        ? pin.top - gapPixels - height
        : (pin.top + pin.bottom - height) / 2
  return { left, top, right: left + width, bottom: top + height }
}

/** Tell if two boxes have a common part, not counting a common edge. */
function meet(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  )
}
