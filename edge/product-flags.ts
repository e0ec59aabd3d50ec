import {
  type AttributeAccount,
  type ContextAttribute,
  readFlags,
} from '../domain/entities/context-attribute.ts'
import type { Account } from '../domain/calls/session.ts'
import { flagStopping, type Permission, type ProductFlags } from '../domain/permissions.ts'
import type { CallContext } from './context.ts'
import { findProvider } from './directory/companies.ts'
import { logFailure } from './log.ts'
import { unwrap } from './outcome.ts'
import { sha256Hex } from './crypto/secret.ts'
import type { Principal } from './store/principal.ts'

/** Age up to which the provider is not asked again: so long a flag that was changed may still act as before. */
const freshMs = 30_000

/** The attributes that were read last in this isolate. */
let known: { at: number; attributes: readonly ContextAttribute[] } | null = null

/** Ask the provider at the next call: an attribute was changed here. */
export function forgetFlags(): void {
  known = null
}

/**
 * Read the provider's attributes that switch parts of the product. Older ones are used while they are asked for again, and when
 * the provider's store does not answer: what a laboratory may do does not hang on another store.
 */
export async function readFlagAttributes(
  context: Pick<CallContext, 'env' | 'store' | 'later'>,
): Promise<readonly ContextAttribute[]> {
  if (known === null) return load(context)
  const { at, attributes } = known
  if (Date.now() - at > freshMs) {
    known = { at: Date.now(), attributes }
    context.later(() => load(context))
  }
  return attributes
}

async function load({
  env,
  store,
}: Pick<CallContext, 'env' | 'store'>): Promise<readonly ContextAttribute[]> {
  try {
    const provider = await findProvider(env.DIRECTORY)
    const asked = provider && store(provider.uuid).ask({ name: 'flagAttributes' }, nobody)
    known = { at: Date.now(), attributes: asked ? await unwrap(asked) : [] }
  } catch (error) {
    logFailure('flags of the product', error)
    known ??= { at: Date.now(), attributes: [] }
  }
  return known.attributes
}

const nobody = { kinds: [], swarms: [] }

/** Read the flags of an account, or of a company alone. */
export async function flagsOf(
  context: Pick<CallContext, 'env' | 'store' | 'later'>,
  account: Partial<AttributeAccount> & { company_uuid: string },
): Promise<ProductFlags> {
  const facts = { profile_uuid: '', base: '', ...account }
  return readFlags(await readFlagAttributes(context), facts)
}

/** List the permissions among these that flags stop. */
export function listStopped(held: readonly string[], flags: ProductFlags): Permission[] {
  return (held as Permission[]).filter((name) => flagStopping(name, flags) !== null)
}

/** Return an account as flags of the product leave it, with the permissions that they stop. */
export async function applyFlags(
  context: Pick<CallContext, 'env' | 'store' | 'later'>,
  { account, profile }: Principal,
): Promise<{ account: Account; off: Permission[] }> {
  const { company_uuid, permissions } = account
  const flags = await flagsOf(context, { company_uuid, ...profile })
  const off = listStopped(permissions, flags)
  if (off.length === 0 && flags.trial === 'off') return { account, off }
  return {
    off,
    account: {
      ...account,
      permissions: permissions.filter((name) => !off.includes(name as Permission)),
      ...(flags.trial === 'on' && { trial: true as const }),
      // Change the scope, so that browsers drop kinds of records that are out of sight now.
      scope: sha256Hex(`${account.scope} without ${off.join()}`).slice(0, 16),
    },
  }
}
