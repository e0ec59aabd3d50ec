import { ChannelChooser } from '../choose-channels.ts'
import { type FileCurve, takeCurve } from '../collect-curves.ts'
import {
  createTarget,
  freeTargetName,
  type ImportedTarget,
  type ImportedWell,
} from '../imported-run.ts'
import type { NoticeList } from '../notices.ts'
import { childOf, childrenOf, childText, type XmlElement } from '../read-xml.ts'
import { memoryOf } from '../reading-memory.ts'
import { type Place, refuseFile } from '../refuse-file.ts'
import { keyOfLc96 } from './lightcycler96.ts'
import { readNote } from './notes.ts'
import { idOf, type RdmlSample } from './read-descriptions.ts'
import type { RdmlPoints } from './point-store.ts'
import type { RdmlDocument } from './read-document.ts'

/** A curve of fewer readings does not tell how many cycles there were. */
const fewestCycles = 10

/** Collects the wells and curves of a run, reaction by reaction. */
export class ReactionReader {
  readonly wells = new Map<number, ImportedWell>()
  readonly amplification: FileCurve[] = []
  readonly melt: FileCurve[] = []
  readonly #document: RdmlDocument
  readonly #run: string
  readonly #notices: NoticeList
  readonly #channels: ChannelChooser

  constructor(document: RdmlDocument, run: string, notices: NoticeList) {
    this.#document = document
    this.#run = run
    this.#notices = notices
    this.#channels = new ChannelChooser(notices)
  }

  /** Read a reaction. A second one of a well adds its targets: some programs write one for each dye. */
  read(reaction: XmlElement, index: number, name: string): void {
    const { samples, placeOf } = this.#document
    const place = { ...placeOf(reaction, 'run/react'), well: name }
    const id = idOf(childOf(reaction, 'sample'))
    const sample = samples.get(id)
    if (!id) this.#notices.add('well_without_sample', place)
    else if (!sample) this.#notices.add('sample_unknown', place, { sample: id })
    const named = sample?.name ?? id
    let well = this.wells.get(index)
    if (well && named !== '' && well.sample !== '' && named !== well.sample) {
      this.#notices.add('samples_differ', place, { first: well.sample, second: named })
    }
    if (!well) {
      const type = sample?.types.get('') ?? firstOf(sample?.types) ?? 'unkn'
      this.#document.limits.memory.take(memoryOf.well)
      well = { well: index, name, sample: named, sampleType: type, targets: [] }
      this.wells.set(index, well)
      if (sample && new Set(sample.types.values()).size > 1) {
        this.#notices.add('sample_types_differ', place, { sample: id })
      }
    }
    for (const data of childrenOf(reaction, 'data')) {
      const key = keyOfLc96(this.#run, reaction.attributes['id'] ?? '', idOf(childOf(data, 'tar')))
      this.#readData(data, well, sample, key)
    }
    if (childOf(reaction, 'partitions')) this.#notices.add('partitions_not_read', place)
  }

  #readData(
    data: XmlElement,
    well: ImportedWell,
    sample: RdmlSample | undefined,
    key: string,
  ): void {
    const { targets, points, placeOf } = this.#document
    const id = idOf(childOf(data, 'tar'))
    const described = targets.get(id)
    const name = (described?.name ?? id) || freeTargetName(well)
    const place = { ...placeOf(data, 'run/react/data'), well: well.name, target: name }
    const { targets: limit, memory } = this.#document.limits
    if (well.targets.length >= limit) throw refuseFile('targets_too_many', place, { limit })
    if (!described) this.#notices.add('target_unknown', place)
    else if (!described.dye) this.#notices.add('dye_unknown', place)
    if (well.targets.some((one) => one.target === name)) {
      this.#notices.add('target_twice', place)
      return
    }
    memory.take(memoryOf.target, place)
    const target = createTarget(name, described?.dye ?? '')
    target.type = described?.type ?? 'toi'
    this.#readResults(target, data)
    target.efficiency ??= described?.efficiency ?? null
    target.quantity = sample?.quantities.get(id) ?? sample?.quantities.get('') ?? null
    const own = points.get(data)
    this.#settleCq(target, own, key)
    if (own) target.channel = this.#channels.choose(target, well, place)
    well.targets.push(target)
    if (own && target.channel !== null) this.#addCurves(own, well.well, target.channel, place)
  }

  #readResults(target: ImportedTarget, data: XmlElement): void {
    const { numbers } = this.#document
    const read = (name: string) => {
      const text = childText(data, name)
      const value = text ? numbers.read(text, data, `data/${name}`) : Number.NaN
      return value === value ? value : null
    }
    const [cq, efficiency, tm] = [read('cq'), read('ampEff'), read('meltTemp')]
    // Read -1 as no Cq, which RDML writes where one was looked for and none found.
    target.cqGiven = childOf(data, 'cq') !== undefined
    target.cq = cq !== null && cq > 0 ? cq : null
    target.efficiency = efficiency !== null && efficiency > 0 ? efficiency : null
    target.tm = tm !== null && tm > 0 ? [tm] : []
    target.threshold = read('quantFluor')
    target.endPoint = read('endPt')
    const intercept = read('bgFluor')
    if (intercept !== null) target.background = { intercept, slope: read('bgFluorSlp') ?? 0 }
    target.excluded = childOf(data, 'excl')?.text ?? null
    Object.assign(target, readNote(childText(data, 'note')))
  }

  /**
   * Drop a Cq that means none: StepOne software writes the last cycle for it, and LightCycler 96 software any number, with
   * a call that is not positive.
   */
  #settleCq(target: ImportedTarget, points: RdmlPoints | undefined, key: string): void {
    const last = (points?.cycles ?? []).reduce((most, cycle) => Math.max(most, cycle || 0), 0)
    const isLast = last >= fewestCycles && target.cq !== null && target.cq >= last
    // Drop a Cq without a call: files that we write have a call beside each.
    if (isLast && target.call === null) target.cq = null
    const lc96 = this.#document.lc96.get(key)
    if (!lc96) return
    target.call = lc96.call
    if (lc96.excluded) target.excluded ??= ''
    if (lc96.call !== null && lc96.call !== 'Positive') target.cq = null
  }

  #addCurves(points: RdmlPoints, well: number, channel: string, place: Place): void {
    const { cycles, cycleValues: values, cycleTemperatures: temperatures } = points
    if (cycles.length > 0) {
      const known = temperatures.some(Number.isFinite) && { temperatures }
      const curve = { well, channel, at: cycles, values, ...known, place }
      takeCurve(curve, this.#document.limits.memory)
      this.amplification.push(curve)
    }
    const kept = points.meltTemperatures.map((_, i) => i)
    const finite = kept.filter((i) => Number.isFinite(points.meltTemperatures[i]))
    if (finite.length === 0) return
    const at = finite.map((i) => points.meltTemperatures[i] ?? 0)
    const melt = finite.map((i) => points.meltValues[i] ?? Number.NaN)
    const curve = { well, channel, at, values: melt, place }
    takeCurve(curve, this.#document.limits.memory)
    this.melt.push(curve)
  }
}

function firstOf<T>(map: ReadonlyMap<string, T> | undefined): T | undefined {
  return map?.values().next().value
}
