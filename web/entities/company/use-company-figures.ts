import { useMemo } from 'react'
import { companyCalls, type CompanyFigures } from '../../../domain/calls/companies.ts'
import { whyNotCall } from '../../record/rights.ts'
import { askedRows, type Source, useRows } from '../../record/use-rows.ts'

const figureRows = askedRows(companyCalls.figures)
const noFigures: Source<CompanyFigures> = { read: async () => [] }

/** Load the figures of the companies by their ids, for the provider; empty until they are known, null for other people. */
export function useCompanyFigures(): ReadonlyMap<string, CompanyFigures> | null {
  const maySee = whyNotCall(companyCalls.figures) === null
  const { rows } = useRows(maySee ? figureRows : noFigures)
  return useMemo(
    () => (maySee ? new Map((rows ?? []).map((one) => [one.uuid, one])) : null),
    [rows, maySee],
  )
}
