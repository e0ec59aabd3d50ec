import * as v from 'valibot'
import { entity } from '../entity.ts'
import { Name, stamps } from '../fields.ts'

/** A make of instrument, kept by the provider for all companies (decisions D1). */
export const InstrumentType = v.strictObject({
  ...stamps,
  name: Name,
  manufacturer: Name,
  model: Name,
})
export type InstrumentType = v.InferOutput<typeof InstrumentType>

export const instrumentType = entity({
  kind: 'instrument_type',
  path: '/instruments_types',
  permission: 'instrumentsType.search',
  schema: InstrumentType,
  indexes: ['name'],
  filters: ['manufacturer', 'model'],
  home: 'provider',
  scope: 'company',
  local: { table: 'instrumentsType', collection: 'instruments' },
  trash: 'instruments_types',
})
