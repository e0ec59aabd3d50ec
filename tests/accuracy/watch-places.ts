import { wellName, wellIndex } from '../../domain/rules/well.ts'
import type { WellResult } from '../../domain/results.ts'
import { analyse } from '../../workers/run/analyse.ts'
import { flagPlate } from '../../workers/run/flag-wells.ts'
import { isEdge } from '../../workers/watch/is-edge.ts'
import { watchPlaces } from '../../workers/watch/watch-places.ts'
import { plateShape, type Figure } from '../support/curve-accuracy.ts'
import { readRatedCurves } from '../support/rated-curves.ts'
import type { Random } from '../support/seeded-random.ts'
import { layCurves } from './watch-runs.ts'

const plates = 200
/** Cycles by which a planted place is late. */
const late = 0.5

/**
 * Search patterns of the place in real Cqs: 94 replicates of each dilution of dil4reps94, put into the wells of a plate
 * at random. A pattern found there is chance; one found with half a cycle more at the edge, or over the columns, is
 * real.
 */
export function measureWatchedPlaces(random: Random): Figure[] {
  const curves = readRatedCurves().filter(({ set }) => set === 'dil4reps94')
  if (curves.length === 0) return []
  const dilutions = [...Map.groupBy(curves, ({ name }) => name.split('_')[0]).values()]
  const cqs = dilutions.map((own) =>
    layCurves(own, 'unknown').flatMap((run) => analyse(run).wells.flatMap(({ cq }) => cq ?? [])),
  )
  const count = (shift: (well: number) => number) => {
    let said = 0
    for (let plate = 0; plate < plates; plate++) {
      const own = shuffle(cqs[plate % cqs.length]!, random)
      if (watchCqs(own.map((cq, well) => cq + shift(well))).length > 0) said++
    }
    return (100 * said) / plates
  }
  const edges = count((well) => (isEdge(plateShape, well) ? late : 0))
  const columns = count((well) => ((well % 12) / 11) * 2 * late)
  const chance = count(() => 0)
  const figure = (name: string, value: number, bar: string, ok: boolean): Figure => ({
    name: `watch: ${name} (of ${plates} plates)`,
    value,
    unit: '%',
    bar,
    ok,
  })
  return [
    figure('patterns of the place in shuffled replicates', chance, '<= 1', chance <= 1),
    figure('planted edges, 0.5 cycles late', edges, '>= 95', edges >= 95),
    figure('planted gradients of a cycle over the columns', columns, '>= 95', columns >= 95),
  ]
}

function watchCqs(cqs: readonly number[]) {
  const uuid = '00000000-0000-4000-8000-000000000000'
  const results = cqs.map((cq, well): WellResult => ({
    well: wellName(plateShape, well),
    sample_uuid: uuid,
    target: 'watched',
    channel: 'FAM',
    cq,
    threshold: null,
    estimates: null,
    flags: [],
    baseline: null,
    end_point: null,
    melt: [],
    call: 'detected',
    trace: [],
  }))
  const coordinates = results.map(({ well }) => well)
  const flags = flagPlate(results, {
    cartridge_type: 'Wells96',
    samples: [{ uuid, sample_type: 'unknown', coordinates }],
  })
  return watchPlaces({
    target: 'watched',
    channel: 'FAM',
    flags,
    results,
    measured: 100,
    ...plateShape,
    indexOf: (well) => wellIndex(plateShape, well),
  })
}

function shuffle(values: readonly number[], random: Random): number[] {
  const own = [...values]
  for (let i = own.length - 1; i > 0; i--) {
    const other = random.below(i + 1)
    ;[own[i], own[other]] = [own[other]!, own[i]!]
  }
  return own
}
