import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { canonicalJson } from '../../domain/canonical.ts'
import { contentSigned } from '../../domain/trail/signed.ts'
import { labSwarm } from '../../scripts/demo/companies.ts'
import { writeClean } from '../support/clean-run.ts'
import { password } from './pages.ts'

const headers = { 'X-Requested-With': 'XMLHttpRequest' }
const run = readFileSync(
  new URL('../fixtures/files/RDES_v1_0_example_amplification.tsv', import.meta.url),
  'utf8',
)

/** Header and six wells: read and computed in a moment. */
const smallRun = run.split('\n').slice(0, 7).join('\n')

/**
 * Return the run with some of its samples and targets only, under other names: a plate of a study. Four wells are of each
 * sample and target.
 */
export function plateOf(samples: Record<string, string>, targets: Record<string, string>): string {
  const [head = '', ...rows] = run.trim().split('\n')
  const kept = rows.flatMap((row) => {
    const [well, sample = '', type, target = '', ...rest] = row.split('\t')
    const names = [samples[sample], targets[target]]
    return names.every(Boolean) ? [[well, names[0], type, names[1], ...rest].join('\t')] : []
  })
  return [head, ...kept].join('\n')
}

async function ask(page: Page, path: string, body: object): Promise<{ uuid: string }> {
  const answer = await page.request.post(`/v3${path}`, { headers, ...body })
  expect(answer.ok(), path).toBe(true)
  return ((await answer.json()) as { data: { uuid: string } }).data
}

/** Import a run as an administrator, by the calls: it waits to be reviewed. */
export async function importRun(
  page: Page,
  name: string,
  text = smallRun,
): Promise<{ uuid: string }> {
  await ask(page, '/session/login', { data: { username: 'admin@aurora.example', password } })
  const fields = {
    uuid: crypto.randomUUID(),
    name,
    swarm_uuid: labSwarm,
    recipe_uuid: null,
    run: 0,
  }
  const buffer = Buffer.from(text)
  const file = { name: 'example.tsv', mimeType: 'text/tab-separated-values', buffer }
  return ask(page, '/analysis/import', { multipart: { fields: JSON.stringify(fields), file } })
}

/** Import a run in which nothing is found, as an administrator. */
export function importClean(page: Page, name: string, number: number): Promise<{ uuid: string }> {
  return importRun(page, name, writeClean(run, number))
}

/** Import and sign an analysis as an administrator, by the calls. */
export async function validateRun(
  page: Page,
  name: string,
  text?: string,
): Promise<{ uuid: string }> {
  const made = await importRun(page, name, text)
  const record_hash = createHash('sha256')
    .update(canonicalJson(contentSigned({ ...made })))
    .digest('hex')
  const signature = { password, meaning: 'authorship', comment: '', record_hash }
  await ask(page, `/analysis/validate/${made.uuid}`, { data: signature })
  return made
}

/** Import and sign an analysis as an administrator and request its certificate, by the calls. */
export async function requestCertificate(
  page: Page,
  name: string,
): Promise<{ analysis: string; certificate: string }> {
  const made = await validateRun(page, name)
  const { uuid } = await ask(page, '/certificates/create', {
    data: { analysis_uuid: made.uuid, note: 'For the dairy' },
  })
  await ask(page, `/certificates/request/${uuid}`, { data: {} })
  return { analysis: made.uuid, certificate: uuid }
}

/** Open a recall of a lot that no run names, by the calls. */
export async function openRecall(page: Page): Promise<string> {
  const subject = { kind: 'lot', bkit_uuid: crypto.randomUUID(), lot: 'L-0' }
  const { uuid } = await ask(page, '/recalls/create', { data: { subject, reason: 'A look at it' } })
  return uuid
}

/** Write a notification to nobody yet, by the calls. */
export async function draftNotification(page: Page): Promise<string> {
  const recipients = { profiles: [], companies: [], users: [] }
  const data = { title: 'Maintenance', message: 'On Friday at noon', recipients }
  const { uuid } = await ask(page, '/notifications/create', { data })
  return uuid
}

/** Return the id of a method of the samples. */
export async function findMethod(
  page: Page,
  table: 'process_recipes' | 'evaluation_recipes',
): Promise<string> {
  const answer = await page.request.post(`/v3/${table}/search`, { headers, data: {} })
  const { data } = (await answer.json()) as { data: { data: { uuid: string }[] } }
  const [first] = data.data
  if (!first) throw new Error(`The samples have no ${table}`)
  return first.uuid
}

/** Make an evaluation recipe that reads the imported run, by the calls. */
export async function makeEvaluation(page: Page, name: string): Promise<string> {
  const evaluation = {
    targets: [
      {
        name: 'SYBR',
        channel: 'FAM',
        role: 'target',
        threshold: { method: 'automatic', factor: 10 },
        baseline: { method: 'automatic' },
        cq_max: 40,
      },
    ],
    passive_reference: null,
    controls: { ntc_clean: false, positive_detected: false, internal_control: false },
    variables: [],
  }
  const data = { name, swarm_uuid: null, evaluation }
  return (await ask(page, '/evaluation_recipes/create', { data })).uuid
}
