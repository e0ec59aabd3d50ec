import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { readBlob } from './blobs.ts'

/** List the hashes of the files that a decision on an analysis rests on: its curves and its newest results. */
export function filesBehind({
  curves_hash,
  results,
}: Pick<Analysis, 'curves_hash' | 'results'>): string[] {
  return [curves_hash, results.at(-1)?.hash].filter((hash) => typeof hash === 'string')
}

/**
 * Read files from the bucket and compare them with their hashes, before something is signed, certified or released on them.
 * @returns the hashes, for `checkRead` within the transaction.
 * @throws Fault `refused` with the reason `files_missing` or `file_damaged`.
 */
export async function readBeforeSigning(
  env: Env,
  company: string,
  hashes: readonly string[],
): Promise<string[]> {
  for (const hash of hashes) {
    await readBlob(env, company, hash).catch((error: unknown) => {
      if (!(error instanceof Fault) || error.code !== 'not_found') throw error
      throw new Fault('refused', 'Curves or results are not there: nothing is signed on them', {
        reason: 'files_missing',
      })
    })
  }
  return [...hashes]
}

/** @throws Fault `stale` when the record has other files by now than those that were read. */
export function checkRead(read: readonly string[], behind: readonly string[]): void {
  if (behind.every((hash) => read.includes(hash))) return
  throw new Fault('stale', 'The analysis changed meanwhile', { reason: 'changed_meanwhile' })
}
