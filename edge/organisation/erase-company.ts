import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from '../../domain/trail/bytes.ts'
import type { ErasedPart } from '../../domain/trail/erasure.ts'
import { keepErasure } from '../anchors.ts'
import { eraseBlobs, listBlobs } from '../files/blobs.ts'
import type { CallContext } from '../context.ts'
import { beginErasing } from '../directory/closed-companies.ts'
import { findProvider } from '../directory/companies.ts'
import { eraseCompanyRows } from '../directory/company-rows.ts'
import { fleetIndex } from '../fleet/open-index.ts'
import { unwrap } from '../outcome.ts'
import { forgetClosedRows } from './closed-rows.ts'

/** Counts of what was erased, and the signed note about it. */
interface Erased {
  records: number
  entries: number
  files: number
  logins: number
  mails: number
  proof: string
}

/**
 * Erase a closed company: sign a note and keep it beside the anchors, then files, store and rows of the directory. One that broke
 * off is finished by asking again, with the note that was signed first. Nothing is kept or erased of a company that is open by now.
 * @throws Fault `refused` for a company that was opened again.
 * @param announce is called with the note while the company's people are still known.
 */
export async function eraseCompany(
  { env, store }: Pick<CallContext, 'env' | 'store'>,
  company: string,
  reason: string,
  announce: (note: string) => Promise<void> = async () => {},
): Promise<Erased> {
  const own = store(company)
  const signed = await own.signErasure(reason, await describeFiles(env, company))
  // Expect nothing to be signed where an erasing broke off after the store: its note is kept already.
  if (!signed.ok && signed.errors[0]?.code !== 'not_found') await unwrap(signed)
  const { records, entries, proof } = signed.ok
    ? signed.value
    : { records: 0, entries: 0, proof: '' }
  await beginErasing(env.DIRECTORY, company)
  const kept = await keepErasure(env, company, proof)
  if (signed.ok) await announce(kept)
  const files = await eraseBlobs(env, company)
  await own.erase()
  // Forget it here too: its store left when it was closed, if the index could be reached then.
  await fleetIndex(env).forget(company)
  const provider = await findProvider(env.DIRECTORY)
  if (provider) await unwrap(store(provider.uuid).forgetFacts(company))
  await forgetClosedRows(env, company)
  const rows = await eraseCompanyRows(env.DIRECTORY, company)
  return { records, entries, files, ...rows, proof: kept }
}

/** Count the files of a company, and hash their hashes in order. */
async function describeFiles(env: Env, company: string): Promise<ErasedPart> {
  const hash = sha256.create()
  let count = 0
  for (let after: string | null = null; ;) {
    // Read page after page, since each begins where the one before ends.
    // oxlint-disable-next-line no-await-in-loop
    const page: Awaited<ReturnType<typeof listBlobs>> = await listBlobs(env, company, after)
    for (const blob of page.blobs) hash.update(new TextEncoder().encode(`${blob.hash}\n`))
    count += page.blobs.length
    if (page.next === null) return { kind: 'file', count, hash: toHex(hash.digest()) }
    after = page.next
  }
}
