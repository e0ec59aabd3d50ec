import * as v from 'valibot'
import { canonicalJson } from '../canonical.ts'
import type { RunKit } from '../entities/run-kit.ts'
import type { FaultDetail } from '../fault.ts'
import { Uuid } from '../fields.ts'

/** States in which a lot is not run. */
const lotStopStates = ['quarantine', 'held', 'withdrawn'] as const
export type LotStop = (typeof lotStopStates)[number]

const Lots = v.optional(v.array(v.string()))

/**
 * Lots that are not run, by kit and state, complete. `mark` is the latest time and the highest number of the changes behind it: of two lists from
 * one place the one with the later mark holds, and text order is its order. Empty: no lot has ever been changed there.
 */
export const LotStops = v.strictObject({
  mark: v.pipe(v.string(), v.maxLength(40)),
  lots: v.record(Uuid, v.strictObject({ quarantine: Lots, held: Lots, withdrawn: Lots })),
})
export type LotStops = v.InferOutput<typeof LotStops>

/** The provider's lots and the laboratory's own holds, each with its own mark. */
const BothStops = v.strictObject({ provider: LotStops, own: LotStops })
export type BothStops = v.InferOutput<typeof BothStops>

/** The same, signed by the service for the devices of a company, base64url (decision 32). */
export const SignedStops = v.strictObject({
  ...BothStops.entries,
  company: Uuid,
  signature: v.pipe(v.string(), v.maxLength(128)),
})
export type SignedStops = v.InferOutput<typeof SignedStops>

/** Marks of what a device has heard. */
export const HeardStops = v.strictObject({ provider: v.string(), own: v.string() })
export type HeardStops = v.InferOutput<typeof HeardStops>

export const noStops: LotStops = { mark: '', lots: {} }

/** Write a mark from the time of a change and its number in the store. */
export function markOf(at: string, seq: number): string {
  return `${at} ${String(seq).padStart(12, '0')}`
}

/** Return the list that holds of two from one place. */
export function laterStops(kept: LotStops, heard: LotStops): LotStops {
  return heard.mark > kept.mark ? heard : kept
}

/**
 * Return the text that the service signs with the company's key. Its first line separates it from commands and passes, which
 * are signed with the same key.
 */
export function stopsText({ company, provider, own }: Omit<SignedStops, 'signature'>): string {
  return `bapp-lots-1\n${canonicalJson({ company, provider, own })}`
}

/** Spelling of a lot under which it is found: labels differ in case, in spaces around it, and in how letters are put together. */
export function lotKey(lot: string): string {
  return lot.normalize('NFKC').trim().toLowerCase()
}

/** Collect lots by kit and state, as `LotStops` has them. */
export function collectStops(
  rows: Iterable<{ bkit_uuid: string; lot: string; state: LotStop }>,
): LotStops['lots'] {
  const lots: LotStops['lots'] = {}
  for (const { bkit_uuid, lot, state } of rows) {
    const ofKit = (lots[bkit_uuid] ??= {})
    ;(ofKit[state] ??= []).push(lotKey(lot))
  }
  return lots
}

/** Longest list in JSON that a device takes: the body of a call in the local network has 128 KiB. */
const longestList = 100_000

/**
 * Return as much of a list as a device takes: the lots that changed last, without the oldest of each kit. The service
 * itself checks the whole list.
 */
export function fitStops({ mark, lots }: LotStops): LotStops {
  for (let most = 4096; ; most /= 2) {
    const fitting: LotStops['lots'] = {}
    for (const [kit, ofKit] of Object.entries(lots)) {
      const newest = (fitting[kit] = { ...ofKit })
      for (const state of lotStopStates) {
        const all = newest[state]
        if (all) newest[state] = all.slice(0, most)
      }
    }
    if (most <= 1 || JSON.stringify(fitting).length <= longestList) return { mark, lots: fitting }
  }
}

function findStop({ lots }: LotStops, kit: Pick<RunKit, 'bkit_uuid' | 'lot'>): LotStop | null {
  const key = lotKey(kit.lot)
  const ofKit = lots[kit.bkit_uuid]
  return lotStopStates.find((state) => ofKit?.[state]?.includes(key)) ?? null
}

/** Return why a run with this kit must not start: the lot is not released, or the laboratory holds it. */
export function refuseStopped(
  kit: Pick<RunKit, 'bkit_uuid' | 'lot'> | null | undefined,
  { provider, own }: BothStops,
): FaultDetail | null {
  const stop = kit ? findStop(provider, kit) : null
  if (!kit || (stop === null && findStop(own, kit) === null)) return null
  const reason = stop ? (`lot_${stop}` as const) : 'lot_held_here'
  const message = stop ? `Lot ${kit.lot} is ${stop}` : `Your laboratory holds lot ${kit.lot}`
  return { code: 'refused', message, field: 'kit', reason, params: { lot: kit.lot } }
}
