import { Geolocation } from '../../../../domain/entities/company.ts'
import { checkFields, type FieldTexts } from '../../../state/form-faults.ts'

/** A place as it is being given: each half on its own, none of them for no place. */
export interface PlaceDraft {
  latitude: number | null
  longitude: number | null
}

export const noPlace: PlaceDraft = { latitude: null, longitude: null }

export function draftOf(place: Geolocation | null | undefined): PlaceDraft {
  return place ? { ...place } : noPlace
}

export function sameDraft(one: PlaceDraft, other: PlaceDraft): boolean {
  return one.latitude === other.latitude && one.longitude === other.longitude
}

/** What is wrong with it, at its halves. No place at all is nothing wrong. */
export function findPlaceProblems(draft: PlaceDraft): FieldTexts {
  if (sameDraft(draft, noPlace)) return {}
  const given = Object.entries(draft).filter(([, degrees]) => degrees !== null)
  return checkFields(Geolocation, Object.fromEntries(given))
}

/** The place, where it is whole and on the earth; else null. */
export function placeOf({ latitude, longitude }: PlaceDraft): Geolocation | null {
  if (latitude === null || longitude === null) return null
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}
