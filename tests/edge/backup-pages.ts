import { env, runInDurableObject } from 'cloudflare:test'
import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { type BackupCursor, readBackupPage } from '../../domain/trail/backup.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import { must, operatorHeaders, send } from './lab.ts'

/** Read the whole backup of a company, page by page. @param between is awaited before each further page */
export async function readPages(
  company: string,
  between: (next: BackupCursor) => Promise<void> = async () => {},
): Promise<string[]> {
  const pages: string[] = []
  let after: BackupCursor | null = null
  for (;;) {
    const body = { company_uuid: company, after }
    const answer = await must(send(operatorStoreCalls.backup, { headers: operatorHeaders, body }))
    const text = new TextDecoder().decode(answer.data)
    pages.push(text)
    const page = readBackupPage(text, trailTools)
    if (!page) throw new Error('not a page')
    if ('end' in page.end) return pages
    after = page.end.next
    await between(after)
  }
}

export function sendPage(company: string, page: string) {
  const form = new FormData()
  form.set('fields', JSON.stringify({ company_uuid: company }))
  form.set('page', new File([page], 'page.ndjson'))
  return send(operatorStoreCalls.restore, { headers: operatorHeaders, body: form })
}

/** Lose the store, and all rows of the company in the directory. */
export async function emptyStore(company: string): Promise<void> {
  const stub = env.COMPANY_STORE.getByName(company)
  await runInDurableObject(stub, (store) => store.erase())
  await env.DIRECTORY.batch(
    [
      'DELETE FROM logins WHERE company_uuid = ?1',
      'DELETE FROM devices WHERE company_uuid = ?1',
      'DELETE FROM api_keys WHERE company_uuid = ?1',
      'DELETE FROM companies WHERE uuid = ?1',
    ].map((query) => env.DIRECTORY.prepare(query).bind(company)),
  )
}
