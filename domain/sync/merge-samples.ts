import { canonicalJson } from '../canonical.ts'
import type { Sample } from '../entities/analysis.ts'

/**
 * Merge a plate that two people edited at once; return null if both touched the same sample or well: a wrong sample in
 * a well is a wrong result, so that a person decides. A sample is one thing: two edits of it are never mixed, not even
 * of different fields.
 */
export function mergeSamples(
  from: readonly Sample[],
  mine: readonly Sample[],
  theirs: readonly Sample[],
): Sample[] | null {
  const [before, own, other] = [from, mine, theirs].map(byUuid) as [Index, Index, Index]
  const result = new Map(other)
  for (const uuid of new Set([...before.keys(), ...own.keys()])) {
    const [was, is, stands] = [before.get(uuid), own.get(uuid), other.get(uuid)]
    if (same(was, is) || same(is, stands)) continue
    if (!same(was, stands)) return null
    if (is) result.set(uuid, is)
    else result.delete(uuid)
  }
  const joined = [...result.values()]
  return claimsWellTwice(joined) ? null : joined
}

/**
 * Return the plate after a person has seen both versions and wants theirs: theirs is used for the samples and wells
 * over which the two met; other changes by others stay. A sample that loses its last well by that is removed.
 */
export function insistOnSamples(
  from: readonly Sample[],
  mine: readonly Sample[],
  theirs: readonly Sample[],
): Sample[] {
  const [before, own] = [from, mine].map(byUuid) as [Index, Index]
  const result = byUuid(theirs)
  const changed = [...new Set([...before.keys(), ...own.keys()])].filter(
    (uuid) => !same(before.get(uuid), own.get(uuid)),
  )
  for (const uuid of changed) result.delete(uuid)
  const wanted = changed.flatMap((uuid) => own.get(uuid) ?? [])
  const wells = new Set(wanted.flatMap(({ coordinates }) => coordinates))
  const others = [...result.values()].flatMap((sample) => {
    const coordinates = sample.coordinates.filter((well) => !wells.has(well))
    if (coordinates.length === sample.coordinates.length) return sample
    return coordinates.length === 0 ? [] : { ...sample, coordinates }
  })
  return [...others, ...wanted]
}

type Index = Map<string, Sample>

function byUuid(samples: readonly Sample[]): Index {
  return new Map(samples.map((sample) => [sample.uuid, sample]))
}

function same(one: Sample | undefined, other: Sample | undefined): boolean {
  return one === other || (!!one && !!other && canonicalJson(one) === canonicalJson(other))
}

function claimsWellTwice(samples: readonly Sample[]): boolean {
  const wells = samples.flatMap(({ coordinates }) => coordinates)
  return new Set(wells).size < wells.length
}
