import { storesAtOnce } from '../../domain/catalog/limits.ts'
import { Fault } from '../../domain/fault.ts'
import { askStores } from '../ask-stores.ts'
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
    const { answers, silent } = await askStores(
      companies.map(({ uuid }) => uuid),
      (uuid) => unwrap(store(uuid).ask({ name: 'protocolsOf', recipe }, by.sight)),
    )
    if (silent.length > 0) throw notAllAsked(answers.length, total)
    return answers.reduce((sum, count) => sum + count, 0)
  }
  const { state, asked, uses } = await unwrap((await provider()).takeUseCount(recipe, by))
  if (state === 'known') return uses
  throw notAllAsked(asked, total)
}

function notAllAsked(asked: number, total: number): Fault {
  return new Fault('refused', `${asked} of ${total} companies have said whether they use this`, {
    reason: 'uses_asked',
    params: { asked, total },
  })
}
