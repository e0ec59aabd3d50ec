import { useState } from 'react'
import { keepItem } from '../../../../keep-item.ts'

const key = 'plate-width'

/** Return the width of the plate beside the curves as the person set it on this computer, null for its own. */
export function usePlateWidth(): [number | null, (width: number | null) => void] {
  const [width, setWidth] = useState(() => Number(localStorage.getItem(key)) || null)
  const keep = (next: number | null) => {
    setWidth(next)
    if (next === null) localStorage.removeItem(key)
    else keepItem(key, String(next))
  }
  return [width, keep]
}
