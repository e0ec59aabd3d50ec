import type { instrumentTypeCalls } from '../../domain/calls/instrument-types.ts'
import { instrumentType } from '../../domain/entities/instrument-type.ts'
import type { Handlers } from '../mount.ts'
import { searchHandler } from './reads.ts'
import { createHandler, editHandler } from './writes.ts'

export const instrumentTypes: Handlers<typeof instrumentTypeCalls> = {
  search: searchHandler(instrumentType),
  create: createHandler(instrumentType),
  edit: editHandler(instrumentType),
}
