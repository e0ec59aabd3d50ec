import type { FileContent } from '../file-content.ts'
import type { FileFormat } from '../file-format.ts'
import type { ImportedFile } from '../imported-run.ts'
import type { Archive } from '../open-archive.ts'
import { childOf, childrenOf, childText, type XmlElement } from '../read-xml.ts'
import { refuseFile } from '../refuse-file.ts'
import { assembleEds } from './assemble-eds.ts'
import { type EdsData, type EdsResult, type EdsSetup, readEpoch } from './eds-data.ts'
import {
  asNumber,
  asObject,
  asText,
  readPlateJson,
  readResultsJson,
  readSignalsJson,
} from './eds-json.ts'
import { EdsMembers, findMember } from './eds-members.ts'
import { readTextResults } from './eds-results.ts'
import type { NoticeList } from '../notices.ts'
import { nameWell } from '../plate.ts'
import type { ReadingMemory } from '../reading-memory.ts'
import { readMulticomponentText } from './eds-multicomponent-text.ts'
import { readMulticomponent, readPlateSetup } from './eds-xml.ts'

const sds = 'apldbio/sds/'
const known = [
  'setup/plate_setup.json',
  'primary/multicomponent_data.json',
  'primary/analysis_result.json',
  `${sds}plate_setup.xml`,
  `${sds}multicomponentdata.xml`,
  `${sds}multicomponent_data.txt`,
  `${sds}analysis_result.txt`,
  `${sds}experiment.xml`,
]

/**
 * Experiment files of QuantStudio, ViiA 7, 7500 and StepOne: an archive of XML and text (versions 1.x; the
 * older ones have the light of the dyes as text)
 * or of JSON (2.0). The dyes of the multicomponent data are taken, else the Rn of the analysis.
 */
export const eds: FileFormat = {
  name: 'eds',
  recognise: (content) =>
    content.kind === 'archive' && known.some((path) => findMember(content.archive, path)),
  read: readEds,
}

function readEds(content: FileContent): ImportedFile {
  if (content.kind !== 'archive') throw refuseFile('zip_damaged')
  const { archive, name } = content
  const members = new EdsMembers(archive, content)
  const isJson = known.slice(0, 3).some((path) => findMember(archive, path))
  const data = isJson ? readJsonLayout(members, archive) : readXmlLayout(members, content)
  const run = assembleEds(data, content)
  return { name, format: 'eds', runs: [run], notices: content.notices.list() }
}

function readJsonLayout(members: EdsMembers, archive: Archive): EdsData {
  const signals = members.json('primary/multicomponent_data.json')
  const summary = asObject(members.json('summary.json'))
  const run = asObject(members.json('run/run_summary.json'))
  const serial = asText(run['instrumentSerialNumber'])
  const type = asText(summary['instrumentType']) || asText(run['instrumentId'])
  return {
    version: versionOf(members) || (findMember(archive, 'setup/plate_setup.json') ? '2.0' : ''),
    name: asText(summary['name']),
    software: 'Design & Analysis',
    softwareVersion: asText(asObject(asObject(summary['analysis'])['primary'])['version']),
    instrument: [type, serial].filter(Boolean).join(' '),
    serial,
    date: readEpoch(asNumber(run['startTime'])) ?? readEpoch(asNumber(summary['createdTime'])),
    setup: readPlateJson(members.json('setup/plate_setup.json')),
    signals: signals === undefined ? null : readSignalsJson(signals),
    results: readResultsJson(members.json('primary/analysis_result.json')),
    stages: { amplification: null, melt: null },
  }
}

function readXmlLayout(members: EdsMembers, { limits, notices }: FileContent): EdsData {
  const experiment = members.xml(`${sds}experiment.xml`)
  const plate = members.xml(`${sds}plate_setup.xml`)
  const setup = plate ? readPlateSetup(plate) : { plate: null, passive: null, wells: new Map() }
  const { memory } = limits
  const signals = readSignals(members, setup, { memory, notices })
  const settings = readSettings(members.xml(`${sds}analysis_protocol.xml`))
  const results = readTextResults(
    members.text(`${sds}analysis_result.txt`) ?? '',
    members.text(`${sds}meltcuve_result.txt`) ?? members.text(`${sds}meltcurve_result.txt`) ?? '',
    memory,
  )
  const information = runInformation(experiment)
  const [software = '', softwareVersion = ''] = writerOf(members)
  const serial = information('instrumentSerialNumber')
  const instrument = [childText(experiment, 'InstrumentTypeId'), serial]
  return {
    version: versionOf(members),
    name: childText(experiment, 'Name'),
    software: information('softwareVersion') || software || 'QuantStudio',
    softwareVersion: information('softwareVersion') ? '' : softwareVersion,
    instrument: instrument.filter(Boolean).join(' '),
    serial,
    date:
      readEpoch(Number(childText(experiment, 'RunStartTime'))) ??
      readEpoch(Number(childText(experiment, 'CreatedTime'))),
    setup,
    signals,
    results: results.map((result) => settings.apply(result)),
    stages: settings.stages,
  }
}

/** Light of the dyes as XML (QuantStudio, ViiA 7), or as text (StepOne, 7500). */
function readSignals(
  members: EdsMembers,
  { plate }: EdsSetup,
  { memory, notices }: { memory: ReadingMemory; notices: NoticeList },
): EdsData['signals'] {
  const xml = members.xml(`${sds}multicomponentdata.xml`)
  if (xml) return readMulticomponent(xml, memory)
  const text = members.text(`${sds}multicomponent_data.txt`)
  if (text === undefined) return null
  const temperatures = members.text(`${sds}images/temperatures.txt`) ?? ''
  return readMulticomponentText(text, {
    temperatures,
    programme: members.xml(`${sds}tcprotocol.xml`),
    nameOf: (well) => nameWell(plate ?? { rows: 8, columns: 12, labels: 'letters' }, well),
    memory,
    notices,
  })
}

/** Name and version of the software: `7500 Software v2.3`. */
function writerOf(members: EdsMembers): string[] {
  const text = members.text('Manifest.mf') ?? ''
  return /^Implementation-Version:\s*(\S.{0,60}?)\s+v(\d[\w.]*)\s*$/m.exec(text)?.slice(1, 3) ?? []
}

function versionOf(members: EdsMembers): string {
  const text = members.text('Manifest.mf') ?? ''
  return /^Specification-Version:\s*(\S{1,20})/m.exec(text)?.[1] ?? ''
}

function runInformation(experiment: XmlElement | undefined): (key: string) => string {
  const values = (experiment ? childrenOf(experiment, 'ExperimentProperty') : [])
    .filter(({ attributes }) => attributes['type'] === 'RunInfo')
    .flatMap((property) => childrenOf(property, 'PropertyValue'))
  return (key) => {
    const value = values.find(({ attributes }) => attributes['key'] === key)
    return value?.children[0]?.text || value?.text || ''
  }
}

/** Read thresholds and baselines that a person set, and the stages that were analysed. */
function readSettings(root: XmlElement | undefined) {
  const detectors = new Map<string, Map<string, string>>()
  const stages = { amplification: null as number | null, melt: null as number | null }
  for (const settings of root ? childrenOf(root, 'JaxbAnalysisSettings') : []) {
    const values = new Map(
      childrenOf(settings, 'JaxbSettingValue').map((value) => [
        childText(value, 'Name'),
        childOf(value, 'JaxbValueItem')?.children[0]?.text ?? '',
      ]),
    )
    const type = childText(settings, 'Type')
    if (type.endsWith('IDetectorSettings')) detectors.set(values.get('ObjectName') ?? '', values)
    if (type.endsWith('IDataSelectSettings')) {
      stages.amplification = Number(values.get('StageNum')) || null
      stages.melt = Number(values.get('MeltStageNum')) || null
    }
  }
  const apply = (result: EdsResult): EdsResult => {
    const own = detectors.get(result.target)
    const number = (name: string) => Number(own?.get(name) ?? Number.NaN)
    const [threshold, start, end] = [
      number('Threshold'),
      number('BaselineStart'),
      number('BaselineStop'),
    ]
    const isSet = (name: string) => own?.get(name)?.toLowerCase() === 'false'
    return {
      ...result,
      threshold: isSet('AutoCt') && threshold > 0 && Number.isFinite(threshold) ? threshold : null,
      baseline:
        isSet('AutoBaseline') && start > 0 && end >= start && end < 1e6 ? { start, end } : null,
    }
  }
  return { stages, apply }
}
