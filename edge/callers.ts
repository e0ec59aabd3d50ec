import type { Context } from 'hono'
import type { Caller } from '../domain/call.ts'
import { Fault } from '../domain/fault.ts'
import type { AccountContext, CallContext, Contexts, DeviceContext, Store } from './context.ts'
import { findProvider } from './directory/companies.ts'
import { findDevice } from './directory/directory.ts'
import { reach } from './reach.ts'
import { logFailure } from './log.ts'
import { regional } from './regional.ts'
import { sameSecret, sha256Hex } from './secret.ts'
import { recogniseKey, refuseKeyInAddress } from './session/api-key.ts'
import { readSessionCookie } from './session/cookie.ts'
import type { Principal } from './store/principal.ts'

type C = Context<{ Bindings: Env }>

/** Finds out who calls. @throws Fault `not_signed_in` when a row wants more than the caller is. */
export async function recognise(c: C, caller: Caller): Promise<Contexts[Caller]> {
  const base = baseContext(c)
  switch (caller) {
    case 'anyone':
      return base
    case 'operator':
      return recogniseOperator(c, base)
    case 'device':
      return recogniseDevice(c, base)
    case 'account':
      return recogniseAccount(c, base)
  }
}

function baseContext(c: C): CallContext {
  const given = c.req.header('operation-id')
  return {
    env: c.env,
    origin: new URL(c.req.url).origin,
    opId: given === undefined ? crypto.randomUUID() : readOperationId(given),
    store: (company) => regional(c.env.COMPANY_STORE, c.env, company) as unknown as Store,
    header: (name, value) => c.header(name, value, { append: true }),
    later: (work) => {
      c.executionCtx.waitUntil(work().catch((error: unknown) => logFailure('later', error)))
    },
    address: c.req.header('cf-connecting-ip') ?? '',
    agent: c.req.header('user-agent') ?? '',
    cookie: c.req.header('cookie'),
  }
}

/** No colons: ids with one are made here, for what the server does itself, and must not be taken by a client. */
function readOperationId(given: string): string {
  if (/^[\w-]{8,80}$/.test(given)) return given
  throw new Fault('invalid', 'An operation id is 8 to 80 letters, digits, _ or -', {
    field: 'operation-id',
    reason: 'operation_id',
  })
}

async function recogniseAccount(c: C, base: CallContext): Promise<AccountContext> {
  refuseKeyInAddress(c.req.query())
  const authorization = c.req.header('authorization')
  const { own, principal, key } = authorization?.startsWith('Bearer ')
    ? await recogniseKey(base, authorization)
    : await recogniseSession(base, c.req.header('background') === '1')
  const context = accountContext(base, own, principal, key)
  const wanted = c.req.header('x-company')
  return wanted === undefined || wanted === context.company ? context : reach(context, wanted)
}

/** A page that pulls by itself says so with `Background: 1`: that does not keep the session alive. */
async function recogniseSession(
  base: CallContext,
  background: boolean,
): Promise<{ own: Store; principal: Principal; key: null }> {
  const token = readSessionCookie(base.cookie)
  if (!token) throw new Fault('not_signed_in', 'Sign in first')
  const own = base.store(token.company)
  const principal = await own.authenticate(sha256Hex(token.secret), background)
  if (!principal) throw new Fault('session_expired', 'Session expired! Login again')
  return { own, principal, key: null }
}

export function accountContext(
  base: CallContext,
  own: Store,
  { account, sight }: Principal,
  key: string | null = null,
): AccountContext {
  return {
    ...base,
    account,
    key,
    company: account.company_uuid,
    own,
    provider: async () => {
      const provider = await findProvider(base.env.DIRECTORY)
      if (!provider) throw new Fault('not_found', 'This region has no provider yet')
      return base.store(provider.uuid)
    },
    by: {
      actor: {
        uuid: account.uuid,
        name: account.name,
        via: key === null ? 'account' : 'key',
        role: account.profile,
        zone: account.preferences.timezone,
      },
      sight,
      permissions: account.permissions,
      fourEyes: account.company_details.four_eyes === 'Y',
    },
  }
}

async function recogniseDevice(c: C, base: CallContext): Promise<DeviceContext> {
  const match = /^Device ([0-9a-f-]{36})\.([\w-]{43})$/.exec(c.req.header('authorization') ?? '')
  const [, uuid, key] = match ?? []
  const known = uuid ? await findDevice(c.env.DIRECTORY, uuid) : null
  if (!uuid || !key || !known || !sameSecret(known.key_hash, sha256Hex(key))) {
    throw new Fault('not_signed_in', 'Unknown device or wrong key')
  }
  return {
    ...base,
    device: uuid,
    company: known.company_uuid,
    own: base.store(known.company_uuid),
    by: {
      actor: { uuid, name: 'device', via: 'device' },
      sight: { kinds: [], swarms: [] },
      permissions: [],
      fourEyes: false,
    },
  }
}

function recogniseOperator(c: C, base: CallContext): CallContext {
  const secret = c.env.OPERATOR_SECRET
  const [, given] = /^Operator (\S+)$/.exec(c.req.header('authorization') ?? '') ?? []
  // Without a configured secret these calls are as if they were not there.
  if (!secret || !given || !sameSecret(secret, given)) throw new Fault('not_found', 'No such call')
  return base
}
