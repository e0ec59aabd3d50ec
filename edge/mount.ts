import type { Context, Hono } from 'hono'
import type {
  Call,
  CallData,
  CallFacts,
  CallFile,
  CallInput,
  Caller,
  Schema,
} from '../domain/call.ts'
import { type Contract, contract } from '../domain/contract.ts'
import { Fault, type FaultDetail } from '../domain/fault.ts'
import { can } from '../domain/permissions.ts'
import { refuseCall } from '../domain/rules/access.ts'
import { asLines } from '../domain/rules/plain-text.ts'
import { refuseEarly, takePlace } from './requests/admission.ts'
import { leaveRoom, openRoom } from './requests/body-room.ts'
import { recognise } from './callers.ts'
import { checkPage } from './requests/check-page.ts'
import type { Contexts } from './context.ts'
import { checkFrozen } from './frozen.ts'
import { markRequest } from './requests/mark-request.ts'
import { offerFile } from './requests/offer-file.ts'
import { readForm, releaseForm } from './requests/read-form.ts'
import { jsonLimit, readJson, strangerLimit } from './requests/read-json.ts'
import { isKey } from './session/api-key.ts'
import { readSessionCookie } from './session/cookie.ts'
import { checkDisk, diskHeader } from './store-full.ts'
import { mustHold, refuseWithout, visitNeeded } from './store/right.ts'
import { noteBegin } from './requests/under-way.ts'
import { WrittenReply } from './requests/written-reply.ts'
import * as v from 'valibot'
import { describeIssue } from '../domain/rules/describe-issue.ts'

/** Most problems told of one request; a person mends some and sends again. */
const detailLimit = 20
/** Largest value, as JSON, that is looked through to its end after the first problem. */
const gatherLimit = 64 * 1024

/**
 * Parse a part of a request by its schema (`params`, `query`, or '' for the body).
 * @throws Fault `invalid`, one detail for each problem with its dotted path. Of a large value only the first is returned:
 * a list of a million wrong items would make a million problems, and they take the memory.
 */
function checkInput(schema: Schema | undefined, value: unknown, place: string): unknown {
  if (!schema) return undefined
  const first = v.safeParse(schema, value, { abortEarly: true })
  if (first.success) return first.output
  const isSmall = place !== '' || (JSON.stringify(value)?.length ?? 0) <= gatherLimit
  const issues = (isSmall ? v.safeParse(schema, value).issues : undefined) ?? first.issues
  const [one, ...others] = issues.slice(0, detailLimit).map((issue) => detailOf(issue, place))
  throw one ? new Fault([one, ...others]) : new Fault('invalid', 'Current form is invalid')
}

function detailOf(issue: v.BaseIssue<unknown>, place: string): FaultDetail {
  const path = v.getDotPath(issue)
  const described = describeIssue(issue)
  return {
    ...described,
    code: 'invalid',
    message: described.message.slice(0, 300).toWellFormed(),
    field: [place, path].filter(Boolean).join('.').slice(0, 300).toWellFormed(),
  }
}

/** A body that takes longer to come than this is no longer covered by what was asked when it began. */
const slowMs = 250

type CallerOf<Row> = Row extends { caller: infer Who extends Caller } ? Who : 'account'

/** The handlers a group of the contract needs: one for each row, or it does not compile. */
export type Handlers<Group extends Record<string, CallFacts>> = {
  [Name in keyof Group]: (
    input: CallInput<Group[Name]>,
    context: Contexts[CallerOf<Group[Name]>],
  ) => Promise<CallData<Group[Name]> | WrittenReply>
}

// Inside the mounter rows have lost their types; each handler was checked against its own row above.
type AnyHandler = (input: never, context: never) => Promise<unknown>

/** The handlers of the whole contract: those of every group, or it does not compile. */
export type ContractHandlers = { [Group in keyof Contract]: Handlers<Contract[Group]> }

/** Mount the whole contract, in the order of the handlers. */
export function mountAll(app: Hono<{ Bindings: Env }>, handlers: ContractHandlers): void {
  for (const [name, group] of Object.entries(handlers)) mountGroup(app, contract[name] ?? {}, group)
}

/** Mount every row of a group: caller, right, input, handler and envelope, in that order. */
function mountGroup(
  app: Hono<{ Bindings: Env }>,
  group: Readonly<Record<string, Call>>,
  handlers: Readonly<Record<string, AnyHandler>>,
): void {
  for (const [name, row] of Object.entries(group)) {
    const handler = handlers[name] as AnyHandler
    const methods = row.alsoGet ? ['GET', row.method] : [row.method]
    app.on(methods, `/v3${row.path}`, async (c) => {
      const noteEnd = noteBegin()
      let leave = () => {}
      try {
        checkOrigin(c, row)
        refuseEarly(row, c.req.header('authorization'))
        if (!row.safe) checkPage(c.req.header('application'))
        checkFrozen(c.env, row)
        let context = await allow(c, row)
        checkDisk(row, c.req.header(diskHeader))
        const allowedAt = Date.now()
        openRoom(c.req.raw, row, 'company' in context ? context : {})
        const input = await readInput(c, row)
        // Check the right of a slow sender again: nobody keeps a right by an unfinished request.
        if (Date.now() - allowedAt > slowMs) context = await allow(c, row)
        // Mark only requests whose sender chose the id and can send them again; devices send what they have measured by then.
        if ('account' in context && !row.safe && c.req.header('operation-id') !== undefined) {
          context.by.asked = await markRequest(row, input)
        }
        // Take the place only now: a sender that is slow takes none from others.
        if ('company' in context) leave = takePlace(row, context)
        const data = await handler(input as never, context as never)
        if (data instanceof WrittenReply) return data.send(c)
        return row.reply === 'blob' ? sendFile(data as CallFile) : c.json({ ok: true, data })
      } finally {
        leave()
        noteEnd()
        releaseForm(c.req.raw)
        leaveRoom(c.req.raw)
      }
    })
  }
}

/** Recognise the caller and refuse one without the right. @throws Fault */
async function allow(c: Context<{ Bindings: Env }>, row: Call): Promise<Contexts[Caller]> {
  const context = await recognise(c, row)
  authorise(row, context)
  if ('account' in context) checkVisited(row, context)
  return context
}

/**
 * Refuse to write in another company without a visit: its trail would not say why somebody came, and a visit that the company
 * has ended would go on without its header (decision 38).
 * @throws Fault `refused`
 */
function checkVisited(row: Call, { company, account, by }: Contexts['account']): void {
  if (row.safe || company === account.company_uuid || by.right.visit !== undefined) return
  throw visitNeeded()
}

/**
 * Refuse a browser's call from a page of another origin: the header cannot be set across origins without a
 * preflight, which is never granted (decisions R3, trust-and-performance §2.3).
 */
function checkOrigin(c: Context, row: Call): void {
  if (row.caller === 'device' || row.caller === 'operator' || isByKeyAlone(c, row)) return
  // Allow public reads without a session: from a monitor or a browser's address bar.
  if (row.caller === 'anyone' && row.method === 'GET') return
  const site = c.req.header('sec-fetch-site')
  const sameSite = site === undefined || site === 'same-origin'
  if (!sameSite || c.req.header('x-requested-with') !== 'XMLHttpRequest') {
    throw new Fault('method_refused', 'This call needs X-Requested-With and the same origin')
  }
}

/**
 * Return true for a program that calls with an API key: no browser adds one by itself, so another site cannot make it
 * call. With a session cookie beside the key the caller may be a browser, and the origin is checked.
 */
function isByKeyAlone(c: Context, row: Call): boolean {
  if (row.caller !== undefined && row.caller !== 'account') return false
  return isKey(c.req.header('authorization')) && readSessionCookie(c.req.header('cookie')) === null
}

/** Refuse by the rules of the call (domain/rules/access.ts), now and again where a change is made. @throws Fault */
function authorise(row: Call, context: Contexts[Caller]): void {
  const isAccount = 'account' in context
  const refusal = refuseCall(row, {
    isAccount,
    isAway: isAccount && context.company !== context.account.company_uuid,
    byKey: isAccount && context.key !== null,
    holds: (permission) => isAccount && can(context.by.permissions, permission),
  })
  switch (refusal?.reason) {
    case undefined:
      if (isAccount) mustHold(row.needs, context.by)
      return
    case 'own_company_only':
      throw new Fault('forbidden', 'This is done in the own company only', {
        reason: 'own_company_only',
      })
    case 'not_by_key':
      throw new Fault('forbidden', 'Not by an API key', { reason: 'not_by_key' })
    case 'permission':
      return refuseWithout(refusal.permission, [])
    case 'not_for_accounts':
      throw new Fault('not_signed_in', 'Not for accounts')
  }
}

async function readInput(c: Context, row: Call): Promise<CallInput<CallFacts>> {
  return {
    params: checkInput(row.params, c.req.param(), 'params'),
    query: checkInput(row.query, c.req.query(), 'query'),
    body: row.body && checkInput(row.body, await readBody(c, row), ''),
  } as CallInput<CallFacts>
}

async function readBody(c: Context, row: Call): Promise<unknown> {
  if (row.send === 'multipart') return readForm(c.req.raw)
  const limit = row.caller === 'anyone' ? strangerLimit : jsonLimit
  const sent = await readJson(c.req.raw, limit)
  // Clean texts of devices, which are shown and printed: a refused device could not correct them.
  const body = row.caller === 'device' && !row.exact ? asLines(sent) : sent
  // Refuse a list, which is an object without fields to a schema.
  if (!Array.isArray(body)) return body
  throw new Fault('invalid', 'Send an object', { reason: 'not_an_object' })
}

function sendFile(file: CallFile): Response {
  const headers = new Headers({ 'Content-Type': file.type })
  if (file.name) headers.set('Content-Disposition', offerFile(file.name))
  // Forbid to keep any file, also one that never changes: a browser would give it to the next account.
  headers.set('Cache-Control', 'no-store')
  return new Response(file.bytes as Uint8Array<ArrayBuffer>, { headers })
}
