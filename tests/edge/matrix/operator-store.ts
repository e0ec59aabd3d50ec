import { env } from 'cloudflare:test'
import { operatorCalls } from '../../../domain/calls/operator.ts'
import type { operatorStoreCalls } from '../../../domain/calls/operator-store.ts'
import { closeCompany } from '../../../edge/directory/closed-companies.ts'
import { sha256Hex } from '../../../edge/crypto/secret.ts'
import { companies } from '../../../scripts/demo/companies.ts'
import { must, operatorHeaders, send } from '../lab.ts'
import { emptyStore, readPages, sendPage } from '../backup-pages.ts'
import type { Examples } from './example.ts'

const asOperator = { sender: send, headers: operatorHeaders }
const bytes = new TextEncoder().encode('a small file')
const hash = sha256Hex(bytes)
const reason = 'drill of the year'

/** Make a company without people, which no other test uses. */
async function makeCompany(name: string): Promise<{ company: string; name: string }> {
  const company = crypto.randomUUID()
  await must(
    send(operatorCalls.createCompany, {
      headers: operatorHeaders,
      body: { company: { ...companies[0]?.company, uuid: company, name }, swarms: [], users: [] },
    }),
  )
  return { company, name }
}

/** Lose the store of a company and its rows of the directory, and return the pages of its backup. */
async function lose(): Promise<{ company: string; pages: string[] }> {
  const { company } = await makeCompany(`lost ${crypto.randomUUID()}`)
  const pages = await readPages(company)
  await emptyStore(company)
  return { company, pages }
}

let restoredFiles = 0

export const operatorStoreExamples: Examples<typeof operatorStoreCalls> = {
  listCompanies: () => ({ ...asOperator, body: {} }),
  measureStores: (world) => ({ ...asOperator, body: { company_uuids: [world.lab.company] } }),
  fleetIndex: () => ({ ...asOperator, body: {} }),
  backup: async (world) => {
    const { company } = await makeCompany(world.word())
    return { ...asOperator, body: { company_uuid: company } }
  },
  listBlobs: (world) => ({ ...asOperator, body: { company_uuid: world.home.company } }),
  readBlob: async ({ home }) => {
    await env.BLOBS.put(`${home.company}/${hash}`, bytes)
    return { ...asOperator, body: { company_uuid: home.company, hash } }
  },
  listReleases: (world) => ({ ...asOperator, body: { company_uuid: world.home.company } }),
  restoreReleases: ({ home }) => {
    // Give another name each time: a file that is there, with whatever text, is not written over.
    restoredFiles += 1
    const files = [{ name: `${900 + restoredFiles}.targets.json`, text: '{}' }]
    return { ...asOperator, body: { company_uuid: home.company, files } }
  },
  restoreBlob: async () => {
    const { company } = await lose()
    const form = new FormData()
    form.set('fields', JSON.stringify({ company_uuid: company, hash }))
    form.set('file', new File([bytes], hash))
    return { ...asOperator, body: form }
  },
  restore: async () => {
    const { company, pages } = await lose()
    const form = new FormData()
    form.set('fields', JSON.stringify({ company_uuid: company }))
    form.set('page', new File([pages[0] ?? ''], 'page.ndjson'))
    return { ...asOperator, body: form }
  },
  openRestored: async () => {
    const { company, pages } = await lose()
    for (const page of pages) await must(sendPage(company, page))
    return { ...asOperator, body: { company_uuid: company, reason } }
  },
  rewind: {
    answers: { status: 409, reason: 'rewind_off', why: 'the embedded platform keeps no moments' },
    prepare: async (world) => {
      const { company } = await makeCompany(world.word())
      const at = new Date(Date.now() - 60_000).toISOString()
      return { ...asOperator, body: { company_uuid: company, to: { at } } }
    },
  },
  explainRewound: async (world) => {
    const { company } = await makeCompany(world.word())
    // Sign as if the store had held more entries once.
    await env.BLOBS.put(`anchors/${company}/000000000009999.note`, 'of what was lost')
    return { ...asOperator, body: { company_uuid: company, reason } }
  },
  erase: async (world) => {
    const { company, name } = await makeCompany(world.word())
    await closeCompany(env.DIRECTORY, company, new Date().toISOString())
    return { ...asOperator, body: { company_uuid: company, confirm: name, reason } }
  },
}
