// The host, the service and the session are replaced: what is sent for a file that waits, and when, is tested here, with the real comparison of
// files and plans. The whole way is walked by tests/e2e/desktop.e2e.ts.
import { readFileSync } from 'node:fs'
import { signal } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import type { WatchedFile } from '../../domain/desktop-bridge.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { importFile } from '../../workers/files/import.ts'
import { matchFile } from '../../workers/files/match-plan.ts'
import { planImport } from '../../workers/files/plan-import.ts'

const { asked, told, watched } = vi.hoisted(() => ({
  asked: vi.fn(),
  told: vi.fn(),
  watched: { now: null as unknown as { value: object; peek: () => object } },
}))
vi.mock('../../web/client/call.ts', () => ({ call: asked }))
vi.mock('../../web/host/ask-host.ts', () => ({ askHost: told }))
vi.mock('../../web/host/host.ts', () => ({
  get watchedFolder() {
    return watched.now
  },
}))
vi.mock('../../web/state/mode.ts', () => ({ mode: { value: { state: 'online' } } }))
vi.mock('../../web/state/session.ts', () => ({
  may: () => true,
  account: { value: { company_uuid: 'here' } },
}))
vi.mock('../../web/state/records.ts', () => ({ resyncRecords: () => {} }))
vi.mock('../../web/state/toasts.ts', () => ({ showToast: () => {} }))
vi.mock('../../workers/pool.ts', () => ({
  inWorker: (_job: string, _signal: null, ...given: Parameters<typeof matchFile>) =>
    matchFile(...given),
}))
const { deliverFiles } = await import('../../web/state/deliver-files.ts')

const text = readFileSync(
  new URL('../fixtures/files/RDES_v1_0_example_amplification.tsv', import.meta.url),
)
const hash = 'a'.repeat(64)
const planId = '00000000-0000-4000-8000-000000000001'

/** The planned analysis as the service has it, the file as the host has it, and the imports that were sent. */
let plan: Analysis
let file: WatchedFile
let sent: { base: string; uuid: string }[]
let answerImport: () => Promise<object>
let end = () => {}

beforeEach(async () => {
  const { runs } = await importFile('run.tsv', text)
  const { cartridge_type, samples, process, evaluation } = planImport(runs[0]!, () =>
    crypto.randomUUID(),
  )
  const method = { recipe_uuid: null, process, evaluation }
  const updated_at = '2026-11-29T08:00:00.000Z'
  const facts = { uuid: planId, name: 'run', status: 'INIT', updated_at, source: undefined }
  plan = { ...facts, cartridge_type, samples, method } as unknown as Analysis
  const none = { question: null, cause: null, analysis_uuid: null, analysis_name: null }
  file = { hash, name: 'run.tsv', state: 'waiting', again: false, ...none } as WatchedFile
  sent = []
  answerImport = async () => plan
  const state = () => ({
    folder: '/share',
    company_uuid: 'here',
    paused: false,
    files: [file],
    counts: { waiting: file.state === 'waiting' ? 1 : 0, asks: 0 },
  })
  told.mockReset().mockImplementation(async (name: string, order: object) => {
    if (name === 'watchTake') return { content: text.toString('base64') }
    if (name === 'watchSettle') file = { ...file, ...order }
    return state()
  })
  asked.mockReset().mockImplementation(async (row: object, { body }: { body: never }) => {
    if (row === analysisCalls.get) return plan
    if (row === analysisCalls.search) {
      return { data: plan.status === 'INIT' ? [plan] : [], pages: 1, total: 1 }
    }
    sent.push(body)
    return answerImport()
  })
  watched.now = signal(state())
})
afterEach(() => end())

/** Deliver until the file has been settled by what is expected. */
async function deliver(settled: Partial<WatchedFile>): Promise<void> {
  end()
  end = deliverFiles()
  await vi.waitFor(() => expect(file).toMatchObject(settled))
  end()
}

/** Send the file on a way that breaks before there is an answer. */
async function loseAnswer(): Promise<void> {
  answerImport = async () => {
    throw new Fault('network', 'No answer')
  }
  await deliver({ state: 'waiting', analysis_uuid: planId })
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  answerImport = async () => plan
}

test('a run is sent to the plan as it was compared with it', async () => {
  await deliver({ state: 'imported', analysis_uuid: planId })
  expect(sent).toMatchObject([{ uuid: planId, base: plan.updated_at }])
})

test('seventeenth attack A17-2: a file that was sent without an answer is compared with the plan as it is now', async () => {
  await loseAnswer()
  const [one] = plan.samples
  const other = plan.samples.find(({ name }) => name !== one!.name)!
  const names = new Map([
    [one!.uuid, other.name],
    [other.uuid, one!.name],
  ])
  const samples = plan.samples.map((each) => ({
    ...each,
    name: names.get(each.uuid) ?? each.name,
  }))
  plan = { ...plan, samples, updated_at: '2026-11-29T09:00:00.000Z' }
  await deliver({ state: 'asks', question: expect.objectContaining({ reason: 'other_samples' }) })
  expect(sent).toHaveLength(1)
})

test('a plan that does not fit is said with what of it does not', async () => {
  plan = { ...plan, cartridge_type: 'Wells36' }
  await deliver({
    state: 'asks',
    question: expect.objectContaining({ reason: 'does_not_fit' }),
    cause: expect.objectContaining({ reason: 'plan_cartridge' }),
  })
})

test('a file whose answer was lost is known by the run that the plan has by now', async () => {
  await loseAnswer()
  plan = { ...plan, status: 'COMPLETE', source: { file_hash: hash } } as unknown as Analysis
  await deliver({ state: 'imported', analysis_uuid: planId })
  expect(sent).toHaveLength(1)
})

test('a file asks where its plan has taken another run meanwhile', async () => {
  await loseAnswer()
  plan = { ...plan, status: 'COMPLETE', source: { file_hash: 'b' } } as unknown as Analysis
  await deliver({ state: 'asks', question: expect.objectContaining({ reason: 'plan_gone' }) })
  expect(sent).toHaveLength(1)
})
