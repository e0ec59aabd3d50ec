import type { ScannedCode } from '../codes/code.ts'
import { wholeGtin } from '../codes/gs1-fields.ts'
import { readCode } from '../codes/read-code.ts'
import type { Bkit, ProducedLot } from '../entities/bkit.ts'
import type { LotState } from '../entities/bkit-lot.ts'
import type { RunKit } from '../entities/run-kit.ts'
import { Fault, type FaultDetail } from '../fault.ts'
import { lotKey } from './lot-stops.ts'

/** Facts of a kit on its label. */
export type KitCode = Pick<ScannedCode, 'bkit_uuid' | 'gtin' | 'ref' | 'lot' | 'box' | 'expiry'>

/**
 * Read the label of a kit, in whatever it is written.
 * @param today `YYYY-MM-DD`
 * @throws Fault `invalid` with the place in the code; "Invalid qrcode" (ERR-046) for a text that names no kit.
 */
export function readKitCode(text: string, today: string): ScannedCode {
  const { code, fault } = readCode(text, today)
  if (code && namesKit(code)) return code
  const { reason, at, ai } = fault ?? { reason: 'qrcode_invalid', at: 0, ai: '' }
  const message = reason === 'qrcode_invalid' ? 'Invalid qrcode' : `${reason} at ${at + 1}`
  throw new Fault('invalid', message, { field: 'kit', reason, params: { at: at + 1, ai } })
}

function namesKit({ bkit_uuid, gtin, ref, lot }: ScannedCode): boolean {
  return [bkit_uuid, gtin, ref, lot].some((one) => one !== null)
}

/** Days before its last one from which a kit is shown to run out soon. */
export const soonDays = 30

const dayMs = 86_400_000

/** Return the shelf life of a kit on a day; it is good through the printed day. */
export function judgeExpiry(
  expiry_date: string,
  today: string,
): { state: 'good' | 'soon' | 'expired'; days: number } {
  const days = Math.round((Date.parse(expiry_date) - Date.parse(today)) / dayMs)
  return { state: days < 0 ? 'expired' : days <= soonDays ? 'soon' : 'good', days }
}

/**
 * Find the kit of a label: by its id, else by its lot, else by its GTIN or reference where only one kit has that.
 * @throws Fault `not_found` "Invalid bKit" (ERR-047), `refused` for a label whose lot is another kit's.
 */
export function findKit(code: KitCode, kits: readonly Bkit[]): Bkit {
  const byId = kits.find(({ uuid }) => uuid === code.bkit_uuid)
  if (byId) {
    const fault = refuseLot(byId, code.lot, kits)
    if (fault) throw new Fault(fault.code, fault.message, fault)
    return byId
  }
  const fitting =
    code.bkit_uuid === null ? kits.filter((kit) => matchLabel(kit, code) !== 'other') : []
  const byLot = fitting.filter((kit) => code.lot !== null && hasLot(kit, code.lot))
  const byNumber = fitting.filter((kit) => matchLabel(kit, code) === 'same')
  // Prefer the kit whose number is on the label, since two kits may have lots of one number.
  const both = byLot.filter((kit) => byNumber.includes(kit))
  const found = [both, byLot, byNumber].find((some) => some.length > 0)
  if (found?.length === 1 && found[0]) return found[0]
  throw new Fault('not_found', 'Invalid bKit', { field: 'kit', reason: 'bkit_unknown' })
}

/** Return true for a label with the id, the GTIN or the reference of one of these kits. A word that somebody types is none. */
export function isKitLabel(code: ScannedCode, kits: readonly Bkit[]): boolean {
  if (code.kind === 'plain') return false
  return kits.some((kit) => kit.uuid === code.bkit_uuid || matchLabel(kit, code) === 'same')
}

/** Compare the numbers on a label, GTIN and reference, with a kit: `open` where the label has none that the kit has. */
function matchLabel({ gtin = '', ref }: Bkit, code: KitCode): 'same' | 'other' | 'open' {
  const own = wholeGtin(gtin)
  const said = [
    code.gtin === null || own === null ? null : own === code.gtin,
    code.ref === null ? null : sameRef(ref, code.ref),
  ].filter((one) => one !== null)
  return said.includes(false) ? 'other' : said.length > 0 ? 'same' : 'open'
}

/** Compare references; HIBC has them without hyphens and blanks. */
function sameRef(one: string, other: string): boolean {
  return same(bare(one), bare(other))
}

function bare(ref: string): string {
  return ref.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Return true for a lot of the kit: the one of its record, or one that was produced since. */
function hasLot({ lot, lots = [] }: LotsOf, wanted: string): boolean {
  return same(lot, wanted) || lots.some(({ lot_number }) => same(lot_number, wanted))
}

type LotsOf = Pick<Bkit, 'lot' | 'lots'>

/** Return what the kit's record says of a lot that was produced of it. */
export function producedLot(
  { lots = [] }: Pick<Bkit, 'lots'>,
  wanted: string,
): ProducedLot | undefined {
  return lots.findLast(({ lot_number }) => same(lot_number, wanted))
}

/** Return the last day of a lot: its own, else that of its kit. */
export function expiryOf(kit: Pick<Bkit, 'lots' | 'expiry_date'>, lot: string): string {
  return producedLot(kit, lot)?.expiry_date ?? kit.expiry_date
}

/** Return the state of a lot. One from before states, or that no record tells of, is read as released. */
export function lotStateOf(lot: Pick<ProducedLot, 'status'> | undefined): LotState {
  return lot?.status ?? 'released'
}

/** Compare the lot and the box of a label with the kit: known, a box beyond its lot, or unknown. */
export function judgeLot(
  kit: LotsOf,
  { lot, box }: Pick<RunKit, 'lot' | 'box'>,
): 'known' | 'box' | 'unknown' {
  const produced = producedLot(kit, lot)
  if (produced) return box !== null && box > produced.boxes ? 'box' : 'known'
  return same(kit.lot, lot) ? 'known' : 'unknown'
}

/** Return the reason that a lot cannot be of this kit: another kit has it. */
export function refuseLot(
  kit: Bkit,
  lot: string | null,
  kits: readonly Bkit[],
): FaultDetail | null {
  if (lot === null || hasLot(kit, lot)) return null
  const other = kits.find((one) => one.uuid !== kit.uuid && hasLot(one, lot))
  if (!other) return null
  return {
    code: 'refused',
    message: `Lot ${lot} is of ${other.name}`,
    field: 'kit',
    reason: 'kit_lot_other',
    params: { lot, kit: kit.name, other: other.name },
  }
}

function same(one: string, other: string | null): boolean {
  return other !== null && lotKey(one) === lotKey(other)
}

/** Return the facts of a kit that a run keeps after its label was read: of two days of expiry the earlier one. */
export function runKitOf(kit: Bkit, code: Pick<KitCode, 'lot' | 'box' | 'expiry'>): RunKit {
  const lot = code.lot ?? kit.lot
  return {
    bkit_uuid: kit.uuid,
    name: kit.name,
    ref: kit.ref,
    lot,
    box: code.box,
    expiry_date: earlier(expiryOf(kit, lot), code.expiry),
    tests: kit.quantity,
    confirmed: false,
  }
}

/** Return the earlier of two days: of the record, and of a label where it has one. */
function earlier(day: string, label: string | null): string {
  return label !== null && label < day ? label : day
}

/**
 * Replace the sent facts of a kit by those of the provider's record; a lot that the record does not have is kept as it was
 * read, unconfirmed, and so is an earlier day of expiry. Work done without the service is never refused for a kit.
 */
export function confirmKit(sent: RunKit, known: Bkit | null): RunKit {
  const { tests: _tests, ...rest } = sent
  if (!known) return { ...rest, confirmed: false }
  const { name, ref, quantity: tests } = known
  const expiry_date = earlier(expiryOf(known, sent.lot), sent.expiry_date)
  return { ...rest, name, ref, expiry_date, tests, confirmed: judgeLot(known, sent) === 'known' }
}

/** Return the reason that a run with this kit must not start: it has expired, and no reason to use it was given. */
export function refuseKit(kit: RunKit | null | undefined, today: string): FaultDetail | null {
  if (!kit || kit.expired_reason !== undefined) return null
  if (judgeExpiry(kit.expiry_date, today).state !== 'expired') return null
  return {
    code: 'refused',
    message: `Kit ${kit.lot} has expired on ${kit.expiry_date}`,
    field: 'kit',
    reason: 'kit_expired',
    params: { lot: kit.lot, expiry: kit.expiry_date },
  }
}

/**
 * Tell whether a kit belongs to a method: `unlinked` when it is linked to no recipe ("Missing BKIT information must be added
 * first", ERR-065); `other` when it is linked to other recipes.
 */
export function matchKit(
  kit: Pick<Bkit, 'recipe_uuids'> | null,
  recipe_uuid: string | null,
): 'fits' | 'unlinked' | 'other' {
  if (!kit || kit.recipe_uuids.length === 0) return 'unlinked'
  return recipe_uuid !== null && kit.recipe_uuids.includes(recipe_uuid) ? 'fits' : 'other'
}
