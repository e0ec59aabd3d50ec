import { lanPassCalls } from '../../domain/calls/lan.ts'
import type { SignedStops } from '../../domain/rules/lot-stops.ts'
import { call } from '../client/call.ts'
import { account, may } from '../state/session.ts'
import { stopsKey, transact } from './pass.ts'

/** Kept in this browser for the account, beside its pass. */
interface KeptStops {
  lists: SignedStops
  fetched_at: number
}

/** Age from which it is fetched again while the service can be reached: a hold must not wait for hours. */
const renewMs = 5 * 60_000

/**
 * Fetch the signed lists of lots that are not run, unless the kept ones are young.
 * @param force also where they are young: this browser has just changed them.
 * @throws Fault like `call`.
 */
export async function renewLotStops(force = false, now = Date.now()): Promise<void> {
  const whose = account.peek()?.uuid
  if (whose === undefined || !may(lanPassCalls.lotStops.needs)) return
  const kept = await readKept(whose)
  if (kept && !force && now - kept.fetched_at < renewMs) return
  // Ask once: it is asked again in some minutes, and once the service is back.
  const lists = await call(lanPassCalls.lotStops, {}, { background: true, once: true })
  // Keep no lists of a person who has signed out meanwhile: they would stay in this browser.
  if (account.peek()?.uuid !== whose) return
  const fresh: KeptStops = { lists, fetched_at: now }
  await transact('readwrite', (store) => store.put(fresh, stopsKey(whose)))
}

/** Return the lists that this browser keeps for the one who is signed in; null without any. */
export async function findLotStops(): Promise<SignedStops | null> {
  const whose = account.peek()?.uuid
  return whose === undefined ? null : ((await readKept(whose))?.lists ?? null)
}

async function readKept(whose: string): Promise<KeptStops | null> {
  if (!globalThis.indexedDB) return null
  const kept = await transact('readonly', (store) => store.get(stopsKey(whose)))
  return (kept as KeptStops | undefined) ?? null
}
