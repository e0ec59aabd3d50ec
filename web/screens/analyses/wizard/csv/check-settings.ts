import type { ListType } from '../../../../../workers/files/sample-list/judge-rows.ts'
import type { ListSettings } from '../../../../../workers/files/sample-list/list-settings.ts'

/** Settings that must say something and do not, each with the reason of its fault (spec §5). */
export function checkSettings(
  settings: ListSettings,
  type: ListType,
): Partial<Record<keyof ListSettings, 'required'>> {
  const { header_sample, header_well, header_row, header_column } = settings
  const isNamed = header_sample.trim() !== ''
  const isPlaced =
    type === 'names' ||
    header_well.trim() !== '' ||
    (header_row.trim() !== '' && header_column.trim() !== '')
  return {
    ...(isNamed ? {} : { header_sample: 'required' as const }),
    ...(isPlaced ? {} : { header_well: 'required' as const }),
  }
}
