import {
  type BothStops,
  fitStops,
  type LotStops,
  noStops,
  type SignedStops,
} from '../../domain/rules/lot-stops.ts'
import type { AccountContext, Store } from '../context.ts'
import { findProvider, listCompanyIds } from '../directory/companies.ts'
import { inTime, patience } from '../in-time.ts'
import { signStops } from '../crypto/lan-key.ts'
import { logFailure } from '../log.ts'
import { unwrap } from '../outcome.ts'

/**
 * Ask the provider's store for the produced lots that are not run. Without a provider, or while it does not answer, a
 * company uses its last list, as it does offline.
 */
export async function askStops({ env, store, by }: AccountContext): Promise<LotStops> {
  const provider = await findProvider(env.DIRECTORY)
  if (!provider) return noStops
  try {
    const asked = store(provider.uuid).ask({ name: 'producedStops' }, by.sight)
    return await unwrap(await inTime('store of the provider', asked, patience.list))
  } catch (error) {
    logFailure('lots that are not run were not heard', error)
    return noStops
  }
}

/** Sign what stops lots in a company, for its devices. */
export function signedStops(env: Env, company: string, { provider, own }: BothStops): SignedStops {
  const stops = { provider: fitStops(provider), own: fitStops(own) }
  return { company, ...stops, signature: signStops(env, company, stops) }
}

/** Number of companies that are notified at the same time. */
const atOnce = 20

/**
 * Tell every company of the region which lots are not run, after the answer. A launch asks the provider by itself, so that a
 * company that was not reached launches none of them either; its devices hear of it later.
 */
export function tellStops(context: AccountContext): void {
  context.later(async () => {
    const stops = await askStops(context)
    const companies = await listCompanyIds(context.env.DIRECTORY)
    for (let at = 0; at < companies.length; at += atOnce) {
      const some = companies.slice(at, at + atOnce).map((uuid) => context.store(uuid))
      // Ask some at a time, so that a region of thousands is not asked all at once.
      // oxlint-disable-next-line no-await-in-loop
      await Promise.all(some.map((store) => tell(store, stops)))
    }
  })
}

async function tell(store: Store, stops: LotStops): Promise<void> {
  try {
    await unwrap(await inTime('store that hears of stopped lots', store.hearStops(stops)))
  } catch (error) {
    logFailure('lots that are not run were not told', error)
  }
}
