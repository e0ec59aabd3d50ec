import { useState } from 'react'
import type { Direction } from '../state/layout-steps/wells.ts'
import { keepItem } from '../keep-item.ts'

const directionKey = 'plate-direction'

/** Return the order in which wells are filled, along rows or down columns, as it was chosen last on this machine. */
export function readDirection(): Direction {
  return localStorage.getItem(directionKey) === 'down' ? 'down' : 'across'
}

/** Keep the order in which wells are filled, and remember a choice on this machine. */
export function useDirection() {
  const [direction, setDirection] = useState<Direction>(readDirection)
  const chooseDirection = (next: Direction) => {
    keepItem(directionKey, next)
    setDirection(next)
  }
  return { direction, chooseDirection }
}
