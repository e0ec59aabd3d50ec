import type { Analysis } from '../../domain/entities/analysis.ts'
import type { AccountContext } from '../context.ts'
import { unwrap } from '../outcome.ts'

/** Heading of the column that says which version of a run counts; a table without such runs has none. */
export const correctionColumn = 'Correction'

/** Return the number of the newest signed version that corrects a run; undefined where its results count. */
export async function findCorrection(
  { own, by }: AccountContext,
  { uuid: analysis }: Pick<Analysis, 'uuid'>,
): Promise<number | undefined> {
  return (await unwrap(own.ask({ name: 'corrections', analysis }, by.sight))).signed
}

/** Say in a table that a later version corrects the results of a run, and what a corrected run replaces and why; empty for all others. */
export function sayCorrection(
  { corrects, version = 1, correction_reason: reason = '' }: Analysis,
  correctedBy: number | undefined,
): string {
  const words = [
    ...(correctedBy === undefined
      ? []
      : [`Superseded, version ${correctedBy} corrects these results`]),
    ...(corrects === undefined
      ? []
      : [`Version ${version} replaces version ${version - 1}: ${reason}`]),
  ]
  return words.join('; ')
}

/** Find what a table says of the correction of a run. */
export async function readCorrection(context: AccountContext, record: Analysis): Promise<string> {
  return sayCorrection(record, await findCorrection(context, record))
}

/** Mark the name of a file whose format has no place for what `sayCorrection` says in a table; empty for a run without a correction. */
export function markCorrection(
  { corrects, version = 1 }: Analysis,
  correctedBy: number | undefined,
): string {
  if (correctedBy !== undefined) return `-superseded-by-version-${correctedBy}`
  return corrects === undefined ? '' : `-correction-version-${version}`
}
