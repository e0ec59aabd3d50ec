// The service answers from memory: an answer must be late, or missing, at an exact moment.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { MissingAnalysis } from '../../web/screens/analyses/shared/MissingAnalysis.tsx'
import { AnalysesScreen } from '../../web/screens/analyses/AnalysesScreen.tsx'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { analysis } from '../../domain/entities/analysis.ts'
import {
  closeRecords,
  isWindowed,
  openRecords,
  pulledAt,
  records,
  recordsReady,
} from '../../web/state/records.ts'
import { workOffline } from '../../web/state/mode.ts'
import { useRecord } from '../../web/state/use-records.ts'
import { uuidOf } from '../support/uuid-of.ts'
import { analysisRecord } from './local-bench-records.ts'
import { MemoryEdge } from './local-edge.ts'
import { mount } from './mount.tsx'

let edge: MemoryEdge

/** Open the records of somebody who has not used this machine before. */
async function openSomebodys(): Promise<void> {
  const uuid = uuidOf(Math.floor(Math.random() * 1e9) * 100 + 11)
  const permissions = ['analysis.search']
  await openRecords({ uuid, company_uuid: uuidOf(503), scope: 'scope', permissions }, () => {})
}

/** Open the records of a person whose machine has the newest 10 of 30 analyses. */
beforeEach(async () => {
  edge = new MemoryEdge()
  edge.gone = true
  vi.stubGlobal('fetch', edge.fetch)
  edge.records = Array.from({ length: 30 }, (_, at) => analysisRecord(at + 1))
  await openSomebodys()
  const { store } = records.value!
  const first = { newest: 30, below: 21, since: '2026-01-01T08:21:00.000Z', taken: 10, most: 10 }
  await store.takePage('analyses', edge.records.slice(20), {
    from: { seq: 0 },
    to: {
      seq: 0,
      first: { ...first, open: 0 },
      refreshed: 1,
      pulledAt: 1,
      aside: [],
      generation: '',
      kinds: 'analysis,study',
    },
  })
  await vi.waitUntil(() => isWindowed.value, 10_000)
  edge.gone = false
  records.value?.tell('resync')
  await vi.waitUntil(() => recordsReady.value, 10_000)
})
afterEach(async () => {
  await closeRecords()
  vi.unstubAllGlobals()
})

function Shown({ number }: { number: number }) {
  const record = useRecord(analysis, uuidOf(number))
  if (record === undefined) return <p>Loading</p>
  return record ? <p>{record.name}</p> : <MissingAnalysis />
}

const text = (words: string) => page.getByText(words, { exact: true })

test('issue 21: a link to an analysis that is not on this machine shows it, and keeps it', async () => {
  mount(<Shown number={4} />)
  await expect.element(text('Plate 4')).toBeVisible()
  edge.gone = true
  expect((await records.value?.store.find(`analysis|${uuidOf(4)}`))?.seq).toBe(4)
})

test('issue 21: what changes in it later arrives, and it goes when it is deleted', async () => {
  mount(<Shown number={4} />)
  await expect.element(text('Plate 4')).toBeVisible()
  edge.put(analysisRecord(4, { name: 'Renamed' }))
  records.value?.tell('resync')
  await expect.element(text('Renamed')).toBeVisible()
  edge.put({ kind: 'analysis', uuid: uuidOf(4), body: null })
  records.value?.tell('resync')
  await expect.element(text('This analysis cannot be found')).toBeVisible()
})

test('issue 21: one that the service does not have either cannot be found', async () => {
  mount(<Shown number={99} />)
  await expect.element(text('This analysis cannot be found')).toBeVisible()
})

test('issue 21: one that came with the first pull stays when the next one ends', async () => {
  await closeRecords()
  edge.gone = true
  await openSomebodys()
  mount(<Shown number={4} />)
  await expect.element(text('This analysis cannot be found')).toBeVisible()
  edge.gone = false
  records.value?.tell('resync')
  await expect.element(text('Plate 4')).toBeVisible()
  for (const name of ['Renamed', 'Renamed again']) {
    const before = pulledAt.value ?? 0
    edge.put(analysisRecord(5, { name }))
    records.value?.tell('resync')
    await vi.waitUntil(() => (pulledAt.value ?? 0) > before, 10_000)
    await expect.element(text('Plate 4')).toBeVisible()
  }
})

test('issue 21: without the service it is said that it is not on this machine, and it comes with the service', async () => {
  edge.gone = true
  mount(<Shown number={4} />)
  await expect.element(text('This analysis is not on this machine')).toBeVisible()
  edge.gone = false
  records.value?.tell('resync')
  await expect.element(text('Plate 4')).toBeVisible()
})

test('issue 21: one that is deleted while it is fetched does not come back', async () => {
  const { store, fetchAnalysis } = records.value!
  let release = () => undefined as void
  const real = edge.fetch
  // Answer with what the record was before it was deleted.
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    const answer = await real(...given)
    if ((given[0] as string).includes('uuid=') && edge.records.some(({ seq }) => seq === 4))
      await new Promise<void>((resolve) => (release = resolve))
    return answer
  })
  const fetched = fetchAnalysis(uuidOf(4))
  await vi.waitUntil(() => edge.calls.length > 1, 10_000)
  edge.put({ kind: 'analysis', uuid: uuidOf(4), body: null })
  records.value?.tell('resync')
  await vi.waitUntil(async () => (await store.mark('analyses')).first?.newest === 31, 10_000)
  release()
  expect(await fetched).toBe(false)
  expect(await store.find(`analysis|${uuidOf(4)}`)).toBeNull()
})

test('issue 21: the list says how far back it goes, and fetches older ones on request', async () => {
  for (const part of ['frame', 'record'] as const) await completeTexts(part)
  mount(<AnalysesScreen />)
  await expect
    .element(page.getByText(/changed since .*older ones are kept by the service/))
    .toBeVisible()
  await page.getByRole('button', { name: 'Fetch older analyses' }).click()
  await vi.waitFor(() => expect(isWindowed.value).toBe(false), 10_000)
  await expect.element(page.getByText(/30 rows|1–|of 30/).first()).toBeVisible()
  await expect.element(page.getByText(/changed since/)).not.toBeInTheDocument()
})

test('issue 21: a text is looked for at the service too; what it finds is marked, and is opened from there', async () => {
  for (const part of ['frame', 'record'] as const) await completeTexts(part)
  mount(<AnalysesScreen />)
  await page.getByRole('searchbox').fill('Plate 2')
  await expect.element(text('Only the analyses on this machine were searched.')).toBeVisible()
  await page.getByRole('button', { name: 'Search at the service' }).click()
  const found = page.getByRole('region', { name: 'Found at the service' })
  // Expect 2 and 20 from the service, and those from 21 on, which are here, without the mark.
  await expect.element(found.getByRole('link', { name: 'Plate 20', exact: true })).toBeVisible()
  const marks = found.getByRole('listitem').filter({ hasText: 'At the service' })
  await vi.waitFor(() => expect(marks.elements()).toHaveLength(2))
  expect(found.getByRole('listitem').elements()).toHaveLength(11)
  await expect
    .element(found.getByRole('link', { name: 'Plate 2', exact: true }))
    .toHaveAttribute('href', expect.stringContaining(`/analyses/details/${uuidOf(2)}`))
})

test('A29-97: a person with a keyboard goes on from what the service found', async () => {
  for (const part of ['frame', 'record'] as const) await completeTexts(part)
  mount(<AnalysesScreen />)
  await page.getByRole('searchbox').fill('Plate 2')
  await page.getByRole('button', { name: 'Search at the service' }).click()
  const found = page.getByRole('region', { name: 'Found at the service' })
  await expect.element(found.getByRole('link', { name: 'Plate 2', exact: true })).toBeVisible()
  await expect.element(found).toHaveFocus()
  await expect.element(found.getByRole('heading')).toBeVisible()
})

test('issue 21: without the service it is said that only what is here was searched', async () => {
  for (const part of ['frame', 'record'] as const) await completeTexts(part)
  onTestFinished(() => localStorage.removeItem('offline-chosen'))
  workOffline()
  mount(<AnalysesScreen />)
  await page.getByRole('searchbox').fill('Plate 2')
  await expect
    .element(page.getByText(/service keeps older ones and cannot be reached/))
    .toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Search at the service' }))
    .not.toBeInTheDocument()
})
