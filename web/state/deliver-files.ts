import { effect } from '@preact/signals-react'
import { navigate } from 'wouter/use-browser-location'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import type { SettleFile, WatchedFile } from '../../domain/desktop-bridge.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault, type FaultCode } from '../../domain/fault.ts'
import { cutName } from '../../domain/rules/plain-text.ts'
import type { FileQuestion } from '../../domain/rules/waiting-file.ts'
import type { Match } from '../../workers/files/match-plan.ts'
import { inWorker } from '../../workers/pool.ts'
import { call } from '../client/call.ts'
import { readPages } from '../client/read-pages.ts'
import { completeTexts } from '../i18n/catalogs.ts'
import { t } from '../i18n/intl.ts'
import { paths } from '../paths.ts'
import { askHost } from '../host/ask-host.ts'
import { takeBytes } from '../host/take-bytes.ts'
import { watchedFolder } from '../host/host.ts'
import { mode } from './mode.ts'
import { resyncRecords } from './records.ts'
import { account, may } from './session.ts'
import { showToast } from './toasts.ts'

/** Time after which a delivery that failed on its way is tried again. */
const againMs = 30_000
/** Failures that say nothing about the file: it waits. */
const passing: readonly FaultCode[] = [
  'offline',
  'network',
  'timeout',
  'internal',
  'not_ready',
  'overloaded',
  'frozen',
  'too_many',
  'not_signed_in',
  'session_expired',
  'wrong_region',
  'client_outdated',
  'store_full',
  // Compare again: the plan has changed since the file was compared with it.
  'stale',
]
/** Failures of a plan, where another one may do. */
const ofPlan: readonly string[] = [
  'wrong_status',
  'launch_under_way',
  'launch_unknown',
  'plan_cartridge',
  'plan_channels',
  'plan_dyes',
  'plan_targets',
  'plan_wells',
]

const empty = { question: null, cause: null, analysis_uuid: null, analysis_name: null }

/** Return true where this account imports the files of the watched folder: its company's, with the right to. */
export function deliversFiles(): boolean {
  const company = watchedFolder.value?.company_uuid
  return (
    company !== undefined &&
    company === account.value?.company_uuid &&
    may(analysisCalls.import.needs)
  )
}

/**
 * Import the files that the shell's folder has brought, one after the other, as long as the account may and the service answers.
 * Called once for a sign-in, in the shell only. @returns ends it.
 */
export function deliverFiles(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  let isOver = false
  const work = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    clearTimeout(timer)
    try {
      await sweep(() => isOver)
    } catch {
      timer = setTimeout(() => void work(), againMs)
    } finally {
      isBusy = false
    }
  }
  let asked = watchedFolder.peek()?.counts.asks ?? 0
  const end = effect(() => {
    const asks = watchedFolder.value?.counts.asks ?? 0
    if (asks > asked && deliversFiles()) void tellAsked(asks)
    asked = asks
    const state = watchedFolder.value
    const who = account.value
    if (who && state?.folder && state.company_uuid === null) {
      const company = { company_uuid: who.company_uuid, company_name: who.company_details.name }
      void askHost('watchBind', company).catch(() => undefined)
    }
    if (mode.value.state !== 'online' || !deliversFiles() || state?.paused) return
    if ((state?.counts.waiting ?? 0) > 0) void work()
  })
  return () => {
    isOver = true
    clearTimeout(timer)
    end()
  }
}

/** Tell the person, wherever they are in the app, that files wait for their decision. */
async function tellAsked(count: number): Promise<void> {
  await completeTexts('watched').catch(() => undefined)
  showToast('warning', t('watched.told', { count }), {
    label: t('watched.show'),
    onPress: () => navigate(paths.watchedFiles()),
  })
}

/** Deliver all files that wait, also those that come meanwhile. @throws Fault where the service or the host is away. */
async function sweep(isOver: () => boolean): Promise<void> {
  const done = new Set<string>()
  let failure: Fault | null = null
  for (;;) {
    const state = await askHost('watchState', {})
    const waiting = state.files.filter((one) => one.state === 'waiting' && !done.has(one.hash))
    if (waiting.length === 0 || state.paused) {
      if (failure) throw failure
      return
    }
    const plans = new Map((await readPlans()).map((plan) => [plan.uuid, plan]))
    // Begin with the oldest.
    for (const file of waiting.toReversed()) {
      if (isOver() || !deliversFiles()) return
      done.add(file.hash)
      try {
        await deliver(file, plans)
      } catch (error) {
        // Go on after a file that the service cannot take now; without the service all wait.
        if (!(error instanceof Fault) || isAway(error)) throw error
        failure = error
      }
    }
  }
}

/** Read all planned analyses that the account sees, whole: lists keep no samples. */
async function readPlans(): Promise<Analysis[]> {
  const { rows } = await readPages<Analysis>({
    pages: 'all',
    idOf: ({ uuid }) => uuid,
    read: (page) =>
      call(
        analysisCalls.search,
        { query: { limit: '100', page }, body: { status: ['INIT'] } },
        { background: true },
      ),
  })
  return rows
}

/** Import a file into its plan, or note why a person is asked. */
async function deliver(file: WatchedFile, plans: Map<string, Analysis>): Promise<void> {
  const { hash } = file
  const bytes = await takeBytes(hash)
  if (file.analysis_uuid !== null && (await isSettledBefore(file, file.analysis_uuid))) return
  let match: Match
  try {
    match = await inWorker('matchFile', null, file.name, bytes, [...plans.values()])
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return settleFile({ hash, state: 'failed', ...empty, cause: causeOf(error) })
  }
  if ('ignored' in match) return settleFile({ hash, state: 'ignored', ...empty })
  if ('question' in match) {
    const { question, misfit } = match
    // Say "changed" for anything but orders: a laboratory system writes the next orders under the name of the last ones.
    const reason = file.again && question.reason !== 'orders' ? 'changed_after' : question.reason
    const cause = misfit ? causeOf({ details: [misfit] }) : null
    return settleFile({ hash, state: 'asks', ...empty, cause, question: { ...question, reason } })
  }
  const plan = plans.get(match.plan)
  if (!plan) return
  if (file.again) return settleFile({ hash, state: 'asks', ...empty, question: askAgain(plan) })
  await attachFile(file, plan, bytes)
  plans.delete(plan.uuid)
}

/**
 * Note what became of a file that was sent before without an answer. While its plan is still one, or is gone, the file is compared with
 * the plans again: people may have moved samples since.
 * @returns false where it is to be compared again
 */
async function isSettledBefore({ hash, question }: WatchedFile, id: string): Promise<boolean> {
  const plan = await call(analysisCalls.get, { params: { id }, query: {} }).catch(
    (error: unknown) => {
      if (error instanceof Fault && error.details[0]?.code === 'not_found') return null
      throw error
    },
  )
  if (!plan || plan.status === 'INIT') return false
  const { uuid: analysis_uuid, name: analysis_name, source } = plan
  if (source?.file_hash === hash) {
    await settleFile({ hash, state: 'imported', ...empty, analysis_uuid, analysis_name })
  } else {
    const gone = { ...(question ?? noPlan), reason: 'plan_gone' as const }
    await settleFile({ hash, state: 'asks', ...empty, question: gone })
  }
  return true
}

const askAgain = ({ uuid, name }: Analysis): FileQuestion => ({
  reason: 'changed_after',
  run: '',
  serial: '',
  plans: [{ uuid, name }],
  runs: 1,
})

/**
 * Import a file into a planned analysis as it was compared with it, and note what became of it. A repeat, also from another machine, is the
 * same operation; a changed plan refuses it.
 * @throws Fault where the service or the host is away: the file waits on.
 */
export async function attachFile(
  file: WatchedFile,
  plan: Pick<Analysis, 'uuid' | 'name' | 'swarm_uuid' | 'updated_at'>,
  bytes?: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const body = { ...(await bodyOf(file, bytes)), uuid: plan.uuid, planned: 'Y' as const }
  const { name, swarm_uuid, updated_at: base } = plan
  const opId = await derivedId(`${file.hash}:0:${plan.uuid}:${base}`)
  // Note it before it is sent, so that a lost answer is asked for again, whatever happens to this page.
  await settleFile({
    hash: file.hash,
    state: 'waiting',
    ...empty,
    analysis_uuid: plan.uuid,
    analysis_name: name,
  })
  await send(file, { ...body, name, swarm_uuid, base, run: 0 }, opId)
}

/** Import each run of a file as an analysis of its own. @throws Fault where the service or the host is away. */
export async function importAsNew(file: WatchedFile, swarm_uuid: string): Promise<void> {
  const body = await bodyOf(file)
  const stem = cutName(file.name.replace(/\.[^.]{1,5}$/, ''), 110)
  const runs = file.question?.runs ?? 1
  for (let run = 0; run < runs; run += 1) {
    const name = runs === 1 ? stem : `${stem} (${run + 1})`
    const uuid = await derivedId(`${file.hash}:${run}:analysis`)
    const opId = await derivedId(`${file.hash}:${run}:import`)
    const isLast = run === runs - 1
    if (!(await send(file, { ...body, uuid, name, swarm_uuid, run }, opId, isLast))) return
  }
}

/** Let a file be: it is listed as ignored, and its content is not kept on this machine any longer. */
export function ignoreFile({ hash }: WatchedFile): Promise<void> {
  return settleFile({ hash, state: 'ignored', ...empty })
}

/** Look at a file once more: the plan that it waited for may be there now. */
export function lookAgain({ hash }: WatchedFile): Promise<void> {
  return settleFile({ hash, state: 'waiting', ...empty })
}

async function bodyOf(file: WatchedFile, bytes?: Uint8Array<ArrayBuffer>) {
  const content = bytes ?? (await takeBytes(file.hash))
  return { recipe_uuid: null, once: 'Y' as const, file: new File([content], file.name) }
}

/**
 * Send an import and note its end. @returns whether the run is there now.
 * @throws Fault that says nothing about the file.
 */
async function send(
  file: WatchedFile,
  body: Parameters<typeof call<typeof analysisCalls.import>>[1]['body'],
  opId: string,
  isLast = true,
): Promise<boolean> {
  const { hash } = file
  const imported = { hash, state: 'imported' as const, ...empty }
  try {
    const { uuid, name } = await call(analysisCalls.import, { body }, { opId, background: true })
    resyncRecords()
    if (isLast) await settleFile({ ...imported, analysis_uuid: uuid, analysis_name: name })
    return true
  } catch (error) {
    if (!(error instanceof Fault) || isPassing(error)) throw error
    const { code, reason = '' } = error.details[0] ?? { code: 'internal' }
    if (reason === 'run_imported') await settleFile(imported)
    else if (reason === 'id_not_unique') await settleFile({ ...imported, analysis_uuid: body.uuid })
    else if (ofPlan.includes(reason) || code === 'not_found' || code === 'forbidden') {
      const question = { ...(file.question ?? noPlan), reason: 'plan_gone' as const }
      await settleFile({ hash, state: 'asks', ...empty, question, cause: causeOf(error) })
    } else await settleFile({ hash, state: 'failed', ...empty, cause: causeOf(error) })
    return false
  }
}

const noPlan: FileQuestion = { reason: 'plan_gone', run: '', serial: '', plans: [], runs: 1 }

/** Return true for a failure to reach the service or the host, which every other file would meet as well. */
function isAway({ details }: Fault): boolean {
  return details[0]?.code === 'offline' || details[0]?.code === 'network'
}

function isPassing({ details }: Fault): boolean {
  return passing.includes(details[0]?.code ?? 'internal')
}

function causeOf({ details }: Pick<Fault, 'details'>): NonNullable<WatchedFile['cause']> {
  const { code, reason = null, params = {} } = details[0] ?? { code: 'internal' as const }
  return { code, reason, params: { ...params } }
}

/** Note what became of a file. Where that is known by now, from another page or a repeat, what was noted first stays. */
export async function settleFile(order: SettleFile): Promise<void> {
  try {
    await askHost('watchSettle', order)
  } catch (error) {
    if (!(error instanceof Fault) || error.details[0]?.code !== 'refused') throw error
  }
}

/** Make the id that the same word has on every machine: the same file is never two analyses. */
async function derivedId(word: string): Promise<string> {
  const text = new TextEncoder().encode(`${account.value?.company_uuid ?? ''}:${word}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
