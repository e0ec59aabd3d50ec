import { storesAtOnce } from '../../domain/catalog/limits.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { listCompanies } from '../directory/companies.ts'
import { unwrap } from '../outcome.ts'

/**
 * Count the protocols of all companies of the region that use one of the provider's recipes; numbers only. In a region of more companies
 * than are asked while somebody waits, the provider's store asks them after the answer (decision 66).
 * @throws Fault `refused` while they are asked, with how many have answered.
 */
export async function countUsesEverywhere(
  recipe: string,
  context: AccountContext,
): Promise<number> {
  const { env, store, by, provider } = context
  const page = { limit: storesAtOnce - 1, offset: 0 }
  const { companies, total } = await listCompanies(env.DIRECTORY, {}, page)
  if (total <= page.limit) {
    const counts = await Promise.all(
      companies.map(({ uuid }) =>
        unwrap(store(uuid).ask({ name: 'protocolsOf', recipe }, by.sight)),
      ),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }
  const { state, asked, uses } = await unwrap((await provider()).takeUseCount(recipe, by))
  if (state === 'known') return uses
  throw new Fault('refused', `${asked} of ${total} companies have said whether they use this`, {
    reason: 'uses_asked',
    params: { asked, total },
  })
}
