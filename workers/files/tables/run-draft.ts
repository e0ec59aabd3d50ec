import { foldDye } from '../../../domain/catalog/dyes.ts'
import type { CurveState, SampleType } from '../../../domain/entities/analysis.ts'
import { readSampleType } from '../../../domain/rules/list-words.ts'
import { assembleAmplification } from '../assemble-amplification.ts'
import { assembleMelt } from '../assemble-melt.ts'
import { type FileCurve, takeCurve } from '../collect-curves.ts'
import {
  createTarget,
  type ImportedRun,
  type ImportedSampleType,
  type ImportedTarget,
  type ImportedWell,
  rdmlTypeOf,
  type RunSource,
} from '../imported-run.ts'
import type { FileLimits } from '../limits.ts'
import type { NoticeList } from '../notices.ts'
import { assumePlate, assumeRotor, nameWell, type WellPosition, type PlateShape } from '../plate.ts'
import { memoryOf, type ReadingMemory } from '../reading-memory.ts'
import { type Place, refuseFile } from '../refuse-file.ts'
import { accountCurves } from '../account-curves.ts'

export type Phase = 'amplification' | 'melt'

interface DraftCurve extends Omit<FileCurve, 'well'> {
  position: WellPosition
}

export interface DraftEnd {
  name: string
  source: RunSource
  /** Null: to be taken from the wells; `rotor`: the same where positions have numbers, down one column. */
  plate: PlateShape | 'rotor' | null
  states: Readonly<Record<Phase, CurveState>>
  passiveReference: string | null
  /** Each curve is of something that was asked for; see `accountCurves`. */
  wantsAll: boolean
}

/**
 * A run put together from several tables that name wells, targets and dyes again and again. Wells are
 * kept by position until the plate is known.
 */
export class RunDraft {
  readonly notices: NoticeList
  readonly #limits: FileLimits
  readonly #wells = new Map<string, { position: WellPosition; well: ImportedWell }>()
  readonly #taken = new Set<string>()
  /** Dyes by what they are compared by, as the file spells them first. */
  readonly #spellings = new Map<string, string>()
  readonly #curves: Record<Phase, DraftCurve[]> = { amplification: [], melt: [] }

  constructor(notices: NoticeList, limits: FileLimits) {
    this.notices = notices
    this.#limits = limits
  }

  get memory(): ReadingMemory {
    return this.#limits.memory
  }

  wells(): ImportedWell[] {
    return [...this.#wells.values()].map(({ well }) => well)
  }

  curves(phase: Phase): readonly DraftCurve[] {
    return this.#curves[phase]
  }

  findWell({ row, column }: WellPosition): ImportedWell | null {
    return this.#wells.get(`${row}:${column}`)?.well ?? null
  }

  openWell(position: WellPosition): ImportedWell {
    const key = `${position.row}:${position.column}`
    const known = this.#wells.get(key)
    if (known) return known.well
    const { wells } = this.#limits
    if (this.#wells.size >= wells) throw refuseFile('plate_too_large', {}, { limit: wells })
    this.memory.take(memoryOf.well)
    const well: ImportedWell = { well: 0, name: '', sample: '', sampleType: 'unkn', targets: [] }
    this.#wells.set(key, { position, well })
    return well
  }

  /** Name the sample of a well; a second name gives a notice and is not kept. */
  nameSample(well: ImportedWell, sample: string, place: Place): void {
    if (sample === '' || well.sample === sample) return
    if (well.sample === '') well.sample = sample
    else {
      this.notices.add('samples_differ', place, { first: well.sample, second: sample })
    }
  }

  /** Set the type of a well's sample; a second one that is not unknown gives a notice and is not kept. */
  setType(well: ImportedWell, type: ImportedSampleType, place: Place): void {
    if (well.sampleType === 'unkn') well.sampleType = type
    else if (type !== 'unkn' && type !== well.sampleType) {
      this.notices.add('sample_types_differ', place, { sample: well.sample })
    }
  }

  /** Set the type that a word names and return it; a word that names none gives a notice. */
  readType(well: ImportedWell, word: string, place: Place): SampleType | null {
    const type = readSampleType(word)
    if (type) this.setType(well, rdmlTypeOf[type], place)
    else if (word !== '') {
      this.notices.add('sample_type_unknown', place, { found: word.slice(0, 40) })
    }
    return type
  }

  /**
   * Return the target of a well by name, or else by dye, or else the only one; made when there is none. Throws `targets_too_many`:
   * each is looked for among those before it.
   */
  openTarget(well: ImportedWell, name: string, ofDye: string): ImportedTarget {
    const dye = this.#spell(ofDye)
    const same = (target: ImportedTarget) => sameDye(target.dye, dye)
    const isOnly = () => well.targets.length === 1
    const nameless = name === '' ? (dye === '' ? isOnly : same) : null
    const found = well.targets.find((target) =>
      nameless ? nameless(target) : target.target === name && (same(target) || !dye || !target.dye),
    )
    if (found) {
      if (!found.dye) found.dye = dye
      return found
    }
    const limit = this.#limits.targets
    if (well.targets.length >= limit) throw refuseFile('targets_too_many', {}, { limit })
    const taken = (own: string) => well.targets.some((target) => target.target === own)
    let own = name || dye || 'unnamed'
    if (taken(own) && dye) own = `${own} ${dye}`
    for (let n = 2; taken(own); n++) own = `${name || dye || 'unnamed'} (${n})`
    this.memory.take(memoryOf.target)
    const target = createTarget(own, dye)
    well.targets.push(target)
    return target
  }

  /** Return a dye as the file spells it first: `FAM` and `fam` are one channel. */
  #spell(dye: string): string {
    const folded = foldDye(dye)
    const known = this.#spellings.get(folded)
    if (known === undefined) this.#spellings.set(folded, dye)
    return known ?? dye
  }

  addCurve(phase: Phase, curve: DraftCurve): void {
    takeCurve(curve, this.memory)
    const channel = this.#spell(curve.channel)
    this.#curves[phase].push({ ...curve, channel })
    this.#taken.add(curveKey(phase, curve.position, channel))
  }

  hasCurve(phase: Phase, position: WellPosition, channel: string): boolean {
    return this.#taken.has(curveKey(phase, position, channel))
  }

  finish(end: DraftEnd): ImportedRun {
    const { notices } = this
    const limits = this.#limits
    const plate = this.#settlePlate(end.plate)
    const wells = [...this.#wells.values()].map(({ position, well }) => {
      well.well = position.row * plate.columns + position.column
      well.name = nameWell(plate, well.well)
      for (const target of well.targets) {
        if (target.channel !== null) target.channel = this.#spell(target.channel)
      }
      return well
    })
    wells.sort((a, b) => a.well - b.well)
    const size = plate.rows * plate.columns
    const place = (phase: Phase): FileCurve[] =>
      this.#curves[phase].map(({ position, ...curve }) => ({
        ...curve,
        well: position.row * plate.columns + position.column,
      }))
    for (const phase of ['amplification', 'melt'] as const) this.#joinByDye(phase)
    const amplification = assembleAmplification(place('amplification'), size, limits, notices)
    const melt = assembleMelt(place('melt'), size, limits, notices)
    if (wells.length === 0) throw this.#refuseEmpty()
    const channels = [amplification, melt].flatMap((readings) => readings?.channels ?? [])
    const passive = channels.find((channel) => sameDye(channel, end.passiveReference ?? '')) ?? null
    if (!amplification && !melt) this.#settleWithoutCurves(wells)
    else
      accountCurves({ plate, wells, amplification, melt, passive, wantsAll: end.wantsAll }, notices)
    if (wells.length < size) {
      notices.add('wells_missing', {}, { missing: size - wells.length, wells: size })
    }
    return {
      name: end.name,
      experiment: '',
      source: end.source,
      plate,
      wells,
      amplification: amplification && { readings: amplification, state: end.states.amplification },
      melt: melt && { readings: melt, state: end.states.melt },
      passiveReference: passive,
      programme: null,
      notices: notices.list(),
    }
  }

  /** Give targets that were described after their curves those of their dyes. */
  #joinByDye(phase: Phase): void {
    for (const { position, channel } of this.#curves[phase]) {
      const targets = this.findWell(position)?.targets ?? []
      if (targets.some((target) => target.channel === channel)) continue
      const [only, other] = targets.filter(
        (target) => target.channel === null && sameDye(target.dye, channel),
      )
      if (only && !other) only.channel = channel
    }
  }

  /** Refuse a file of which nothing could be read with the first well or value that could not. */
  #refuseEmpty() {
    const value = this.notices.list().find(({ code }) => code === 'number_unreadable')
    if (value) return refuseFile('number_unreadable', value.place, value.params)
    const lost = this.notices
      .list()
      .find(({ code, params }) => code === 'row_ignored' && params['well'])
    if (!lost) return refuseFile('file_without_runs')
    return refuseFile('well_unreadable', lost.place, { value: lost.params['well'] ?? '' })
  }

  /** Keep results alone, which are worth reading; refuse a layout alone, which is not. */
  #settleWithoutCurves(wells: readonly ImportedWell[]): void {
    const targets = wells.flatMap((well) => well.targets)
    const isResult = ({ cqGiven, tm, endPoint, call }: ImportedTarget) =>
      cqGiven || tm.length > 0 || endPoint !== null || call !== null
    if (!targets.some(isResult)) throw refuseFile('file_without_curves')
    this.notices.add('curves_missing')
    for (const target of targets) target.channel = null
  }

  #settlePlate(end: DraftEnd['plate']): PlateShape {
    const limits = this.#limits
    const described = [...this.#wells.values(), ...this.#curves.amplification, ...this.#curves.melt]
    const positions = described.map(({ position }) => position)
    const given = end === 'rotor' ? null : end
    const isRotor = end === 'rotor' || end?.labels === 'numbers'
    const needed = isRotor ? assumeRotor(positions) : assumePlate(positions)
    if (needed.rows * needed.columns > limits.wells) {
      const { rows, columns } = needed
      throw refuseFile('plate_too_large', {}, { rows, columns, limit: limits.wells })
    }
    const holds = (plate: PlateShape) =>
      positions.every(({ row, column }) => row < plate.rows && column < plate.columns)
    if (given && holds(given) && given.rows * given.columns <= limits.wells) return given
    const { rows, columns } = needed
    this.notices.add(given ? 'plate_grown' : 'plate_assumed', {}, { rows, columns })
    return needed
  }
}

function curveKey(phase: Phase, { row, column }: WellPosition, channel: string): string {
  return `${phase} ${row} ${column} ${foldDye(channel)}`
}

/** Return true if two names mean one dye, whatever their case, blanks and hyphens. */
export function sameDye(a: string, b: string): boolean {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '')
  return a !== '' && plain(a) === plain(b)
}
