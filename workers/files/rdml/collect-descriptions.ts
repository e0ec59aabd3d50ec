import type { ExportRun, ImportedTarget, ImportedWell, Quantity } from '../imported-run.ts'
import type { NoticeList } from '../notices.ts'
import { UniqueNames } from '../unique-names.ts'

export interface WrittenSample {
  type: ImportedWell['sampleType']
  /** By target id; the quantity of all targets has the key ''. */
  quantities: Map<string, Quantity>
}

export interface WrittenTarget {
  type: ImportedTarget['type']
  dye: string
}

/** Samples, targets and dyes of a file by id, and the ids of each well's. */
export interface WrittenDescriptions {
  samples: Map<string, WrittenSample>
  targets: Map<string, WrittenTarget>
  sampleId(well: ImportedWell): string
  targetId(target: Pick<ImportedTarget, 'target' | 'type' | 'dye' | 'channel'>): string
}

/** A name of nothing; RDML's ids may not be empty. */
const unnamed = 'unnamed'

/**
 * Give every sample and target an id that is unique in the file: its name, with a number where two
 * that differ in type, quantity or dye share one.
 */
export function collectDescriptions(
  runs: readonly ExportRun[],
  notices: NoticeList,
): WrittenDescriptions {
  const changed = (name: string, given: string) => {
    notices.add('name_changed', {}, { name, given })
  }
  const sampleNames = new UniqueNames(changed)
  const targetNames = new UniqueNames(changed)
  const quantities = collectQuantities(runs)
  const sampleId = (well: ImportedWell) => {
    const key = JSON.stringify([well.sample, well.sampleType])
    return sampleNames.give(key, well.sample || unnamed)
  }
  const targetId: WrittenDescriptions['targetId'] = (target) => {
    const key = JSON.stringify([target.target, target.type, dyeOf(target)])
    return targetNames.give(key, target.target || unnamed)
  }
  const samples = new Map<string, WrittenSample>()
  const targets = new Map<string, WrittenTarget>()
  for (const well of runs.flatMap((run) => run.wells)) {
    for (const target of well.targets) {
      targets.set(targetId(target), { type: target.type, dye: dyeOf(target) })
    }
    const id = sampleId(well)
    // Take each sample once, however many wells it is in: those of a chip may all be of one.
    if (samples.has(id)) continue
    const own = quantities.get(JSON.stringify([well.sample, well.sampleType])) ?? []
    samples.set(id, { type: well.sampleType, quantities: byTarget(own, targetId) })
  }
  return { samples, targets, sampleId, targetId }
}

function dyeOf(target: Pick<ImportedTarget, 'dye' | 'channel'>): string {
  return (target.dye || target.channel) ?? 'unknown'
}

function collectQuantities(runs: readonly ExportRun[]): Map<string, ImportedTarget[]> {
  const targets = new Map<string, ImportedTarget[]>()
  for (const well of runs.flatMap((run) => run.wells)) {
    const key = JSON.stringify([well.sample, well.sampleType])
    const own = targets.get(key)
    if (own) own.push(...well.targets)
    else targets.set(key, [...well.targets])
  }
  return targets
}

/** Return one quantity for the sample when all its targets have it, else one for each target. */
function byTarget(
  targets: readonly ImportedTarget[],
  targetId: WrittenDescriptions['targetId'],
): Map<string, Quantity> {
  const first = targets[0]?.quantity
  if (first && targets.every((one) => sameQuantity(one.quantity, first))) {
    return new Map([['', first]])
  }
  const quantities = new Map<string, Quantity>()
  for (const target of targets) {
    if (target.quantity) quantities.set(targetId(target), target.quantity)
  }
  return quantities
}

function sameQuantity(a: Quantity | null, b: Quantity): boolean {
  return a !== null && a.value === b.value && a.unit === b.unit
}
