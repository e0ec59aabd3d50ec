import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import type {
  Call,
  CallData,
  CallFacts,
  CallFile,
  CallInput,
  Caller,
  Schema,
} from '../domain/call.ts'
import { Fault, type FaultDetail } from '../domain/fault.ts'
import { can } from '../domain/permissions.ts'
import { recognise } from './callers.ts'
import type { Contexts } from './context.ts'

type CallerOf<Row> = Row extends { caller: infer Who extends Caller } ? Who : 'account'

/** The handlers a group of the contract needs: one for each row, or it does not compile. */
export type Handlers<Group extends Record<string, CallFacts>> = {
  [Name in keyof Group]: (
    input: CallInput<Group[Name]>,
    context: Contexts[CallerOf<Group[Name]>],
  ) => Promise<CallData<Group[Name]>>
}

// Inside the mounter rows have lost their types; each handler was checked against its own row above.
type AnyHandler = (input: CallInput<CallFacts>, context: never) => Promise<unknown>

/** Largest JSON body: a full plate with names is some 20 kB, fifty readings of 96 wells 300 kB. */
const bodyLimit = 4 * 1024 * 1024
/** Largest form with a file: the largest export of an instrument at hand is 6 MB. */
const formLimit = 24 * 1024 * 1024

/** Mounts every row of a group: who, may they, what they said, the handler, the envelope. In that order. */
export function mount<Group extends Record<string, Call>>(
  app: Hono<{ Bindings: Env }>,
  group: Group,
  handlers: Handlers<Group>,
): void {
  for (const [name, row] of Object.entries(group)) {
    const handler = handlers[name] as unknown as AnyHandler
    const methods = row.alsoGet ? ['GET', row.method] : [row.method]
    app.on(methods, `/v3${row.path}`, async (c) => {
      checkOrigin(c, row)
      const context = await recognise(c, row.caller ?? 'account')
      authorise(row, context)
      const data = await handler(await readInput(c, row), context as never)
      return row.reply === 'blob' ? sendFile(data as CallFile, row) : c.json({ ok: true, data })
    })
  }
}

/**
 * A browser sends these calls only from our own pages: the header cannot be set across origins without a
 * preflight, which is never granted (decisions R3, trust-and-performance §2.3).
 */
function checkOrigin(c: Context, row: Call): void {
  if (row.caller === 'device' || row.caller === 'operator') return
  const site = c.req.header('sec-fetch-site')
  const sameSite = site === undefined || site === 'same-origin'
  if (!sameSite || c.req.header('x-requested-with') !== 'XMLHttpRequest') {
    throw new Fault('method_refused', 'This call needs X-Requested-With and the same origin')
  }
}

function authorise(row: Call, context: Contexts[Caller]): void {
  if (
    row.reach === 'own' &&
    'account' in context &&
    context.company !== context.account.company_uuid
  ) {
    throw new Fault('forbidden', 'This is done in the own company only', {
      reason: 'own_company_only',
    })
  }
  if (row.needs === null) return
  const held = 'account' in context ? context.by.permissions : []
  if (can(held, row.needs)) return
  throw new Fault('forbidden', "You're not authorized to access this resource", {
    reason: 'permission_missing',
    params: { permission: row.needs },
  })
}

async function readInput(c: Context, row: Call): Promise<CallInput<CallFacts>> {
  return {
    params: read(row.params, c.req.param(), 'params'),
    query: read(row.query, c.req.query(), 'query'),
    body: row.body ? read(row.body, await readBody(c, row), '') : undefined,
  } as CallInput<CallFacts>
}

async function readBody(c: Context, row: Call): Promise<unknown> {
  if (row.send === 'multipart') return readForm(c)
  const text = await readLimited(c.req.raw.body)
  if (text === '') return undefined
  if (!c.req.header('content-type')?.startsWith('application/json')) {
    throw new Fault('invalid', 'Send JSON', { reason: 'not_json' })
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Fault('invalid', 'The request is not valid JSON', { reason: 'not_json' })
  }
}

/**
 * A form with files: its part `fields` holds the rest of the body as JSON, every other part is a file.
 * The whole is read before it is parsed, so that a body of unknown length stops at the limit too.
 */
async function readForm(c: Context): Promise<unknown> {
  const type = c.req.header('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) {
    throw new Fault('invalid', 'Send a form with the file', { field: 'file', reason: 'not_a_form' })
  }
  const pieces: Uint8Array<ArrayBuffer>[] = []
  await readPieces(c.req.raw.body, formLimit, (piece) => pieces.push(piece.slice()))
  let form: FormData
  try {
    form = await new Response(new Blob(pieces), { headers: { 'Content-Type': type } }).formData()
  } catch {
    throw new Fault('invalid', 'The form cannot be read', { field: 'file', reason: 'not_a_form' })
  }
  const fields = form.get('fields')
  const files = [...form].filter(([name]) => name !== 'fields')
  return { ...parseJson(typeof fields === 'string' ? fields : '{}'), ...Object.fromEntries(files) }
}

function parseJson(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Answered below like any other text that is no object.
  }
  throw new Fault('invalid', 'The request is not valid JSON', { reason: 'not_json' })
}

async function readLimited(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  await readPieces(body, bodyLimit, (piece) => {
    text += decoder.decode(piece, { stream: true })
  })
  return text + decoder.decode()
}

/** Reads a body piece by piece: what does not announce its length is stopped at the same limit. */
async function readPieces(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
  take: (piece: Uint8Array<ArrayBuffer>) => void,
): Promise<void> {
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.byteLength
    if (size > limit) {
      throw new Fault('invalid', 'The request is too large', {
        reason: 'too_large',
        params: { limit },
      })
    }
    take(piece as Uint8Array<ArrayBuffer>)
  }
}

function read(schema: Schema | undefined, value: unknown, place: string): unknown {
  if (!schema) return undefined
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const [first, ...others] = result.issues.map((issue): FaultDetail => {
    const path = v.getDotPath(issue)
    return {
      code: 'invalid',
      message: issue.message,
      field: [place, path].filter(Boolean).join('.'),
      // The regexes of domain/fields.ts carry the name of what is wrong as their message.
      reason: /^[a-z_]+$/.test(issue.message) ? issue.message : issue.type,
    }
  })
  throw first ? new Fault([first, ...others]) : new Fault('invalid', 'Current form is invalid')
}

function sendFile(file: CallFile, row: Call): Response {
  const headers = new Headers({ 'Content-Type': file.type })
  if (file.name) headers.set('Content-Disposition', `attachment; filename="${file.name}"`)
  headers.set(
    'Cache-Control',
    row.cache === 'hash' ? 'private, max-age=31536000, immutable' : 'no-store',
  )
  return new Response(file.bytes as Uint8Array<ArrayBuffer>, { headers })
}
