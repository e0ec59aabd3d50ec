import type { ReadonlySignal } from '@preact/signals-react'
import { personalSignal } from './personal.ts'
import { account } from './session.ts'
import { keepItem } from '../keep-item.ts'

/** A guided tour that is under way, at one of its steps, counted from 0. */
export interface TourPlace {
  id: string
  step: number
}

const current = personalSignal<TourPlace | null>(null)

/** The tour on show. */
export const tour: ReadonlySignal<TourPlace | null> = current

export function goTour(place: TourPlace): void {
  current.value = place
  keepItem(keptName(), `${place.id} ${place.step}`)
  // Offer no tour to a person who has begun one.
  noteTourOffered()
}

/** End the tour. One that was ended before its last step is resumed from the help. */
export function endTour({ isDone }: { isDone: boolean }): void {
  current.value = null
  if (isDone) localStorage.removeItem(keptName())
}

/** Read the step at which a tour was left; 0 where it was not begun. */
export function readLeft(id: string): number {
  const [kept, step] = (localStorage.getItem(keptName()) ?? '').split(' ')
  return kept === id ? Number(step) || 0 : 0
}

/** Tell if the person has answered the offer of a tour, on this machine. */
export function isTourOffered(): boolean {
  return localStorage.getItem(offeredName()) !== null
}

export function noteTourOffered(): void {
  keepItem(offeredName(), '1')
}

const keptName = () => `tour ${account.peek()?.uuid ?? ''}`
const offeredName = () => `tour-offered ${account.peek()?.uuid ?? ''}`
