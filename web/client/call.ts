import type { Call, CallArguments, CallData } from '../../domain/call.ts'
import { callRetries, callTimeoutMs } from '../../domain/catalog/limits.ts'
import { Fault, isUnanswered } from '../../domain/fault.ts'
import { readReply } from '../../domain/reply.ts'
import { version } from '../../package.json'
import { fetchFaultTexts } from '../i18n/faults.ts'
import { unlessAborted } from './early-answer.ts'
import { visiting, visitOf } from './visiting.ts'
import { answersEpoch, dropAnswer, findAnswer, keepAnswer, type Question } from './kept-answers.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Makes a write safe to repeat: the same id is applied once (decisions R4). */
  opId?: string | undefined
  /** Made by the page itself, not by what a person did: does not keep the session alive. */
  background?: boolean | undefined
  /** Asks only whether the service is there: also made in offline mode. */
  probe?: boolean | undefined
  /** A 401 is the caller's own business: no refresh, no waiting for the next sign-in. */
  ownLapse?: boolean | undefined
  /** Not repeated where nothing came back: something else will do then. */
  once?: boolean | undefined
  /** Time for an answer, in milliseconds; shorter than that of the row where a person waits to act otherwise. */
  timeoutMs?: number | undefined
  /** Answer to a question asked before the app was loaded (`early-answer.ts`); used once, a repeated call asks again. */
  early?: (() => Promise<Response> | null) | undefined
  /** Made in another company that the account reaches (decisions R15); such an answer is never kept. */
  company?: string | undefined
  /** In the name of this account, not of the one whose pages are open: a sign-out ends no other person's session. */
  as?: string | undefined
  /** Another form of the answer, where the edge knows it. @throws Fault `network` where it is cut short. */
  form?: { type: string; read: (bytes: Uint8Array) => unknown } | undefined
}

interface SessionKeeper {
  /** Tries to refresh the session once; false when it is over. */
  refresh: (options: { background?: boolean | undefined }) => Promise<boolean>
  /** Uuid of the account that is signed in: answers are kept apart by it. */
  who?: () => string | null
  /** No call is made (spec §4 "Going offline"). */
  isOffline?: () => boolean
  /** Told of each attempt whether anything of the service came back. */
  noteAnswer?: (came: boolean, worked?: boolean) => void
  /** Called after answer 426: the service refuses this page until it is reloaded. */
  outdated?: () => void
  /** Called when the service refuses a call because the visit of this tab has ended. */
  visitOver?: () => void
}

let keeper: SessionKeeper | null = null

/** Set the handler of calls that are answered 401 (decisions R7). Called once, by the wiring. */
export function keepSessionWith(sessionKeeper: SessionKeeper): void {
  keeper = sessionKeeper
}

interface Parts {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
}

/**
 * Make a call of the contract. Safe calls, and writes with an operation id, are repeated up to three times
 * when nothing came back or the service had no room; a call answered 401 is repeated once after the session has been refreshed. Reads and
 * searches that the contract lets be answered from the cache are, when the service cannot be reached.
 * @throws Fault with what the edge said, or `offline`, `timeout`, `network`.
 */
export async function call<Row extends Call>(
  row: Row,
  parts: CallArguments<Row>,
  options: CallOptions = {},
): Promise<CallData<Row>> {
  const question = options.company || visiting ? null : questionOf(row, parts as Parts)
  if (!question) return repeat(row, parts, options)
  try {
    const data = await repeat(row, parts, options)
    void keepAnswer(question, data)
    return data
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const kept = isUnanswered(error) ? await findAnswer(question) : await dropAnswer(question)
    if (!kept) throw error
    return kept.value as CallData<Row>
  }
}

/** Return the question under which an answer is kept; null for writes, files, and answers that are not kept (decisions R4). */
function questionOf(row: Call, parts: Parts): Question | null {
  const mayBeKept = row.cache === 'day' || row.offline === 'cached'
  if (!row.safe || !mayBeKept || row.reply === 'blob') return null
  const who = row.caller === 'anyone' ? 'anyone' : keeper?.who?.()
  if (!who) return null
  const body = JSON.stringify(parts.body ?? null)
  return { who, method: row.method, url: urlOf(row, parts), body, epoch: answersEpoch() }
}

async function repeat<Row extends Call>(
  row: Row,
  parts: CallArguments<Row>,
  given: CallOptions = {},
): Promise<CallData<Row>> {
  // Keep the account, also when somebody else has come in by the time the call is repeated.
  const options: Sending = { ...given, account: given.as ?? accountOf(row) }
  const attempts = !options.once && (row.safe || options.opId) ? callRetries + 1 : 1
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await tryCall(row, parts as Parts, options)) as CallData<Row>
    } catch (error) {
      const isFault = error instanceof Fault
      const isPassing = isFault && isUnanswered(error) && error.code !== 'offline'
      if (!isPassing || attempt >= attempts || options.signal?.aborted) {
        if (error instanceof Fault) await noteFailure(row, error)
        throw error
      }
      const share = 0.5 + Math.random()
      await wait(Math.max(300 * 2 ** (attempt - 1), error.retryAfterMs) * share)
      if (options.signal?.aborted) throw error
    }
  }
}

async function noteFailure(row: Call, error: Fault): Promise<void> {
  failedCalls.set(error, row)
  if (error.code === 'client_outdated') keeper?.outdated?.()
  if (visiting && error.first.reason === 'visit_over') keeper?.visitOver?.()
  await fetchFaultTexts(error)
}

const failedCalls = new WeakMap<object, Call>()

/** Return the call that failed with this error; undefined if none did. */
export function failedCallOf(error: unknown): Call | undefined {
  return typeof error === 'object' && error !== null ? failedCalls.get(error) : undefined
}

/** Calls that ask for the session or end it: they belong to no account. */
const ofAnybody: readonly string[] = ['/session/me', '/session/login', '/session/logout']

function accountOf(row: Call): string | null | undefined {
  return row.caller === 'anyone' || ofAnybody.includes(row.path) ? null : keeper?.who?.()
}

async function tryCall(row: Call, parts: Parts, options: Sending): Promise<unknown> {
  const response = await send(row, parts, options)
  if (response.status !== 401 || row.caller === 'anyone' || !keeper || options.ownLapse)
    return open(row, response, options)
  const lapsed = await readFault(response.clone())
  // Keep the session: a wrong password while signing is a 401 too, and says nothing about it.
  if (lapsed.code === 'wrong_credentials') throw lapsed
  if (row.path !== '/session/login' && (await keeper.refresh({ background: options.background }))) {
    return open(row, await send(row, parts, options), options)
  }
  throw lapsed
}

interface Sending extends CallOptions {
  /**
   * In whose name: tabs share one session, and somebody else may have signed in at another one. The edge refuses what was
   * made by one person and would be written down as another's.
   */
  account: string | null | undefined
}

async function send(row: Call, parts: Parts, options: Sending): Promise<Response> {
  const { signal } = options
  if (!navigator.onLine) throw new Fault('offline', 'No Internet Connection')
  if (!options.probe && keeper?.isOffline?.()) {
    throw new Fault('offline', 'Offline mode, Network request ignored', { reason: 'offline_mode' })
  }
  const timeout = AbortSignal.timeout(options.timeoutMs ?? row.timeout ?? callTimeoutMs)
  try {
    const early = options.early?.()
    const response = early
      ? await unlessAborted(early, timeout)
      : await fetch(urlOf(row, parts), {
          method: row.method,
          credentials: 'same-origin',
          headers: headersOf(row, parts, options),
          body: bodyOf(row, parts),
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        })
    keeper?.noteAnswer?.(true, response.status < 500)
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    keeper?.noteAnswer?.(false)
    if (timeout.aborted) throw new Fault('timeout', 'Timeout Error')
    throw new Fault('network', 'The service does not answer')
  }
}

function urlOf(row: Call, { params = {}, query = {} }: Parts): string {
  const path = row.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const search = new URLSearchParams(given).toString()
  return `/v3${path}${search && `?${search}`}`
}

function bodyOf(row: Call, { body }: Parts): BodyInit | null {
  if (body === undefined) return null
  return row.send === 'multipart' ? formOf(body as object) : JSON.stringify(body)
}

/** Make a form whose files are parts of their own; all other fields are JSON in the part `fields`. */
function formOf(body: object): FormData {
  const form = new FormData()
  const entries = Object.entries(body)
  const fields = Object.fromEntries(entries.filter(([, value]) => !(value instanceof File)))
  form.set('fields', JSON.stringify(fields))
  for (const [name, value] of entries) if (value instanceof File) form.set(name, value)
  return form
}

function headersOf(row: Call, { body }: Parts, options: Sending): Headers {
  const { opId, background, account, company, form } = options
  const headers = new Headers({
    'X-Requested-With': 'XMLHttpRequest',
    // Send name, version and mobile marker (spec §7, decisions D44).
    Application: `bApp/${version}; mobile=${matchMedia('(pointer: coarse)').matches ? 1 : 0}`,
  })
  // Leave the type of a form to the browser, which writes it with the border between the parts.
  if (body !== undefined && row.send !== 'multipart')
    headers.set('Content-Type', 'application/json')
  if (opId) headers.set('Operation-Id', opId)
  if (account) headers.set('X-Account', account)
  const visit = visitOf(row, keeper?.who?.() ?? null)
  const there = company ?? visit?.company.uuid
  if (there) headers.set('X-Company', there)
  if (visit && there === visit.company.uuid) headers.set('X-Visit', visit.visit.uuid)
  if (background) headers.set('Background', '1')
  if (form) headers.set('Accept', `${form.type}, application/json`)
  return headers
}

async function open(row: Call, response: Response, { form }: Sending): Promise<unknown> {
  if (
    form &&
    response.ok &&
    response.headers.get('Content-Type')?.replaceAll(' ', '') === form.type
  )
    return form.read(await readBytes(response))
  if (row.reply !== 'blob') return checkList(row, await readAnswer(response))
  if (!response.ok) throw await readExportFault(row, response)
  return {
    bytes: await readBytes(response),
    type: response.headers.get('Content-Type') ?? '',
    name: fileName(response.headers.get('Content-Disposition')),
  }
}

/**
 * Read an answer; a 200 that means no, without a code, gives another fault than a service that failed (spec §4 "Offline
 * sync").
 */
async function readAnswer(response: Response): Promise<unknown> {
  try {
    return readReply(await readJson(response), response.status)
  } catch (error) {
    if (!(error instanceof Fault) || !response.ok || error.code !== 'internal') throw error
    throw new Fault('refused', error.message, { reason: 'said_no' })
  }
}

/** Check that an answer is a list before a screen reads it as one. @throws Fault `internal`, reason `not_an_array`. */
function checkList(row: Call, answer: unknown): unknown {
  const schema = row.data as { type?: string; entries?: { data?: { type?: string } } } | undefined
  const paged = schema?.entries?.data?.type === 'array'
  if (!paged && schema?.type !== 'array') return answer
  const list = paged ? (answer as { data?: unknown } | null)?.data : answer
  if (Array.isArray(list)) return answer
  throw new Fault('internal', 'Response data is not an array', { reason: 'not_an_array' })
}

async function readBytes(response: Response): Promise<Uint8Array> {
  try {
    return new Uint8Array(await response.arrayBuffer())
  } catch {
    throw new Fault('network', 'The answer broke off')
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw new Fault('network', 'The answer is not from this service')
  }
}

async function readFault(response: Response): Promise<Fault> {
  try {
    readReply(await readJson(response), response.status)
  } catch (error) {
    if (error instanceof Fault) return error
  }
  return new Fault('network', 'The answer is not from this service')
}

/**
 * Read the fault of a file that was not made: the service's own, else the text of its status (spec §8 "Blob errors").
 */
async function readExportFault({ path }: Call, response: Response): Promise<Fault> {
  const { status, statusText } = response
  // Write it where the specification wants it, for a person who is asked about it.
  // oxlint-disable-next-line no-console
  if (status === 500) console.error(`${path}: ${status} ${statusText}`)
  const said = await readFault(response)
  if (said.code !== 'network') return said
  const params = { status: statusText || String(status) }
  return new Fault('internal', statusText, { reason: 'export_failed', params })
}

function fileName(disposition: string | null): string | undefined {
  const match = /filename="([^"]+)"/.exec(disposition ?? '')
  return match?.[1] && decodeURIComponent(match[1])
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
