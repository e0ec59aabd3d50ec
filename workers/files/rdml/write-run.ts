import type { Readings } from '../../curves/readings.ts'
import type { ExportRun, ImportedCurves, ImportedTarget, ImportedWell } from '../imported-run.ts'
import type { NoticeList } from '../notices.ts'
import type { WrittenDescriptions } from './collect-descriptions.ts'
import { compensatedWords, writeNote } from './notes.ts'
import { writeAmplification, writeMelt } from './write-points.ts'
import { type Programmes, referProgramme } from './write-programmes.ts'
import { attribute, element, isDateTime, optional } from './xml-text.ts'

/** Wells that are written in one piece. */
const pieceWells = 16

/** Write one `run` element with an id that is unique in its experiment, piece by piece. */
export function* writeRun(
  run: ExportRun,
  id: string,
  descriptions: WrittenDescriptions,
  programmes: Programmes,
  notices: NoticeList,
): Generator<string, void, undefined> {
  const { source, plate, wells } = run
  const amplification = keepRaw(run.amplification, run.compensated?.amplification, id, notices)
  const melt = keepRaw(run.melt, run.compensated?.melt, id, notices)
  const isNormalised = run.passiveReference !== null && amplification !== null
  const label = plate.labels === 'letters' ? 'ABC' : '123'
  const software =
    source.software || source.softwareVersion
      ? `<dataCollectionSoftware>${element('name', source.software)}${element('version', source.softwareVersion)}</dataCollectionSoftware>`
      : ''
  yield [
    `<run${attribute('id', id)}>`,
    // Say it in the file, so that calls after 12 cycles are not taken for calls after 40.
    optional('description', describe(run)),
    optional('instrument', source.instrument),
    software,
    referProgramme(run, programmes),
    `<pcrFormat>${element('rows', plate.rows)}${element('columns', plate.columns)}`,
    `${element('rowLabel', label)}${element('columnLabel', '123')}</pcrFormat>`,
    optional('runDate', completeDate(source.date, id, notices)),
    '\n',
  ].join('')
  for (let from = 0; from < wells.length; from += pieceWells) {
    yield wells
      .slice(from, from + pieceWells)
      .map((well) =>
        writeReaction(well, { amplification, melt, isNormalised }, descriptions, notices),
      )
      .join('')
  }
  yield '</run>\n'
}

/** Describe what RDML has no field of its own for: which version counts, how the run ended, and what its device was calibrated by. */
function describe(run: ExportRun): string | null {
  const { correction, end, calibrations } = run
  const isCompensated = run.compensated ?? run.amplification?.state === 'compensated'
  const said = [
    isCompensated ? compensatedWords : '',
    correction ? `Correction: ${correction}` : '',
    end ? `Run ${end}` : '',
    calibrations ? `Calibrations: ${calibrations}` : '',
  ]
  return said.filter(Boolean).join('. ') || null
}

/**
 * Return the curves if RDML may hold them: raw, or with nothing but crosstalk taken out. Where the results rest on a colour
 * compensation those are the compensated ones, as threshold and background beside them are levels of their light.
 */
function keepRaw(
  curves: ImportedCurves | null,
  compensated: Readings | null | undefined,
  run: string,
  notices: NoticeList,
): Readings | null {
  if (!curves) return null
  if (curves.state === 'raw' || curves.state === 'compensated') {
    return compensated ?? curves.readings
  }
  notices.add('curves_not_written', {}, { run, state: curves.state })
  return null
}

/** Complete a date: RDML's dates have a time, so a day alone is written as its beginning. */
function completeDate(date: string | null, run: string, notices: NoticeList): string | null {
  if (date === null) return null
  const whole = /^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T00:00:00` : date
  if (isDateTime(whole)) return whole
  notices.add('value_not_written', {}, { run, name: 'date', value: date })
  return null
}

function writeReaction(
  well: ImportedWell,
  curves: { amplification: Readings | null; melt: Readings | null; isNormalised: boolean },
  descriptions: WrittenDescriptions,
  notices: NoticeList,
): string {
  const data = well.targets.map((target) => {
    const { channel } = target
    const { amplification, melt } = curves
    const adp =
      amplification && channel !== null ? writeAmplification(amplification, channel, well.well) : ''
    const mdp =
      melt && channel !== null ? writeMelt(melt, channel, well.well, well.name, notices) : ''
    const results = writeResults(target, curves.isNormalised, well.name, notices)
    const tar = `<tar${attribute('id', descriptions.targetId(target))}/>`
    return `<data>${tar}${results.before}${adp}${mdp}${results.behind}</data>`
  })
  const sample = `<sample${attribute('id', descriptions.sampleId(well))}/>`
  return `<react${attribute('id', String(well.well + 1))}>${sample}\n${data.join('\n')}</react>\n`
}

/** Write results in the schema's order: some come before the points and some after. */
function writeResults(
  target: ImportedTarget,
  isNormalised: boolean,
  well: string,
  notices: NoticeList,
): { before: string; behind: string } {
  const { cq, cqGiven, background, tm, excluded } = target
  if (tm.length > 1) {
    const place = { well, target: target.target }
    notices.add('value_not_written', place, { name: 'tm', value: tm.slice(1).join(' ') })
  }
  const before = [
    cq === null && cqGiven ? element('cq', -1) : optional('cq', cq),
    optional('ampEff', target.efficiency),
    optional('meltTemp', tm[0] ?? null),
    // Write an empty element, which excludes as well.
    excluded === null ? '' : element('excl', excluded),
    optional('note', writeNote(target, isNormalised ? target : null)),
  ]
  if (isNormalised) return { before: before.join(''), behind: '' }
  const behind = [
    optional('endPt', target.endPoint),
    optional('bgFluor', background?.intercept ?? null),
    background && background.slope !== 0 ? optional('bgFluorSlp', background.slope) : '',
    optional('quantFluor', target.threshold),
  ]
  return { before: before.join(''), behind: behind.join('') }
}
