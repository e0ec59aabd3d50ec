import { findProvider } from '../../directory/companies.ts'
import { logFailure } from '../../log.ts'
import { unwrap } from '../../outcome.ts'
import { readCompanyId } from '../migrations.ts'
import { otherStore } from '../other-store.ts'
import type { Sql } from '../sql.ts'
import { lotsInUse, type OutsideFacts, readOutsideFacts } from './outside-facts.ts'

/** Ask the provider's store for the facts of a round; null where there is none or it does not answer. */
export async function askOutside(env: Env, sql: Sql): Promise<OutsideFacts | null> {
  try {
    const provider = await findProvider(env.DIRECTORY)
    if (!provider) return null
    const lots = lotsInUse(sql)
    if (provider.uuid === readCompanyId(sql)) return readOutsideFacts(sql, { lots })
    const asked = { name: 'outsideFacts', lots } as const
    return await unwrap(otherStore(env, provider.uuid).ask(asked, { kinds: [], swarms: [] }))
  } catch (error) {
    logFailure('facts for alarms were not heard', error)
    return null
  }
}
