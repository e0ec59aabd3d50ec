import type { Place } from '../../../../workers/files/refuse-file.ts'
import { t } from '../../../i18n/intl.ts'

const parts = [
  'member',
  'line',
  'row',
  'rows',
  'column',
  'path',
  'well',
  'wells',
  'target',
] as const

/** Describe a place in a file; empty for the whole file. */
export function placeText(place: Place): string {
  return parts
    .filter((part) => place[part] !== undefined && place[part] !== '')
    .map((part) => t(`import.place.${part}`, { value: String(place[part]) }))
    .join(', ')
}
