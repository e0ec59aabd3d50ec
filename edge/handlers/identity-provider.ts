import type { identityProviderCalls, ProviderAnswer } from '../../domain/calls/identity-provider.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import {
  endBreakGlass,
  type KnownProvider,
  proveDomain,
  readProvider,
  saveProvider,
  switchProvider,
} from '../directory/identity-providers.ts'
import { chooseSigning, signingProviderOf } from '../directory/signature-proofs.ts'
import { mostTries, readPin } from '../directory/signing-pins.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { makeSecret } from '../crypto/secret.ts'
import { findDomainRecord, recordName, recordValue } from '../session/find-domain-record.ts'
import {
  beginProof,
  beginSignIn,
  beginTest,
  finishSignIn,
  redirectUri,
  secretPlace,
} from '../session/provider-sign-in.ts'
import { proveSelf } from '../session/prove.ts'
import { isOutside } from '../session/provider-fetch.ts'
import { seal } from '../session/seal.ts'
import { describeChange, writeDueEntries } from '../session/due-entries.ts'
import { addressBrake, checkWait, noteFailure, providerBrake } from '../session/throttle.ts'

export const identityProvider: Handlers<typeof identityProviderCalls> = {
  read: async (_, context) => answerOf(context),
  save: async ({ body }, context) => {
    const { password, code, client_secret, ...given } = body
    checkIssuer(context.env, given.issuer)
    await proveSelf(context, { password, code, codeToo: true })
    await mustBeConfirmed(context)
    const { DIRECTORY, SEALING_SECRET } = context.env
    const { company } = context
    const before = await readProvider(DIRECTORY, company)
    const isSameClient = before?.issuer === given.issuer && before.client_id === given.client_id
    const sealed_secret =
      client_secret === undefined
        ? isSameClient
          ? before.sealed_secret
          : null
        : seal(SEALING_SECRET, secretPlace(company), client_secret)
    const domain_token = before?.domain === given.domain ? before.domain_token : makeSecret()
    const saved_by = context.account.uuid
    const next = { ...given, company_uuid: company, sealed_secret, domain_token, saved_by }
    const reason = `${given.issuer} ${given.client_id} ${given.domain}`
    const due = describeChange(context, 'provider_saved', reason)
    if (!(await saveProvider(DIRECTORY, next, { seen: before?.version ?? 0, due })))
      throw changedMeanwhile()
    await writeDueEntries(context.env, company)
    return answerOf(context)
  },
  proveDomain: async (_, context) => {
    const { domain, domain_token: token } = await mustHave(context)
    if (!(await findDomainRecord(context.env, { domain, token }))) {
      throw new Fault('refused', 'The TXT record is not there yet', {
        reason: 'domain_not_found',
        params: { name: recordName(domain) },
      })
    }
    // Ask again: the domain's name servers were asked meanwhile.
    await unwrap(context.own.confirm(context.by))
    const at = new Date().toISOString()
    const { env, company } = context
    const due = describeChange(context, 'provider_proven', domain)
    if (!(await proveDomain(env.DIRECTORY, company, domain, { at, due }))) throw taken()
    await writeDueEntries(env, company)
    return answerOf(context)
  },
  test: async (_, context) => {
    const known = await mustHave(context)
    await unwrap(context.own.confirm(context.by))
    return beginTest(context, known, context.by.right)
  },
  switch: async ({ body }, context) => {
    const { on, only, password, code } = body
    await proveSelf(context, { password, code, codeToo: true })
    await unwrap(context.own.confirm(context.by))
    const { DIRECTORY } = context.env
    const known = await mustHave(context)
    const breakGlass = only ? context.account.uuid : null
    const event = on ? 'provider_on' : 'provider_off'
    const due = describeChange(context, event, `${known.issuer} ${known.domain}`)
    if (!(await switchProvider(DIRECTORY, known, { on, breakGlass, due }))) {
      throw notReady(known)
    }
    await writeDueEntries(context.env, context.company)
    if (only) await checkStillThere(context)
    return answerOf(context)
  },
  begin: async ({ body }, context) => {
    const { DIRECTORY } = context.env
    // Count each try, since it makes the service ask a provider.
    await noteFailure(DIRECTORY, [providerBrake(context.address)], Date.now())
    const { email, ...afterwards } = body
    return beginSignIn(context, email, afterwards)
  },
  finish: async ({ body }, context) => {
    const brakes = [addressBrake(context.address)]
    await checkWait(context.env.DIRECTORY, brakes, Date.now())
    try {
      return await finishSignIn(context, body.answer)
    } catch (error) {
      if (error instanceof Fault) await noteFailure(context.env.DIRECTORY, brakes, Date.now())
      throw error
    }
  },
  chooseSigning: async ({ body }, context) => {
    const { way, pins = false, password, code } = body
    await proveSelf(context, { password, code, codeToo: true })
    await mustBeConfirmed(context)
    const { company, account, env } = context
    const known = await mustHave(context)
    const chosen = way === 'provider' && pins ? `${way}, PIN` : way
    const due = describeChange(context, 'provider_signing', chosen)
    const wanted = { way, pins, by: account.uuid, due }
    if (!(await chooseSigning(env.DIRECTORY, company, wanted))) {
      throw known.enabled === 1 ? savedBySelf() : notOn()
    }
    await writeDueEntries(env, company)
    return answerOf(context)
  },
  signingWay: async (_, { env, account }) => {
    const provider = await signingProviderOf(env.DIRECTORY, account)
    if (!provider) return { way: 'password', pin: false }
    const pin = provider.pins === 1 ? await readPin(env.DIRECTORY, provider, account.uuid) : null
    return { way: 'provider', pin: pin !== null && pin.tries < mostTries }
  },
  prove: async ({ body }, context) => {
    await noteFailure(context.env.DIRECTORY, [providerBrake(context.address)], Date.now())
    await unwrap(context.own.confirm(context.by))
    return beginProof(context, body.record_hash)
  },
}

async function answerOf(context: AccountContext): Promise<ProviderAnswer> {
  const known = await readProvider(context.env.DIRECTORY, context.company)
  const redirect_uri = redirectUri(context)
  if (!known) return { provider: null, redirect_uri }
  const { issuer, client_id, domain, domain_proven_at, tested_at, break_glass_uuid } = known
  const provider = {
    issuer,
    client_id,
    has_secret: known.sealed_secret !== null,
    domain,
    record_name: recordName(domain),
    record_value: recordValue(known.domain_token),
    domain_proven_at,
    tested_at,
    enabled: known.enabled === 1,
    break_glass_uuid,
    signing: known.signing,
    pins: known.pins === 1,
  }
  return { provider, redirect_uri }
}

/**
 * Ask for the right again, of somebody who waits for no confirmation: one person saves the settings and another chooses that they
 * prove signatures, and an account that one of them has made is no other person (docs/identity.md).
 * @throws Fault `refused`
 */
async function mustBeConfirmed({ own, by }: AccountContext): Promise<void> {
  const { unconfirmed } = await unwrap(own.confirm(by))
  if (!unconfirmed) return
  throw new Fault('refused', 'Your own account must be confirmed first', {
    reason: 'confirmer_unconfirmed',
  })
}

/** Read the settings; confirm the right again before answering that there are none. */
async function mustHave({ env, company, own, by }: AccountContext): Promise<KnownProvider> {
  const known = await readProvider(env.DIRECTORY, company)
  if (known) return known
  await unwrap(own.confirm(by))
  throw new Fault('refused', 'No identity provider is set', { reason: 'provider_missing' })
}

/** Refuse an issuer that is no `https` address of a named host; a developer's machine may also name itself. */
function checkIssuer({ ENVIRONMENT }: Env, text: string): void {
  const isPlain = URL.canParse(text) && new URL(text).search === '' && new URL(text).hash === ''
  if (isPlain && isOutside(text, ENVIRONMENT === 'local')) return
  throw new Fault('invalid', 'An issuer is an https address without a query', {
    field: 'issuer',
    reason: 'provider_issuer',
  })
}

/** Check that the only account with a password still counts: each of both changes looks for the other afterwards. */
async function checkStillThere({ env, own, by, account, company }: AccountContext): Promise<void> {
  try {
    await unwrap(own.confirm(by))
  } catch (error) {
    await endBreakGlass(env.DIRECTORY, { company, user: account.uuid })
    throw error
  }
}

function notReady({ domain_proven_at, tested_at }: KnownProvider): Fault {
  if (domain_proven_at !== null && tested_at !== null) return changedMeanwhile()
  return domain_proven_at === null
    ? new Fault('refused', 'Prove the domain first', { reason: 'domain_not_proven' })
    : new Fault('refused', 'Test the sign-in first', { reason: 'provider_untested' })
}

function notOn(): Fault {
  return new Fault('refused', 'Switch the sign-in on first', { reason: 'provider_off' })
}

function savedBySelf(): Fault {
  return new Fault('refused', 'Another administrator than who saved the settings chooses this', {
    reason: 'provider_saved_by_self',
  })
}

function taken(): Fault {
  return new Fault('taken', 'Another company has proven this domain', { reason: 'domain_taken' })
}

function changedMeanwhile(): Fault {
  return new Fault('stale', 'The settings have changed meanwhile')
}
