import Papa from 'papaparse'
import type { CartridgeType } from '../../../domain/catalog/cartridges.ts'
import type { Sample } from '../../../domain/entities/analysis.ts'
import { wellName } from '../../../domain/rules/well.ts'
import { formulaStart, plainCells } from '../formula-start.ts'
import type { ListSettings } from './list-settings.ts'

/**
 * Write an empty list to fill in, under the searched headers: a row for each well, with its present sample. Escape text
 * that a spreadsheet would take for a formula (decisions D75).
 */
export function writeListTemplate(
  shape: Pick<CartridgeType, 'rows' | 'columns'>,
  samples: readonly Omit<Sample, 'uuid'>[],
  settings: ListSettings,
): Uint8Array<ArrayBuffer> {
  const { header_well, header_row, header_column, header_sample } = settings
  const { header_type, header_mix, header_quantity } = settings
  const facts = [
    [header_type, 'sample_type'],
    [header_mix, 'well_type'],
    [header_quantity, 'quantity'],
  ] as const
  const asked = facts.filter(([header]) => header !== '')
  const isWhole = header_well !== ''
  const fields = [
    ...(isWhole ? [header_well] : [header_row, header_column]),
    header_sample,
    ...asked.map(([header]) => header),
  ]
  const data = Array.from({ length: shape.rows * shape.columns }, (_, index) => {
    const well = wellName(shape, index)
    const sample = samples.find(({ coordinates }) => coordinates.includes(well))
    return [
      ...(isWhole ? [well] : [well.slice(0, 1), well.slice(1)]),
      sample?.name ?? '',
      ...asked.map(([, fact]) => sample?.[fact] ?? ''),
    ]
  })
  const text = Papa.unparse(plainCells<unknown>([fields, ...data]), {
    newline: '\r\n',
    escapeFormulae: formulaStart,
  })
  return new TextEncoder().encode(`\uFEFF${text}\r\n`)
}
