import type { Bkit } from '../entities/bkit.ts'
import type { LabLot } from '../entities/lab-lot.ts'
import type { RunKit } from '../entities/run-kit.ts'
import type { FaultDetail } from '../fault.ts'
import { type KitUses, leftInLot, refuseUsedUp, findUse } from './kit-use.ts'
import { collectStops, type LotStop, lotKey, refuseStopped } from './lot-stops.ts'
import { expiryOf, judgeExpiry, lotStateOf, producedLot } from './kit.ts'

/** A lot that may be run now. */
export interface LotOffer {
  kit: Bkit
  lot: string
  expiry_date: string
  /** Days left, its last day included as 0. */
  days: number
}

/**
 * Return why a run with this kit must not start, by the records that a browser keeps: the provider's kits, which tell of their
 * lots, and the laboratory's own holds.
 */
export function refuseKnownLot(
  kit: RunKit | null | undefined,
  kits: readonly Bkit[],
  own: readonly LabLot[],
): FaultDetail | null {
  if (!kit) return null
  const state = lotStateOf(producedOf(kits, kit))
  const stops = state === 'released' ? [] : [{ ...kit, state: state satisfies LotStop }]
  const holds = own.filter(({ hold }) => hold !== null)
  return refuseStopped(kit, {
    provider: { mark: '', lots: collectStops(stops) },
    own: { mark: '', lots: collectStops(holds.map((one) => ({ ...one, state: 'held' }))) },
  })
}

function producedOf(kits: readonly Bkit[], { bkit_uuid, lot }: RunKit) {
  const kit = kits.find(({ uuid }) => uuid === bkit_uuid)
  return kit && producedLot(kit, lot)
}

/** Return why the box or the lot of a kit has too little left for a plan, by what is known of its use. */
export function refuseKnownUse(
  kit: RunKit | null | undefined,
  needed: number,
  own: readonly LabLot[],
  uses: KitUses,
): FaultDetail | null {
  if (!kit) return null
  const record = own.find((one) => nameOf(one) === nameOf(kit))
  // Report an empty box as soon as its label is read, before any sample is placed.
  return refuseUsedUp(
    kit,
    Math.max(1, needed),
    findUse(uses.get(kit.bkit_uuid) ?? [], kit.lot),
    record,
  )
}

/**
 * List the lots that may be run with a recipe, the one that expires first at the beginning: released, in date, not held
 * here, with enough tests left for the plan. Where the laboratory keeps records of what it received of these kits, only those
 * lots: it cannot take others.
 */
export function listOffers(
  kits: readonly Bkit[],
  own: readonly LabLot[],
  asked: { recipe: string; today: string; uses?: KitUses; needed?: number },
): LotOffer[] {
  const { recipe, today, uses = new Map(), needed = 1 } = asked
  const meant = kits.filter(({ recipe_uuids }) => recipe_uuids.includes(recipe))
  const received = own.filter(
    ({ bkit_uuid, received_at }) =>
      received_at !== null && meant.some(({ uuid }) => uuid === bkit_uuid),
  )
  const known = new Set(received.map(nameOf))
  const isHeld = new Set(own.filter(({ hold }) => hold !== null).map(nameOf))
  const offers = meant.flatMap((kit) =>
    lotsOf(kit, received)
      .filter((lot) => {
        const name = nameOf({ bkit_uuid: kit.uuid, lot })
        const isThere = received.length === 0 || known.has(name)
        const record = own.find((one) => nameOf(one) === name)
        const left = leftInLot(record, findUse(uses.get(kit.uuid) ?? [], lot), kit.quantity)
        if (left !== null && left < Math.max(1, needed)) return false
        return isThere && !isHeld.has(name) && lotStateOf(producedLot(kit, lot)) === 'released'
      })
      .map((lot) => offerOf(kit, lot, today)),
  )
  return offers
    .filter(({ days }) => days >= 0)
    .toSorted((a, b) => a.days - b.days || (a.lot < b.lot ? -1 : 1))
}

/** List the lots of a kit: those produced, that of its own label, and those that the laboratory wrote down. */
function lotsOf(kit: Bkit, received: readonly LabLot[]): string[] {
  const written = received.filter(({ bkit_uuid }) => bkit_uuid === kit.uuid)
  const all = [...(kit.lots ?? []).map(({ lot_number }) => lot_number), kit.lot]
  const lots = [...all, ...written.map(({ lot }) => lot)]
  return [...new Map(lots.toReversed().map((lot) => [lotKey(lot), lot])).values()]
}

function offerOf(kit: Bkit, lot: string, today: string): LotOffer {
  const expiry_date = expiryOf(kit, lot)
  return { kit, lot, expiry_date, days: judgeExpiry(expiry_date, today).days }
}

/** Return the lot that should be used up before the chosen one; null where none expires earlier. */
export function earlierOffer(
  { bkit_uuid, lot, expiry_date }: RunKit,
  offers: readonly LotOffer[],
): LotOffer | null {
  const [first] = offers
  if (!first || first.expiry_date >= expiry_date) return null
  return nameOf({ bkit_uuid, lot }) === nameOf({ bkit_uuid: first.kit.uuid, lot: first.lot })
    ? null
    : first
}

function nameOf({ bkit_uuid, lot }: { bkit_uuid: string; lot: string }): string {
  return `${bkit_uuid} ${lotKey(lot)}`
}
