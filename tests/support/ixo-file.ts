// An experiment as LightCycler 480 software stores it, made from what is known of its structure: nobody's recording.
import { strToU8, zlibSync } from 'fflate'
import { lightcyclerLight } from './roche-files.ts'

const channels = ['465-510', '533-580'] as const
const [rows, columns, cycles] = [8, 12, 30] as const
/** Light of the reference and time of the sensor, by which the software divides what it has stored. */
const [reference, time, scaling] = [5000, 400, 20_000]
const temperatures = Array.from({ length: 24 }, (_, i) => 65 + i * 0.5)

const prop = (name: string, value: string | number) => `<prop name="${name}">${value}</prop>`
const object = (name: string, kind: string, ...content: readonly string[]) =>
  `<obj name="${name}" class="${kind}" version="1">${content.join('')}</obj>`
const item = (kind: string, ...content: readonly string[]) => object('item', kind, ...content)
const list = (items: readonly string[], name = 'emlist') =>
  `<list name="${name}" count="${items.length}">${items.join('')}</list>`

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

function hex(value: number): string {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const bytes = [...new Uint8Array(view.buffer)]
  return `$${bytes
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`
}

/** Return the light of a melt. */
export function ixoMelt(channel: number, well: number, at: number): number {
  return 9 / (1 + Math.exp((at - 70 - (well % 8)) / 0.5)) + channel
}

function acquire(channel: number, temperature: number, light: (well: number) => number): string {
  const stored = Float32Array.from({ length: rows * columns }, (_, well) => {
    return (light(well) * reference * time) / scaling
  })
  return object(
    'Item',
    'THTCFloAcquisition',
    prop('Temp', hex(temperature)),
    prop('Channel', channel),
    prop('IntgrTime', time),
    prop('Valid', 1),
    prop('RefValue', hex(reference)),
    prop('ScalingFactor', scaling),
    prop('FloPoints', base64(new Uint8Array(stored.buffer))),
  )
}

function store(): string {
  const cycle = (programme: number, index: number, own: readonly string[]) =>
    item('TCycle', prop('Program', programme), prop('Cycle', index), list(own, 'Acquisitions'))
  const amplified = Array.from({ length: cycles }, (_, at) =>
    cycle(
      1,
      at,
      [0, 1].map((one) => acquire(one, 58, (well) => lightcyclerLight(one, well, at + 1))),
    ),
  )
  const melted = cycle(
    2,
    0,
    temperatures.flatMap((at) =>
      [0, 1].map((one) => acquire(one, at, (well) => ixoMelt(one, well, at))),
    ),
  )
  const root = object(
    'root',
    'HTCAcquisitionStore',
    prop('SampleCount', rows * columns),
    list([...amplified, melted], 'Cycles'),
  )
  return base64Long(zlibSync(strToU8(root)))
}

/** Write base64 in lines, as a long one is. */
function base64Long(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += 57) lines.push(base64(bytes.subarray(at, at + 57)))
  return lines.join('\r\n')
}

function samples(): string {
  const one = (at: number, name: string, kind: string) =>
    item(
      'SamplePropInfo',
      prop('ContainerPosition', at),
      object('SampleProperties', 'PropList', list([item('GenSampleEditName', prop('name', name))])),
      object(
        'ChannelProperties',
        'PropLists',
        object(
          'ChannelProperties',
          'List',
          list([
            item(
              'PropList',
              list([
                item(
                  'TargetName',
                  prop('name', 'ACTB'),
                  object('ChannelProp', 'C', prop('ChannelIdx', 0)),
                ),
                item(
                  'QuantSampleTypeProperty',
                  prop('SampleType', kind),
                  object('ChannelProp', 'C', prop('ChannelIdx', 0)),
                ),
                item(
                  'QuantConcProperty',
                  prop('Concentration', 10_000),
                  object('ChannelProp', 'C', prop('ChannelIdx', 0)),
                ),
              ]),
            ),
          ]),
        ),
      ),
    )
  const all = [
    one(0, 'Liver', 'qsUnknown'),
    one(1, 'S1', 'qsStandard'),
    one(13, 'Water', 'qsNegative'),
  ]
  return object('AnlsAndSampleInfo', 'Info', object('SampleInfoList', 'List', list(all)))
}

/** Write analyses of the first channel, with a crossing point, none, and one of a call that is neither, and one of another kind. */
function analyses(): string {
  const called = (at: number, call: number, cp: number, included = 1) =>
    item(
      'QuantSampleB',
      prop('IsIncluded', included),
      prop('Pos', at),
      prop('Call', call),
      prop('CrossingPoint', cp),
    )
  const first = item(
    'Legacy Absolute Quantification Analysis',
    prop('name', 'Abs Quant'),
    object(
      'AnaSamples',
      'List',
      list([called(0, 2, 17.25), called(1, 2, 18.5, 0), called(3, 0, 0), called(13, 1, 36)]),
    ),
    object(
      'ChannelRatio',
      'Ratio',
      prop('NumeratorXWL', 465),
      prop('NumeratorEWL', 510),
      prop('DenominatorEWL', 0),
    ),
  )
  return object(
    'analyses',
    'AnalysisList',
    list([first, item('Melt Analysis', prop('name', 'Tm Calling'))]),
  )
}

/** Make an experiment of 96 wells: programme 2 amplifies, programme 3 melts. */
export function makeIxo(): string {
  const programme = (name: string, mode: string) =>
    item('HTCRunProgram', prop('name', name), prop('AnalysisMode', mode))
  const formats = object(
    'DetectionFormats',
    'DetectionFormats',
    list([
      item(
        'HTCDetectionFormat',
        list(channels.map((name) => item('HTCChannel', prop('name', name)))),
        prop('name', 'Two'),
      ),
    ]),
    prop('DefFormatName', 'Two'),
  )
  const container = object(
    'Container',
    'HTCBlockType',
    prop('RowCount', rows),
    prop('ColCount', columns),
  )
  const programmes = object(
    'Programs',
    'HTCRunProgramList',
    list([
      programme('Activation', 'None'),
      programme('Cycling', 'Quantification'),
      programme('Melting', 'Melting Curves'),
    ]),
    container,
    formats,
    prop('PlateID', 'P-17'),
  )
  const run = object(
    'run',
    'HTCRun',
    prop('name', 'Run'),
    prop('StartTime', '2023-06-26T09:20:12.455'),
    prop('InstrumentName', '29892'),
    prop('InstrumentID', '29892'),
    prop('AcquisitionStore', store()),
    object('Protocol', 'HTCProtocol', programmes),
  )
  const root = object(
    'root',
    'HTCExperiment',
    prop('name', 'Made experiment'),
    prop('SWVersion', 'LCS480 1.5.1.62'),
    run,
    samples(),
    analyses(),
  )
  return `<objectstream signature="IXOS" version="1">\r\n${root}\r\n</objectstream>\r\n$18E8ABDB-DA8A33BB-77973CA2-E2C7AE51\r\n`
}
