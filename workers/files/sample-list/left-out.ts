import type { FaultParams } from '../../../domain/fault.ts'

/** Why a row of a list is not taken; the interface has a text for each, as for a fault. */
export interface Problem {
  reason: string
  params: FaultParams
}

/** A row that is not taken. */
export interface LeftOut extends Problem {
  row: number
  name: string
}
