import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault, type FaultDetail } from '../../domain/fault.ts'
import type { By } from './by.ts'
import { checkOpened } from './opened-runs.ts'
import type { Planners } from './planner.ts'
import { validate } from './result-changes.ts'
import type { SignatureOrder } from './sign.ts'
import type { Sql } from './sql.ts'

/** A run of a series, with the hashes of the files that were read just before. */
interface RunOrder {
  uuid: string
  record_hash: string
  read: readonly string[]
}

export interface TogetherChange {
  type: 'analysis.validateTogether'
  order: Omit<SignatureOrder, 'record_hash'>
  runs: readonly RunOrder[]
}

export const togetherPlanners: Planners<TogetherChange> = {
  'analysis.validateTogether': (sql, { order, runs }, by, at) =>
    runs.map((run, index) => ({
      kind: 'analysis' as const,
      uuid: run.uuid,
      action: 'analysis.validate' as const,
      change: (before: Analysis | null) =>
        atRun(index, () => signOne(sql, before, { order, run }, by, at)),
    })),
}

/** Sign one run of a series, by the rules of a single signature, when its signer has opened it as it is. */
function signOne(
  sql: Sql,
  before: Analysis | null,
  { order, run }: { order: TogetherChange['order']; run: RunOrder },
  by: By,
  at: string,
) {
  const { uuid, record_hash, read } = run
  const single = {
    type: 'analysis.validate',
    uuid,
    order: { ...order, record_hash },
    read,
  } as const
  const signed = validate(sql, before, single, by, at)
  checkOpened(sql, run, by, at)
  return signed
}

/** Run a check of one run of a series; its fault names the run. */
function atRun<Value>(index: number, check: () => Value): Value {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new Fault(error.details.map((detail) => placeAt(index, detail)) as [FaultDetail])
  }
}

/** Put the place in a series before the field of a detail. */
export function placeAt(index: number, detail: FaultDetail): FaultDetail {
  const place = `runs.${index}`
  return { ...detail, field: detail.field ? `${place}.${detail.field}` : place }
}
