import { cartridges } from '../../domain/catalog/cartridges.ts'
import { wellName } from '../../domain/rules/well.ts'
import { curveOf, type Readings } from '../curves/readings.ts'
import {
  createTarget,
  freeTargetName,
  type ImportedTarget,
  type ImportedWell,
} from './imported-run.ts'
import type { NoticeList } from './notices.ts'
import { chooseCartridge, isRotor } from './place-on-plate.ts'
import { nameRanges, nameWell, type PlateShape } from './plate.ts'

export interface Account {
  plate: PlateShape
  /** Changed in place: channels are taken away and given, targets are added. */
  wells: readonly ImportedWell[]
  amplification: Readings | null
  melt: Readings | null
  /** Channel of the passive reference, which no target has. */
  passive: string | null
  /**
   * The file has curves only of what was asked for, so that each is evaluated, under the name of its dye
   * where no target names it. False for instruments that write every dye they can see.
   */
  wantsAll: boolean
}

/**
 * Compare what was read (a curve for each well, channel and phase) with what will be evaluated (a target
 * with that channel in that well). Takes the channel from targets without a curve, gives a lone curve to a
 * lone target without a dye, and names in a notice every curve and every target that is left over. To be
 * called by every reader once its readings are assembled: nothing is lost without a word.
 */
export function accountCurves(account: Account, notices: NoticeList): void {
  const told = new Told(account.plate, notices)
  for (const well of account.wells) settleWell(well, account, told)
  nameStrays(account, told)
  for (const well of account.wells) {
    nameMissing(well, account, told)
    nameQuantities(well, told)
  }
  told.finish()
  tellRotor(account.plate, notices)
}

/** Add a notice that says where positions of a rotor are shown, since a plate has only rows and columns. */
function tellRotor(plate: PlateShape, notices: NoticeList): void {
  const cartridge = isRotor(plate) && plate.rows > 1 ? chooseCartridge(plate) : null
  if (!cartridge) return
  const shape = cartridges[cartridge]
  const last = plate.rows * plate.columns - 1
  notices.add(
    'rotor_in_rows',
    {},
    { columns: shape.columns, position: last + 1, well: wellName(shape, last) },
  )
}

function settleWell(well: ImportedWell, account: Account, told: Told): void {
  const measured = channelsOf(account, well.well)
  for (const target of well.targets) {
    if (target.channel !== null && !measured.has(target.channel)) target.channel = null
  }
  const claimed = new Set<string>()
  for (const { target, channel } of well.targets) {
    if (channel === null) continue
    if (claimed.has(channel)) told.add('curve_shared', well.well, { target, path: channel })
    claimed.add(channel)
  }
  const free = [...measured].filter((one) => !claimed.has(one) && one !== account.passive)
  // Ask about a curve without a target beside one that the file names; where it names none, all have their dyes.
  const isNamed = well.targets.length > 0 || !account.wantsAll
  for (const channel of free) {
    const open = well.targets.filter((target) => mayHave(target, channel))
    const [only, ...more] = open
    const others = free.filter((one) => one !== channel && only && mayHave(only, one))
    if (only && more.length === 0 && others.length === 0) {
      only.channel = channel
      if (only.dye === '') only.dye = channel
      told.add('dye_assumed', well.well, { target: only.target, path: channel })
    } else if (open.length > 0 || account.wantsAll) keepByDye(well, channel, isNamed, told)
  }
}

/** Make a target of a curve that could be of several, or that no target names. */
function keepByDye(well: ImportedWell, channel: string, isNamed: boolean, told: Told): void {
  well.targets.push({ ...createTarget(freeTargetName(well, channel), channel), channel })
  if (isNamed) told.add('curve_named_by_dye', well.well, { path: channel })
}

/** Return true if a target without a curve may have this channel's: one of the two has no dye. */
function mayHave(target: ImportedTarget, channel: string): boolean {
  return target.channel === null && (target.dye === '' || /^unknown( \d+)?$/.test(channel))
}

/** Name the curves that no target of their well has. */
function nameStrays(account: Account, told: Told): void {
  const described = new Map(account.wells.map((well) => [well.well, well]))
  const used = new Set(account.wells.flatMap((well) => well.targets.map(({ channel }) => channel)))
  const count = account.plate.rows * account.plate.columns
  for (let at = 0; at < count; at++) {
    const well = described.get(at)
    for (const channel of channelsOf(account, at)) {
      if (channel === account.passive) continue
      if (well?.targets.some((target) => target.channel === channel)) continue
      const code = !used.has(channel)
        ? 'channel_without_target'
        : well
          ? 'curve_without_target'
          : 'curve_without_well'
      told.add(code, at, { path: channel })
    }
  }
}

/** Name the targets that have no curve in a phase that others have, and the wells without any. */
function nameMissing({ well, targets }: ImportedWell, account: Account, told: Told): void {
  const { amplification, melt } = account
  if (!amplification && !melt) return
  if (targets.length === 0) told.add('well_without_curve', well, {})
  for (const { target, channel, cq, cqGiven, call, endPoint, tm } of targets) {
    const lacks = (phase: Readings | null) => phase !== null && !hasCurve(phase, channel, well)
    const place = { target }
    if (lacks(amplification) && (cqGiven || cq !== null || call !== null || endPoint !== null)) {
      told.add('result_without_curve', well, place, { phase: 'amplification' })
    } else if (lacks(melt) && tm.length > 0) {
      told.add('result_without_curve', well, place, { phase: 'melt' })
    } else if (lacks(amplification) || channel === null) {
      told.add('target_without_curve', well, place)
    }
  }
}

/** Name standards without a quantity, and those whose targets have different ones: a sample has one. */
function nameQuantities({ well, sampleType, targets }: ImportedWell, told: Told): void {
  const measured = targets.filter(({ channel }) => channel !== null)
  if (sampleType !== 'std' || measured.length === 0) return
  const given = measured.filter(({ quantity }) => (quantity?.value ?? 0) > 0)
  const [first] = given
  if (!first) told.add('standard_without_quantity', well, {})
  for (const { target, quantity } of given) {
    if (quantity?.value !== first?.quantity?.value) {
      told.add('quantities_differ', well, { target })
    }
  }
}

/** Return the channels that have a curve in a well, in any phase. */
function channelsOf({ amplification, melt }: Account, well: number): Set<string> {
  const names = [amplification, melt].flatMap((phase) =>
    phase === null ? [] : phase.channels.filter((name) => hasCurve(phase, name, well)),
  )
  return new Set(names)
}

function hasCurve(readings: Readings, channel: string | null, well: number): boolean {
  const index = channel === null ? -1 : readings.channels.indexOf(channel)
  return index >= 0 && curveOf(readings, index, well).some(Number.isFinite)
}

type Code = Parameters<NoticeList['add']>[0]

/** Notices that differ in their wells only, put together. */
class Told {
  readonly #groups = new Map<
    string,
    { code: Code; place: object; params: object; wells: string[] }
  >()

  readonly #plate: PlateShape
  readonly #notices: NoticeList

  constructor(plate: PlateShape, notices: NoticeList) {
    this.#plate = plate
    this.#notices = notices
  }

  /** `path` is the channel. */
  add(
    code: Code,
    well: number,
    place: { target?: string; path?: string },
    params: { phase?: string } = {},
  ): void {
    const key = JSON.stringify([code, place, params])
    const group = this.#groups.get(key) ?? { code, place, params, wells: [] }
    group.wells.push(nameWell(this.#plate, well))
    this.#groups.set(key, group)
  }

  finish(): void {
    for (const { code, place, params, wells } of this.#groups.values()) {
      const named = wells.length === 1 ? { well: wells[0] ?? '' } : { wells: nameRanges(wells) }
      this.#notices.add(code, { ...place, ...named }, { ...params, count: wells.length })
    }
  }
}
