import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { aboutCalls } from '../../domain/calls/about.ts'
import { type BackupCursor, readBackupPage } from '../../domain/trail/backup.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import type { Deployment } from './deployment.ts'
import { type Manifest, NewFolder, pageName, sha256 } from './folder.ts'

/** Write the backup of a company into a new folder: pages first, then every file that is there by then. */
export async function exportCompany(
  deployment: Deployment,
  company: string,
  path: string,
): Promise<Manifest> {
  const { version } = (await deployment.ask(aboutCalls.health)) as { version: string }
  const at = new Date().toISOString()
  const folder = new NewFolder(path)
  const { pages, origin, size } = await exportPages(deployment, company, folder)
  const blobs = await exportBlobs(deployment, company, folder)
  await exportReleases(deployment, company, folder)
  return folder.finish({
    company_uuid: company,
    origin,
    url: deployment.url,
    version,
    at,
    size,
    pages,
    blobs,
  })
}

/**
 * Export companies one after the other, and go on after one that fails: it would leave all behind it without a backup.
 * @returns those that have none, with the reason.
 */
export async function exportEach(
  companies: readonly string[],
  exportOne: (company: string) => Promise<void>,
): Promise<{ company: string; error: Error }[]> {
  const failed: { company: string; error: Error }[] = []
  for (const company of companies) {
    try {
      // Export one after the other: each holds its pages in memory.
      // oxlint-disable-next-line no-await-in-loop
      await exportOne(company)
    } catch (error) {
      failed.push({ company, error: error instanceof Error ? error : new Error(String(error)) })
    }
  }
  return failed
}

async function exportPages(
  deployment: Deployment,
  company_uuid: string,
  folder: NewFolder,
): Promise<Pick<Manifest, 'pages' | 'origin' | 'size'>> {
  let after: BackupCursor | null = null
  let from: number | null = null
  for (let number = 1; ; number++) {
    const bytes = await deployment.read(operatorStoreCalls.backup, { company_uuid, after })
    const page = readBackupPage(Buffer.from(bytes).toString('utf8'), trailTools)
    if (!page) throw new Error('what the deployment answers is no page of a backup')
    folder.write(pageName(number), bytes)
    const { origin, size } = page.head
    from ??= size
    if ('end' in page.end) return { pages: number, origin, size: { from, to: size } }
    after = page.end.next
  }
}

async function exportBlobs(
  deployment: Deployment,
  company_uuid: string,
  folder: NewFolder,
): Promise<number> {
  let count = 0
  let after: string | null = null
  do {
    const listed = (await deployment.ask(operatorStoreCalls.listBlobs, {
      company_uuid,
      after,
    })) as { blobs: { hash: string }[]; next: string | null }
    for (const { hash } of listed.blobs) {
      const bytes = await deployment.read(operatorStoreCalls.readBlob, { company_uuid, hash })
      if (sha256(bytes) !== hash) throw new Error(`the file ${hash} came damaged`)
      folder.write(`blobs/${hash}`, bytes)
      count += 1
    }
    after = listed.next
  } while (after !== null)
  return count
}

/** Write the release files of the provider: devices refuse older ones, so their numbers must go on (decision 68). */
async function exportReleases(
  deployment: Deployment,
  company_uuid: string,
  folder: NewFolder,
): Promise<void> {
  const files = (await deployment.ask(operatorStoreCalls.listReleases, { company_uuid })) as {
    name: string
    text: string
  }[]
  for (const { name, text } of files) folder.write(`releases/${name}`, Buffer.from(text))
}
