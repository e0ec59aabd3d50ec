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
 * Headers of the file for what neither the settings nor the usual words find: wells by what stands under them, the
 * name as the only column that is left. Only proposed: a person says whether they are meant.
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
