import * as v from 'valibot'
import type { RunOrder } from '../domain/live/command.ts'
import {
  type BothStops,
  type HeardStops,
  laterStops,
  LotStops,
  noStops,
  refuseStopped,
  type SignedStops,
  stopsText,
} from '../domain/rules/lot-stops.ts'
import { keepTrust, readTrust, timeFloor } from './lan/trust.ts'
import { isSignedText } from './signed-command.ts'
import type { LogFiles } from './log-files.ts'
import { readSetting, type Store, transact, writeSetting } from './store.ts'

/*
 * Lots that this device does not run (decision 32). It hears of them with its hello and from pages in the local network, and
 * keeps them, so that they hold after a restart and without the service.
 */

const names = { company: 'lots.company', provider: 'lots.provider', own: 'lots.own' } as const

/** Return the lists that were heard, and of which company; another company's lists are none of this device's. */
export function readStops(store: Store): BothStops {
  const company = readTrust(store)?.company
  if (company === undefined || readSetting(store, names.company) !== company) {
    return { provider: noStops, own: noStops }
  }
  return { provider: readPart(store, 'provider'), own: readPart(store, 'own') }
}

function readPart(store: Store, part: 'provider' | 'own'): LotStops {
  const kept: unknown = JSON.parse(readSetting(store, names[part]) ?? 'null')
  return v.is(LotStops, kept) ? kept : noStops
}

/** Return the marks of the lists that were heard. */
export function heardStops(store: Store): HeardStops {
  const { provider, own } = readStops(store)
  return { provider: provider.mark, own: own.mark }
}

/**
 * Take lists that the service of this device's company has signed; each takes the place of an earlier one only. Lists with
 * another signature change nothing.
 * @returns false for lists that are not signed for this company.
 */
export function hearStops(store: Store, heard: SignedStops): boolean {
  const trust = readTrust(store)
  const { signature, ...list } = heard
  if (!trust || heard.company !== trust.company) return false
  if (!isSignedText(trust.key, () => stopsText(list), signature)) return false
  const kept = readStops(store)
  transact(store, () => {
    writeSetting(store, names.company, trust.company)
    for (const part of ['provider', 'own'] as const) {
      writeSetting(store, names[part], JSON.stringify(laterStops(kept[part], heard[part])))
    }
  })
  return true
}

/**
 * Keep what the service answered a hello with: first to whom the device belongs, then the lists, which are checked by that.
 * @param logs in which the people of a company are named, with what they typed: another one does not get them.
 */
export function keepHello(
  store: Store,
  logs: Pick<LogFiles, 'clear'>,
  answer: Parameters<typeof keepTrust>[1] & { lots?: SignedStops | undefined },
): void {
  if (keepTrust(store, answer)) logs.clear()
  if (answer.lots) hearStops(store, answer.lots)
}

/** Return why the kit of an order is not run: its lot is stopped, or past its day by the latest time that is known here. */
export function refuseLot(
  store: Store,
  kit: RunOrder['kit'],
): 'lot_stopped' | 'lot_expired' | null {
  if (!kit) return null
  if (refuseStopped(kit, readStops(store))) return 'lot_stopped'
  const today = new Date(Math.max(Date.now(), timeFloor(store))).toISOString().slice(0, 10)
  return kit.use_by !== null && kit.use_by < today ? 'lot_expired' : null
}
