import type { RunKit } from '../../domain/entities/run-kit.ts'
import { confirmKit } from '../../domain/rules/kit.ts'
import type { EditChange } from '../../domain/sync/field-change.ts'
import type { AccountContext } from '../context.ts'
import { findProvider } from '../directory/companies.ts'

/** Replace a kit by the provider's record of it: name, day and lot sent by a client are never trusted. */
export async function settleKit(
  kit: RunKit | undefined,
  { env, store, by }: AccountContext,
): Promise<RunKit | undefined> {
  if (!kit) return undefined
  const provider = await findProvider(env.DIRECTORY)
  const found = provider && (await store(provider.uuid).get('bkit', kit.bkit_uuid, by.sight))
  return confirmKit(kit, found?.ok ? found.value : null)
}

/** Edits as they came, but a kit as the provider's record has it. */
export function settleKits(
  changes: readonly EditChange[],
  context: AccountContext,
): Promise<EditChange[]> {
  return Promise.all(
    changes.map(async (change) => {
      if (change.field !== 'kit') return change
      return { ...change, to: (await settleKit(change.to ?? undefined, context)) ?? null }
    }),
  )
}
