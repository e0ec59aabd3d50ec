import type { Context } from 'hono'
import type { Call, Caller } from '../domain/call.ts'
import * as v from 'valibot'
import { Fault } from '../domain/fault.ts'
import { Uuid, uuidForm } from '../domain/fields.ts'
import { receiptHeader } from '../domain/calls/device-link.ts'
import { entityOf, type Kind, type Stored } from '../domain/registry.ts'
import { takePlace } from './requests/admission.ts'
import type { AccountContext, CallContext, Contexts, DeviceContext, Store } from './context.ts'
import { findProvider } from './directory/companies.ts'
import { findDevice } from './directory/directory.ts'
import { reach } from './reach.ts'
import { logFailure } from './log.ts'
import { makeUuid } from './crypto/make-uuid.ts'
import { type Outcome, unwrap } from './outcome.ts'
import { regional } from './regional.ts'
import { isStrong, sameSecret, sha256Hex, strongSecret } from './crypto/secret.ts'
import { isKey, recogniseKey, refuseKeyInAddress } from './session/api-key.ts'
import { readSessionCookie } from './session/cookie.ts'
import { makeReceipt, readReceipt } from './session/directory-receipt.ts'
import { applyFlags } from './product-flags.ts'
import { checkReads, isReadingSession, readReadingSession } from './session/reading-session.ts'
import { readSignedIn } from './session/signed-in.ts'
import type { Right } from './store/by.ts'
import { diskHeader, unlessFull } from './store-full.ts'
import type { PlannedRead, Principal } from './store/principal.ts'
import { byOf } from './store/right.ts'

type C = Context<{ Bindings: Env }>

/** Find out who calls. @throws Fault `not_signed_in` when a row wants more than the caller is. */
export async function recognise(c: C, row: Call): Promise<Contexts[Caller]> {
  const base = baseContext(c)
  switch (row.caller ?? 'account') {
    case 'anyone':
      return base
    case 'operator':
      return recogniseOperator(c, base)
    case 'device':
      return recogniseDevice(c, base, row)
    case 'account':
      return recogniseAccount(c, base, row)
  }
}

function baseContext(c: C): CallContext {
  const given = c.req.header('operation-id')
  return {
    env: c.env,
    origin: new URL(c.req.url).origin,
    opId: given === undefined ? makeUuid() : readOperationId(given),
    // Cast, since the platform's type of the stub says `never` for answers with `unknown` in them; context.ts writes them out.
    store: (company) => regional(c.env.COMPANY_STORE, c.env, company) as unknown as Store,
    header: (name, value) => c.header(name, value, { append: true }),
    finish: (work) => {
      const done = work()
      c.executionCtx.waitUntil(done.catch(() => {}))
      return done
    },
    later: (work) => {
      c.executionCtx.waitUntil(work().catch((error: unknown) => logFailure('later', error)))
    },
    address: c.req.header('cf-connecting-ip') ?? '',
    agent: c.req.header('user-agent') ?? '',
    cookie: c.req.header('cookie'),
  }
}

/**
 * Read an operation id, without colons: ids with one are made by the server for its own operations, and a client must
 * not take one.
 */
function readOperationId(given: string): string {
  if (/^[\w-]{8,80}$/.test(given)) return given
  throw new Fault('invalid', 'An operation id is 8 to 80 letters, digits, _ or -', {
    field: 'operation-id',
    reason: 'operation_id',
  })
}

/** Recognise the token of an identity provider: an API key for SCIM and nothing else. @throws Fault `not_signed_in` */
export async function recogniseScim(c: C): Promise<AccountContext> {
  refuseKeyInAddress(c.req.query())
  const authorization = c.req.header('authorization')
  if (!isKey(authorization)) throw new Fault('not_signed_in', 'Send the token of the company')
  const base = baseContext(c)
  const known = await recogniseKey(base, authorization, 'scim')
  return accountContext(base, known, await applyFlags(base, known.principal))
}

async function recogniseAccount(c: C, base: CallContext, row: Call): Promise<AccountContext> {
  refuseKeyInAddress(c.req.query())
  const authorization = c.req.header('authorization')
  const known = isKey(authorization)
    ? await recogniseKey(base, authorization, null)
    : await recogniseSession(base, c.req.header('background') === '1', row, planRead(c, row))
  checkMeant(c.req.header('x-account'), known)
  const context = accountContext(base, known, await applyFlags(base, known.principal))
  const wanted = c.req.header('x-company')
  if (wanted === undefined || wanted === context.company) return context
  return reach(context, wanted, c.req.header('x-visit') ?? null)
}

/**
 * Refuse a call whose page belongs to another account than its session. Tabs of a browser share one session: after a
 * second person signs in at another tab, the work of the first would be recorded as theirs.
 * @throws Fault `not_signed_in`
 */
function checkMeant(meant: string | undefined, { principal }: Known): void {
  if (meant === undefined || meant === principal.account.uuid) return
  throw new Fault('not_signed_in', 'Somebody else has signed in', { reason: 'other_account' })
}

/**
 * Find the session of a call and keep it alive. A page that pulls by itself sends `Background: 1`, which does not count
 * as use.
 */
async function recogniseSession(
  base: CallContext,
  background: boolean,
  row: Call,
  read: PlannedRead | null,
): Promise<Known> {
  const token = readSessionCookie(base.cookie)
  if (!token) throw new Fault('not_signed_in', 'Sign in first')
  const own = base.store(token.company)
  if (isReadingSession(token.secret)) {
    const principal = await readReadingSession(base, token, Date.now())
    if (!principal) throw new Fault('session_expired', 'Session expired! Login again')
    checkReads(row)
    // Give no session of the store: where a right is asked again, there is none.
    return { own, principal, credential: { session: sha256Hex(token.secret) } }
  }
  const secretHash = sha256Hex(token.secret)
  // Keep people signed in for this request when the store is full, although their idle time cannot be moved on.
  const signedIn = await unlessFull(
    () => own.authenticate(secretHash, background, read),
    () => own.authenticate(secretHash, true, read),
  )
  if (signedIn) {
    const principal = readSignedIn(secretHash, signedIn)
    const credential = { session: secretHash }
    return { own, principal, credential, ...(read && { come: { read, found: signedIn.found } }) }
  }
  const why = await own.whyEnded(secretHash)
  throw new Fault('session_expired', 'Session expired! Login again', why ? { params: { why } } : {})
}

/** Return the record that the call is about, if its id is one; any other fault in the call is found later. */
function planRead(c: C, row: Call): PlannedRead | null {
  const uuid = c.req.param('id')
  if (row.reads === undefined || !uuid || !v.is(Uuid, uuid)) return null
  const { home, kind } = entityOf(row.reads)
  return home === 'provider' ? null : { needs: row.needs, kind: kind as Kind, uuid }
}

/** The caller, as their own store knows them, with the rest of its answer. */
interface Known {
  own: Store
  principal: Principal
  credential: Right['credential']
  come?: { read: PlannedRead; found: Outcome<string> | null }
}

function accountContext(
  base: CallContext,
  { own, principal, credential, come }: Known,
  { account, off }: Awaited<ReturnType<typeof applyFlags>>,
): AccountContext {
  const { uuid: user, company_uuid: home } = account
  const right = { credential, user, home, company: home, needs: [], ...(off.length > 0 && { off }) }
  const by = byOf(principal, right)
  return {
    ...base,
    account,
    key: 'key' in credential ? credential.key : null,
    company: home,
    own,
    provider: async () => {
      const provider = await findProvider(base.env.DIRECTORY)
      if (!provider) throw new Fault('not_found', 'This region has no provider yet')
      return base.store(provider.uuid)
    },
    by,
    read: async <Of extends Kind>(kind: Of, uuid: string) => {
      const here = come?.read.kind === kind && come.read.uuid === uuid ? come.found : null
      if (!here) return unwrap(own.get(kind, uuid, by.sight))
      return JSON.parse(await unwrap(here)) as Stored<Of>
    },
  }
}

const deviceShape = new RegExp(String.raw`^Device (${uuidForm})\.([\w-]{43})$`)

async function recogniseDevice(c: C, base: CallContext, row: Call): Promise<DeviceContext> {
  const match = deviceShape.exec(c.req.header('authorization') ?? '')
  const [, uuid = '', key = ''] = match ?? []
  const find = async (enter: (company: string) => () => void) => {
    const known = await findByReceipt(c, base, { uuid, key }, enter)
    return known ?? findInDirectory(c, { uuid, key })
  }
  const company = await find((known) => takePlace(row, { company: known, device: uuid }))
  return {
    ...base,
    device: uuid,
    company,
    own: base.store(company),
    confirm: async () => {
      // Ask without taking another place: the call has its own by now.
      if ((await find(() => () => {})) !== company)
        throw new Fault('not_signed_in', 'The device has moved')
    },
    by: {
      actor: { uuid, name: 'device', via: 'device' },
      sight: { kinds: [], swarms: [] },
      permissions: [],
      fourEyes: false,
    },
  }
}

/**
 * Return the company that the receipt of a device names, if its store has the device; null where the directory must be asked.
 * @param enter takes a place among the calls of the company: its store is asked.
 * @throws Fault `overloaded`
 */
async function findByReceipt(
  c: C,
  base: CallContext,
  device: { uuid: string; key: string },
  enter: (company: string) => () => void,
): Promise<string | null> {
  const given = c.req.header(receiptHeader)
  const secret = given && strongSecret(c.env, 'LIVE_SECRET')
  const receipt = secret && readReceipt(secret, given, device, Date.now())
  // Ask the directory where the disk is full: no store can write there that it refuses a receipt.
  if (!receipt || c.req.header(diskHeader) === 'full') return null
  const leave = enter(receipt.company)
  try {
    const isHere = await base.store(receipt.company).acceptsReceipt(device.uuid, receipt.issuedAt)
    return isHere ? receipt.company : null
  } finally {
    leave()
  }
}

/** @throws Fault `not_signed_in` */
async function findInDirectory(
  c: C,
  { uuid, key }: { uuid: string; key: string },
): Promise<string> {
  // Note the time before the device is looked up: the answer may come after the key has changed.
  const askedAt = Date.now()
  const known = uuid ? await findDevice(c.env.DIRECTORY, uuid) : null
  if (!known || !sameSecret(known.key_hash, sha256Hex(key)))
    throw new Fault('not_signed_in', 'Unknown device or wrong key')
  const company = known.company_uuid
  const secret = strongSecret(c.env, 'LIVE_SECRET')
  c.header(receiptHeader, makeReceipt(secret, { uuid, key, company }, askedAt))
  return company
}

function recogniseOperator(c: C, base: CallContext): CallContext {
  const secret = c.env.OPERATOR_SECRET
  const [, given] = /^Operator (\S+)$/.exec(c.req.header('authorization') ?? '') ?? []
  // Act as if these calls did not exist where no secret is set, or one that could be guessed.
  if (!isStrong(secret) || !given || !sameSecret(secret, given)) {
    throw new Fault('not_found', 'No such call')
  }
  return base
}
