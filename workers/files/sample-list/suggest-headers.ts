import {
  cellsOf,
  type ColumnPlaces,
  headerSettings,
  holdsWells,
  type ListHead,
} from './list-columns.ts'
import type { ListSettings } from './list-settings.ts'
import { headerKey } from '../../../domain/rules/list-words.ts'

/**
 * Suggest headers for columns that neither the settings nor the usual words find: wells by their cells, the name as the
 * only column left. A person decides.
 */
export function suggestHeaders(
  head: ListHead,
  places: ColumnPlaces,
): Partial<Pick<ListSettings, 'header_well' | 'header_sample'>> {
  const used = new Set(Object.values(places))
  const open = head.header.flatMap((text, at) =>
    text === '' || used.has(at) || head.ignored?.includes(headerKey(text)) ? [] : [at],
  )
  const isPlaced = places.well >= 0 || (places.wellRow >= 0 && places.wellColumn >= 0)
  const wells = isPlaced ? undefined : open.find((at) => holdsWells(cellsOf(head, at)))
  const left = open.filter((at) => at !== wells)
  const name = places.name < 0 && left.length === 1 ? left[0] : undefined
  const told = (at: number) => (head.header[at] ?? '').slice(0, 60)
  return {
    ...(wells === undefined ? {} : { [headerSettings.well]: told(wells) }),
    ...(name === undefined ? {} : { [headerSettings.name]: told(name) }),
  }
}
