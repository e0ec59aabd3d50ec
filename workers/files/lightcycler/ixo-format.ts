import type { FileContent } from '../file-content.ts'
import type { FileFormat } from '../file-format.ts'
import { type ImportedFile, namesOf } from '../imported-run.ts'
import { NoticeList } from '../notices.ts'
import type { PlateShape } from '../plate.ts'
import { readXml, type XmlElement } from '../read-xml.ts'
import { refuseFile } from '../refuse-file.ts'
import { type Phase, RunDraft } from '../tables/run-draft.ts'
import { readVendorDate } from '../tables/vendor-date.ts'
import { type IxoReading, readIxoReadings } from './ixo-readings.ts'
import { readIxoResults } from './ixo-results.ts'
import { positionIn, readIxoSamples } from './ixo-samples.ts'
import { itemsOf, numberOf, objectOf, textOf } from './ixo-tree.ts'

const end = '</objectstream>'
/** Most wells that a LightCycler 480 reads at once are 384. */
const mostPositions = 1536

/**
 * Experiments as LightCycler 480 software stores them (IXO): objects in XML and a line with a checksum behind them. The
 * readings are a packed stream of objects inside. Layout: the pages on qPCR of openreadout/openreadout, which were checked
 * against the software's own exports.
 */
export const ixo: FileFormat = {
  name: 'lightcycler ixo',
  recognise: (content) =>
    content.kind === 'xml' &&
    /<objectstream\s[^>]*signature\s*=\s*["']IXOS/.test(content.decoded.text.slice(0, 2000)),
  read: readIxo,
}

function readIxo(content: FileContent): ImportedFile {
  if (content.kind !== 'xml') throw refuseFile('file_format_unknown')
  const { text } = content.decoded
  const until = text.lastIndexOf(end)
  // Allow a long text: the packed readings are one of some megabytes.
  const limits = { ...content.limits, textLength: content.limits.memberBytes }
  const stream = readXml(until < 0 ? text : text.slice(0, until + end.length), { limits })
  const root = objectOf(stream, 'root')
  const run = objectOf(root, 'run')
  if (!root || !run) throw refuseFile('file_without_runs')
  const notices = new NoticeList()
  const draft = new RunDraft(notices, content.limits)
  const programmes = objectOf(objectOf(run, 'Protocol'), 'Programs')
  const plate = readPlate(programmes)
  const channels = readChannels(programmes)
  readIxoSamples(root, draft, plate, channels)
  const store = textOf(run, 'AcquisitionStore')
  const readings = store === '' ? [] : readIxoReadings(store, plate.rows * plate.columns, limits)
  addCurves(itemsOf(programmes), readings, channels, plate, draft)
  readIxoResults(root, draft, plate, channels)
  notices.add('element_ignored', { path: 'Protocol' }, { element: 'Protocol', count: 1 })
  const name = textOf(root, 'name') || content.name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '')
  const source = sourceOf(root, run, programmes)
  const read = draft.finish({
    name,
    source,
    plate,
    states: { amplification: 'raw', melt: 'raw' },
    passiveReference: null,
    wantsAll: true,
  })
  const all = content.notices.list()
  return { name: content.name, format: 'lightcycler', runs: [read], notices: all }
}

function sourceOf(root: XmlElement, run: XmlElement, programmes: XmlElement | undefined) {
  const instrument = textOf(run, 'InstrumentName')
  return {
    format: 'lightcycler' as const,
    version: '',
    software: 'LightCycler 480',
    softwareVersion: textOf(root, 'SWVersion').replace(/^LCS480\s*/, ''),
    // Leave out a name of the laboratory's own, such as the number of the instrument.
    instrument: /lightcycler/i.test(instrument) ? instrument : 'LightCycler 480',
    ...namesOf({
      serial: textOf(run, 'InstrumentID'),
      barcode: textOf(programmes, 'PlateID'),
    }),
    date: readVendorDate(textOf(run, 'StartTime')),
  }
}

function readPlate(programmes: XmlElement | undefined): PlateShape {
  const container = objectOf(programmes, 'Container')
  const [rows, columns] = [numberOf(container, 'RowCount'), numberOf(container, 'ColCount')]
  const isPlate = Number.isInteger(rows) && Number.isInteger(columns) && rows > 0 && columns > 0
  if (!isPlate || rows * columns > mostPositions) {
    throw refuseFile('ixo_damaged', { path: 'Container' })
  }
  return { rows, columns, labels: 'letters' }
}

/** Return the names of the channels in use, such as `465-510`: nm of excitation and emission. */
function readChannels(programmes: XmlElement | undefined): string[] {
  const formats = objectOf(programmes, 'DetectionFormats')
  const list = itemsOf(formats)
  const named = list.find((one) => textOf(one, 'name') === textOf(formats, 'DefFormatName'))
  const format = named ?? (list.length === 1 ? list[0] : undefined)
  if (!format) throw refuseFile('ixo_damaged', { path: 'DetectionFormats' })
  return itemsOf(format).map((one) => textOf(one, 'name').replaceAll(' ', ''))
}

/**
 * Add the curves of the programme of each kind that has most readings; the readings of all others are named in a
 * notice.
 */
function addCurves(
  programmes: readonly XmlElement[],
  readings: readonly IxoReading[],
  channels: readonly string[],
  plate: PlateShape,
  draft: RunDraft,
): void {
  const kinds: Readonly<Record<string, Phase>> = {
    Quantification: 'amplification',
    'Melting Curves': 'melt',
  }
  const ofProgramme = Map.groupBy(readings, ({ programme }) => programme)
  const parts = programmes.map((one, index) => ({
    name: textOf(one, 'name') || `Program ${index + 1}`,
    phase: kinds[textOf(one, 'AnalysisMode')],
    own: ofProgramme.get(index) ?? [],
  }))
  const taken = (phase: Phase) =>
    parts.reduce<(typeof parts)[number] | null>((best, part) => {
      return part.phase === phase && part.own.length > (best?.own.length ?? 0) ? part : best
    }, null)
  const used = [taken('amplification'), taken('melt')]
  for (const part of parts) {
    if (used.includes(part)) continue
    const params = { element: part.name, count: part.own.length }
    if (part.own.length > 0) draft.notices.add('element_ignored', { path: part.name }, params)
  }
  const unknown = readings.find(({ programme }) => !programmes[programme])
  if (unknown) throw refuseFile('ixo_damaged', { path: 'Program' })
  for (const part of used) {
    if (part?.phase) addPart(part.phase, part.own, channels, plate, draft)
  }
}

function addPart(
  phase: Phase,
  readings: readonly IxoReading[],
  channels: readonly string[],
  plate: PlateShape,
  draft: RunDraft,
): void {
  if (readings.some(({ channel }) => channels[channel] === undefined)) {
    throw refuseFile('ixo_damaged', { path: 'Channel' })
  }
  const ofChannel = Map.groupBy(readings, ({ channel }) => channel)
  for (const [index, channel] of channels.entries()) {
    const own = ofChannel.get(index) ?? []
    if (own.length === 0) continue
    const temperatures = own.map(({ temperature }) => temperature)
    const at = phase === 'melt' ? temperatures : own.map(({ cycle }) => cycle)
    for (let place = 0; place < plate.rows * plate.columns; place++) {
      const position = positionIn(plate, place)
      const values = own.map((one) => one.values[place] ?? Number.NaN)
      if (!values.some(Number.isFinite)) continue
      const curve = { position, channel, at, values, place: { path: channel } }
      draft.addCurve(phase, phase === 'melt' ? curve : { ...curve, temperatures })
      draft.openTarget(draft.openWell(position), '', channel).channel = channel
    }
  }
}
