import type { CallInput } from '../../domain/call.ts'
import type { userCalls } from '../../domain/calls/users.ts'
import type { ShownSetting } from '../../domain/entities/user-settings.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { findProvider } from '../directory/companies.ts'
import { unwrap } from '../outcome.ts'

/** Return the account's own settings, with the provider's own data about it as category `context`. */
export async function getSettings(
  _: unknown,
  context: AccountContext,
): Promise<{ settings: ShownSetting[] }> {
  const { account, own, by, env, store } = context
  const known = await unwrap(own.ask({ name: 'settings', user: account.uuid }, by.sight))
  const provider = known.account && (await findProvider(env.DIRECTORY))
  if (!provider || !known.account) return { settings: known.settings }
  const said = await unwrap(
    store(provider.uuid).ask({ name: 'attributesFor', account: known.account }, by.sight),
  )
  return { settings: [...known.settings, ...said] }
}

/** Make the given the settings of one category. @throws Fault `refused` for what the provider says. */
export async function setSettings(
  { params, body }: Pick<CallInput<typeof userCalls.setSettings>, 'params' | 'body'>,
  context: AccountContext,
): Promise<{ settings: ShownSetting[] }> {
  const { account, own, by, opId } = context
  const category = params.key
  const other = body.settings.findIndex((one) => (one.category ?? category) !== category)
  if (other >= 0) {
    throw new Fault('invalid', 'One category at a time', {
      field: `settings.${other}.category`,
      reason: 'other_category',
    })
  }
  if (category === 'context') {
    throw new Fault('refused', 'This is said by the provider of the service', {
      field: 'params.key',
      reason: 'provider_only',
    })
  }
  const settings = body.settings.map(({ name, value }) => ({ name, value, category }))
  const change = { type: 'user.settings', uuid: account.uuid, category, settings } as const
  await unwrap(own.change(change, opId, by))
  return getSettings(undefined, context)
}
