import { readCfx } from '../cfx/read-cfx.ts'
import { cfxKind } from '../cfx/table-kinds.ts'
import type { FileContent } from '../file-content.ts'
import type { ImportedFile } from '../imported-run.ts'
import { readLightcycler } from '../lightcycler/read-lightcycler.ts'
import { lightcyclerKind } from '../lightcycler/table-kinds.ts'
import { readMxpro } from '../mxpro/read-mxpro.ts'
import { mxproKind } from '../mxpro/table-kinds.ts'
import { readQuantstudio } from '../quantstudio/read-tables.ts'
import { kindOf } from '../quantstudio/table-kinds.ts'
import { readRotorgene } from '../rotorgene/read-rotorgene.ts'
import { rotorKind } from '../rotorgene/table-kinds.ts'
import { readCurveTables } from '../curve-tables/read-curve-tables.ts'
import { curveKind } from '../curve-tables/table-kinds.ts'
import type { Sheet } from './sheet.ts'

/** Software whose exported tables are read. */
export interface TableVendor {
  /** True for the header of one of its tables; the keys are those of `keyOf`. */
  isHead: (keys: readonly string[]) => boolean
  /** True for the header of a table with its amplification curves. */
  isCurves: (keys: readonly string[]) => boolean
  /** Reads sheets of samples beside the curves, so that one below them may become such a sheet. */
  takesLayouts?: true
  /** Reads all sheets of a file; throws `Fault('invalid')`. */
  read: (sheets: readonly Sheet[], content: FileContent) => ImportedFile
}

const quantstudio: TableVendor = {
  isHead: (keys) => kindOf(keys) !== null,
  isCurves: (keys) => ['amplification', 'dyes'].includes(kindOf(keys) ?? ''),
  read: readQuantstudio,
}

const cfx: TableVendor = {
  isHead: (keys) => cfxKind(keys) !== null,
  isCurves: (keys) => cfxKind(keys) === 'amplification',
  takesLayouts: true,
  read: readCfx,
}

const lightcycler: TableVendor = {
  isHead: (keys) => lightcyclerKind(keys) !== null,
  isCurves: (keys) => lightcyclerKind(keys) === 'raw',
  read: readLightcycler,
}

const rotorgene: TableVendor = {
  isHead: (keys) => rotorKind(keys) !== null,
  isCurves: (keys) => ['curves', 'curve rows'].includes(rotorKind(keys) ?? ''),
  read: readRotorgene,
}

const mxpro: TableVendor = {
  isHead: (keys) => mxproKind(keys) !== null,
  isCurves: (keys) => ['readings', 'plots'].includes(mxproKind(keys) ?? ''),
  read: readMxpro,
}

/** Tables of curves of any other program; asked only where no vendor knows a table of the file. */
export const otherTables: TableVendor = {
  isHead: (keys) => curveKind(keys) !== null,
  isCurves: (keys) => curveKind(keys)?.phase === 'amplification',
  takesLayouts: true,
  read: readCurveTables,
}

/**
 * Every vendor: a file is recognised by their headers, and read by the one that has most of its tables. Of two with as many the
 * first one reads it.
 */
export const tableVendors: readonly TableVendor[] = [
  quantstudio,
  cfx,
  lightcycler,
  rotorgene,
  mxpro,
]
