import { InstrumentType, instrumentType } from '../entities/instrument-type.ts'
import { createRow, editRow, searchRow } from './record-rows.ts'

const { name, manufacturer, model } = InstrumentType.entries

export const instrumentTypeCalls = {
  search: searchRow(instrumentType),
  create: createRow(instrumentType, 'instrumentsType.edit', { name, manufacturer, model }),
  edit: editRow(instrumentType, 'instrumentsType.edit', { name, manufacturer, model }),
}
