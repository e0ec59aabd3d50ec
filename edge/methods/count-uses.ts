import type { AccountContext } from '../context.ts'
import { listCompanies } from '../directory/companies.ts'
import { unwrap } from '../outcome.ts'

const companiesAtOnce = 20

/** Count the protocols of all companies of the region that use one of the provider's recipes; numbers only. */
export async function countUsesEverywhere(
  recipe: string,
  { env, store, by }: AccountContext,
): Promise<number> {
  let uses = 0
  for (let offset = 0; ; offset += companiesAtOnce) {
    const page = { limit: companiesAtOnce, offset }
    const { companies, total } = await listCompanies(env.DIRECTORY, {}, page)
    const counts = await Promise.all(
      companies.map(({ uuid }) =>
        unwrap(store(uuid).ask({ name: 'protocolsOf', recipe }, by.sight)),
      ),
    )
    uses += counts.reduce((sum, count) => sum + count, 0)
    if (offset + companiesAtOnce >= total) return uses
  }
}
