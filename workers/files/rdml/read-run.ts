import type { CurveState } from '../../../domain/entities/analysis.ts'
import { assembleAmplification } from '../assemble-amplification.ts'
import { assembleMelt } from '../assemble-melt.ts'
import { looksSubtracted } from '../collect-curves.ts'
import type { ImportedCurves, ImportedRun, RunSource } from '../imported-run.ts'
import { NoticeList } from '../notices.ts'
import { nameWell } from '../plate.ts'
import { childOf, childrenOf, childText, type XmlElement } from '../read-xml.ts'
import type { Readings } from '../../curves/readings.ts'
import { accountCurves } from '../account-curves.ts'
import { takePassiveReference } from './channel-targets.ts'
import { compensatedWords } from './notes.ts'
import { idOf } from './read-descriptions.ts'
import type { RdmlDocument, RdmlRun } from './read-document.ts'
import { readPlate } from './read-plate.ts'
import { readProgramme } from './read-programme.ts'
import { ReactionReader } from './read-reaction.ts'

/** Read one `run` of a document with everything it refers to. Throws as `readPlate` and the curves do. */
export function readRun(run: RdmlRun, document: RdmlDocument): ImportedRun {
  const { element } = run
  const { limits, placeOf } = document
  const notices = new NoticeList()
  const reactions = childrenOf(element, 'react')
  const { plate, wells } = readPlate(element, reactions, limits, notices, placeOf)
  const reader = new ReactionReader(document, element.attributes['id'] ?? '', notices)
  reactions.forEach((reaction, i) => {
    const well = wells[i] ?? 0
    reader.read(reaction, well, nameWell(plate, well))
  })
  const count = plate.rows * plate.columns
  const missing = count - reader.wells.size
  if (missing > 0) notices.add('wells_missing', {}, { missing, wells: count })
  const amplification = assembleAmplification(reader.amplification, count, limits, notices)
  const melt = assembleMelt(reader.melt, count, limits, notices)
  const described = [...reader.wells.values()].sort((a, b) => a.well - b.well)
  const passive = takePassiveReference(described)
  const isCompensated = childText(element, 'description').startsWith(compensatedWords)
  const state = isCompensated ? 'compensated' : 'raw'
  accountCurves({ plate, wells: described, amplification, melt, passive, wantsAll: true }, notices)
  return {
    name: element.attributes['id'] ?? '',
    experiment: run.experiment,
    source: readSource(element, document.version),
    plate,
    wells: described,
    amplification: amplification && judgeState(amplification, state, notices),
    melt: melt && { readings: melt, state },
    passiveReference: passive,
    programme: readProgramme(findConditions(element, document)),
    notices: notices.list(),
  }
}

function readSource(run: XmlElement, version: string): RunSource {
  const software = childOf(run, 'dataCollectionSoftware')
  const date = childText(run, 'runDate')
  return {
    format: 'rdml',
    version,
    software: childText(software, 'name'),
    softwareVersion: childText(software, 'version'),
    instrument: childText(run, 'instrument'),
    date: /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/.test(date) ? date : null,
  }
}

/** Judge if curves have their baseline, as RDML requires: some programs have written subtracted ones. */
function judgeState(readings: Readings, state: CurveState, notices: NoticeList): ImportedCurves {
  if (!looksSubtracted(readings)) return { readings, state }
  notices.add('curves_look_subtracted')
  return { readings, state: 'baseline-subtracted' }
}

function findConditions(run: XmlElement, document: RdmlDocument): XmlElement | undefined {
  return document.conditions.get(idOf(childOf(run, 'thermalCyclingConditions')))
}
