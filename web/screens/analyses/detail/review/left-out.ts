import type { Analysis } from '../../../../../domain/entities/analysis.ts'

/** A sample that is not accepted: every well of it was left out of the calls, with the reasons given. */
export interface LeftOut {
  uuid: string
  name: string
  reasons: string[]
}

/**
 * List the samples of a run of which all wells are excluded, of every target. Signature and report are about the others
 * (the exclusions are part of the signed record). Samples with some wells left keep their result.
 */
export function listLeftOut({
  samples,
  exclusions,
}: Pick<Analysis, 'samples' | 'exclusions'>): LeftOut[] {
  const out = new Map(
    exclusions.filter(({ target }) => target === null).map(({ well, reason }) => [well, reason]),
  )
  return samples
    .filter(
      ({ coordinates }) => coordinates.length > 0 && coordinates.every((well) => out.has(well)),
    )
    .map(({ uuid, name, coordinates }) => ({
      uuid,
      name,
      reasons: [...new Set(coordinates.flatMap((well) => out.get(well) ?? []))],
    }))
}
