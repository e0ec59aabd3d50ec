import type { StudyDesign } from '../domain/entities/study.ts'
import { makeSixChannelPlate } from '../tests/support/six-channel-plate.ts'
import { analyse } from '../workers/run/analyse.ts'
import { encodeCurves } from '../workers/run/blob.ts'
import type { AnalyseInput } from '../workers/run/analyse.ts'
import { judgeStudy } from '../workers/study/judge-study.ts'
import { openStudyFiles, type OpenStudyRun } from '../workers/study/open-study-run.ts'
import { atMost, measured, type ReportRow, withoutBar } from './report-table.ts'

const whole = { runs: 20, moves: 10 }
/** Enough to see that each part can be measured. What it takes says nothing. */
const short: typeof whole = { runs: 2, moves: 2 }

const channels = 4
const cycles = 40

interface StoredRun {
  record: Pick<AnalyseInput, 'cartridge_type'> & { samples: never[] }
  curves: Uint8Array<ArrayBuffer>
  results: Uint8Array
}

/**
 * Measure a study of 20 plates of 96 wells, four targets and 40 cycles, in one thread of Node as in the one worker of a
 * page on two cores: opened from the stored files to its figures, and a threshold moved over all plates. What crosses
 * to the worker and back is copied as the browser copies it; fetching and drawing are not in it.
 */
export function benchStudy(given: { short: boolean }): Promise<ReportRow[]> {
  const { runs, moves } = given.short ? short : whole
  const stored = Array.from({ length: runs }, (_, seed) => storeRun(seed + 1))
  const design = designOf(stored)
  const begun = performance.now()
  const spent = process.cpuUsage()
  const opened = stored.map((run, at) => openStored(run, at))
  const files = performance.now() - begun
  judgeCopied(opened, design)
  const open = performance.now() - begun
  const openWork = workSince(spent)
  const moving = process.cpuUsage()
  const times = Array.from({ length: moves }, (_, move) => {
    const targets = design.targets.map((one) => ({ ...one, threshold: 0.2 + move / 50 }))
    const from = performance.now()
    judgeCopied(opened, { ...design, targets })
    return performance.now() - from
  }).toSorted((one, other) => one - other)
  const moveWork = workSince(moving) / moves
  const size = `${runs} x 96 x ${channels}`
  const rows: ReportRow[] = [
    atMost(`study of ${size}: opened, files to figures`, open, 'ms', 2000),
    atMost(`study of ${size}: of that, its runs opened`, files, 'ms', 2000),
    atMost(`study of ${size}: threshold moved over all, median`, times[moves >> 1]!, 'ms', 1000),
    atMost(`study of ${size}: threshold moved over all, slowest`, times.at(-1)!, 'ms', 1000),
    // Count the processor's time too: of a machine that others use the clock says little.
    measured(`study of ${size}: opened, processor time`, openWork, 'ms'),
    measured(`study of ${size}: threshold moved, processor time`, moveWork, 'ms'),
  ]
  return Promise.resolve(given.short ? rows.map(withoutBar) : rows)
}

/** Return the processor time of this process since then, in ms. */
function workSince(then: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(then)
  return (user + system) / 1000
}

/** Make a plate of four targets with its results, as files. Samples are replicates of three wells. */
function storeRun(seed: number): StoredRun {
  const plate = makeSixChannelPlate(seed, cycles)
  const { amplification, evaluation } = plate
  const size = amplification.wells * amplification.points
  const kept = { ...amplification, channels: amplification.channels.slice(0, channels) }
  kept.values = amplification.values.slice(0, channels * size)
  const targets = evaluation.targets.filter(({ channel }) => kept.channels.includes(channel))
  const samples = plate.samples.map((sample, at) => ({ ...sample, name: `Plate ${seed} S${at}` }))
  const passive_reference = null
  const input = {
    ...plate,
    amplification: kept,
    samples,
    evaluation: { ...evaluation, targets, passive_reference, quantification: undefined as never },
  }
  return {
    record: { cartridge_type: plate.cartridge_type, samples: samples as never[] },
    curves: encodeCurves({ amplification: kept, melt: null }),
    results: new TextEncoder().encode(JSON.stringify(analyse(input))),
  }
}

function openStored({ record, curves, results }: StoredRun, at: number): OpenStudyRun {
  const files = { results: results.slice(), curves: curves.slice() }
  return structuredClone(openStudyFiles(at, structuredClone(record), files))
}

/** Judge as a page does: what is needed is copied to the worker, and the figures back. */
function judgeCopied(opened: readonly OpenStudyRun[], design: StudyDesign): void {
  const isMoved = design.targets.some(({ threshold }) => threshold !== null)
  const sent = structuredClone(
    opened.map(({ wells, genotypes, held, curves }) => ({
      wells,
      genotypes,
      held,
      curves: isMoved
        ? curves.map(({ target, points, unit, values }) => ({ target, points, unit, values }))
        : [],
    })),
  )
  structuredClone(judgeStudy(sent, structuredClone(design)).figures)
}

function designOf(stored: readonly StoredRun[]): StudyDesign {
  const names = stored.flatMap(({ record }) =>
    (record.samples as { name: string; sample_type: string }[])
      .filter(({ sample_type: type }) => type === 'unknown')
      .map(({ name }) => name),
  )
  const found = (
    JSON.parse(new TextDecoder().decode(stored[0]!.results)) as { wells: { target: string }[] }
  ).wells
  const targets = [...new Set(found.map(({ target }) => target))]
  return {
    samples: names.map((name, at) => ({ name, group: `Group ${at % 4}`, replicate: '' })),
    targets: targets.map((name, at) => ({
      name,
      role: at === 0 ? 'reference' : 'target',
      threshold: null,
      efficiency: null,
    })),
    calibrator: 'Group 0',
    inter_run: [],
    method: 'ddcq',
    efficiency: 'given',
    confidence: 0.95,
  }
}
