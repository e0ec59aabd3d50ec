import { effect, type ReadonlySignal, signal } from '@preact/signals-react'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import type { WatchedFile } from '../../domain/desktop-bridge.ts'
import { type Analysis, analysis as analysisEntity } from '../../domain/entities/analysis.ts'
import { ordersOf } from '../../domain/entities/sample-order.ts'
import { Fault } from '../../domain/fault.ts'
import { cutName } from '../../domain/rules/plain-text.ts'
import { toBase64 } from '../../domain/trail/bytes.ts'
import { inWorker } from '../../workers/pool.ts'
import { call } from '../client/call.ts'
import { askHost } from '../host/ask-host.ts'
import { watchedFolder } from '../host/host.ts'
import { takeBytes } from '../host/take-bytes.ts'
import { deliversFiles, settleFile } from './deliver-files.ts'
import { mode } from './mode.ts'
import type { AnalysisRow } from '../local/list-rows.ts'
import { records } from './records.ts'
import { may } from './session.ts'

/** Time after which an answer that failed is tried again. */
const againMs = 60_000

/** Progress of a file of orders, by its hash. */
export interface OrdersProgress {
  /** Number of its orders that have a sample in a plan of the service. */
  planned: number
  /** Failure to write an answer; null if none failed. */
  failure: Fault | null
}
const progress = signal<ReadonlyMap<string, OrdersProgress>>(new Map())
/** Progress of the files of orders, as far as it was looked at since the page was opened. */
export const ordersProgress: ReadonlySignal<ReadonlyMap<string, OrdersProgress>> = progress

/** Name an answer by its orders' file, its run and the signature, so that no answer takes the place of another one. */
function nameAnswer(file: string, { uuid }: Analysis, signedAt: string, ending: string): string {
  const stem = file
    .replace(/\.[^.]{1,5}$/, '')
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
  const at = signedAt.slice(0, 19).replaceAll(/[-:]/g, '')
  return `${cutName(stem, 100) || 'answer'}-${uuid.slice(-8)}-${at}.${ending}`
}

/**
 * Write the answers to orders that the shell's folder has brought, once the runs that were planned from them are signed, as long as the
 * account may and the service answers. A correction that is signed is answered as well. Called once for a sign-in, in the shell only.
 * @returns ends it.
 */
export function answerOrders(): () => void {
  const looked = new Map<string, string>()
  const seen = followAnalyses()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  let isOver = false
  const work = async (): Promise<void> => {
    if (isBusy || isOver) return
    isBusy = true
    timer = undefined
    let isDone = true
    try {
      // Look once more where a run was signed during the look.
      while (isDone && !isOver && hasNews(looked)) isDone = await answerAll(looked)
    } finally {
      isBusy = false
      if (!isDone && !isOver) timer = setTimeout(() => void work(), againMs)
    }
  }
  const end = effect(() => {
    void seen.changes.value
    const isNew = hasNews(looked)
    // Leave it to the timer after a failure, not to each change of a list.
    if (mode.value.state !== 'online' || !deliversFiles() || timer !== undefined) return
    if (isNew) void work()
  })
  return () => {
    isOver = true
    clearTimeout(timer)
    end()
    seen.end()
  }
}

/** Follow the list of analyses, so that a signature of anybody begins a look. */
function followAnalyses(): { changes: ReadonlySignal<number>; end: () => void } {
  const changes = signal(0)
  let leave = () => {}
  const end = effect(() => {
    leave()
    const list = records.value?.model.list(analysisEntity.kind)
    leave = list?.subscribe(() => (changes.value += 1)) ?? (() => {})
  })
  return {
    changes,
    end() {
      end()
      leave()
    },
  }
}

/** List the files of orders from which something was planned. */
const listPlanned = () => (watchedFolder.value?.files ?? []).filter(({ plans }) => plans.length > 0)

/** Return true where a planned run, or a correction of it, is another than at the last look. */
function hasNews(looked: ReadonlyMap<string, string>): boolean {
  const plans = listPlanned().flatMap((file) => file.plans)
  return plans.some(({ analysis_uuid: uuid }) => looked.get(uuid) !== stampOf(uuid))
}

const listAnalyses = () =>
  (records.peek()?.model.list(analysisEntity.kind).get() ?? []) as unknown as AnalysisRow[]

/** Return what the list says of an analysis and of its corrections: it changes with each signature. */
function stampOf(uuid: string): string {
  const own = listAnalyses().filter((row) => row.uuid === uuid || row.corrects === uuid)
  return own.map((row) => `${row.uuid} ${row.status}`).join(' ')
}

/** Look at all files of orders. @returns false where a failure on the way asks for another look. */
async function answerAll(looked: Map<string, string>): Promise<boolean> {
  let isDone = true
  for (const file of listPlanned()) {
    const stamps = file.plans.map(({ analysis_uuid: uuid }) => [uuid, stampOf(uuid)] as const)
    const failure = await answerFile(file).then(
      () => null,
      (error: unknown) => (error instanceof Fault ? error : new Fault('internal', String(error))),
    )
    if (failure === null) for (const [uuid, stamp] of stamps) looked.set(uuid, stamp)
    else isDone = false
    note(file.hash, { failure })
  }
  return isDone
}

function note(hash: string, change: Partial<OrdersProgress>): void {
  const before = progress.peek().get(hash) ?? { planned: 0, failure: null }
  progress.value = new Map(progress.peek()).set(hash, { ...before, ...change })
}

/**
 * Answer the orders of one file by each run of it that is signed, and settle the file when all its orders have a sample.
 * @throws Fault where the service or the host is away, or holds the results back.
 */
async function answerFile(file: WatchedFile): Promise<void> {
  const found: Analysis[] = []
  for (const plan of file.plans) {
    const record = await readAnalysis(plan.analysis_uuid)
    if (!record) continue
    found.push(record)
    await answerBy(file, record, plan.answered)
    const corrections = listAnalyses().filter(({ corrects }) => corrects === record.uuid)
    for (const { uuid } of corrections) {
      if (file.plans.some(({ analysis_uuid }) => analysis_uuid === uuid)) continue
      // Wait for the new state of the host, which starts the next look.
      await askHost('watchPlanned', { hash: file.hash, analysis_uuid: uuid })
    }
  }
  const [first] = found
  if (file.state !== 'asks' || !first) return
  const samples = found.flatMap((record) => record.samples)
  const counts = await inWorker('countOrders', null, await takeBytes(file.hash), samples)
  if (!counts) return
  note(file.hash, { planned: counts.planned })
  if (counts.planned < counts.orders) return
  const { hash, question } = file
  const { uuid: analysis_uuid, name: analysis_name } = first
  await settleFile({ hash, state: 'imported', question, cause: null, analysis_uuid, analysis_name })
}

/** Read an analysis of the service; null for a plan that was not kept, or that is gone. */
async function readAnalysis(id: string): Promise<Analysis | null> {
  try {
    return await call(analysisCalls.get, { params: { id }, query: {} }, { background: true })
  } catch (error) {
    if (error instanceof Fault && error.first.code === 'not_found') return null
    throw error
  }
}

/** Write the answers of a signed run, in each form in which its orders came. */
async function answerBy(
  file: WatchedFile,
  record: Analysis,
  answered: string | null,
): Promise<void> {
  const signedAt = record.signature?.at
  if (signedAt === undefined || signedAt === answered || !may(analysisCalls.export.needs)) return
  const forms = new Set(record.samples.flatMap(ordersOf).map(({ form }) => form))
  if (forms.size === 0) return
  const files = []
  for (const fileFormat of forms) {
    const parts = { params: { id: record.uuid }, body: { fileFormat } }
    const { bytes } = await call(analysisCalls.export, parts, { background: true })
    const name = nameAnswer(file.name, record, signedAt, fileFormat === 'hl7' ? 'hl7' : 'json')
    files.push({ name, content: toBase64(bytes) })
  }
  const order = { hash: file.hash, analysis_uuid: record.uuid, signed_at: signedAt, files }
  await askHost('watchAnswer', order, AbortSignal.timeout(60_000))
}
