import { storesAtOnce } from '../../domain/catalog/limits.ts'
import type { AccountContext } from '../context.ts'
import { listCompanies } from '../directory/companies.ts'
import { unwrap } from '../outcome.ts'

/**
 * Count the protocols of all companies of the region that use one of the provider's recipes; numbers only. It is no list: what a
 * deletion depends on is asked of every company, so many at a time.
 */
export async function countUsesEverywhere(
  recipe: string,
  { env, store, by }: AccountContext,
): Promise<number> {
  let uses = 0
  for (let offset = 0; ; offset += storesAtOnce) {
    const page = { limit: storesAtOnce, offset }
    const { companies, total } = await listCompanies(env.DIRECTORY, {}, page)
    const counts = await Promise.all(
      companies.map(({ uuid }) =>
        unwrap(store(uuid).ask({ name: 'protocolsOf', recipe }, by.sight)),
      ),
    )
    uses += counts.reduce((sum, count) => sum + count, 0)
    if (offset + storesAtOnce >= total) return uses
  }
}
