// Makes the recordings beside this file from the public data sets listed in README.md, and the vendors' own results for the
// tests. Run by hand after a change: `node devices/recordings/convert.ts`; a device only reads the finished .json files.
import { readFileSync, writeFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'

import type { Recording } from '../recording.ts'

const data = new URL('../../../shared/data/', import.meta.url)
const fixtures = new URL('../../tests/devices/fixtures/', import.meta.url)

type Row = Record<string, string>

const readText = (path: string): string => readFileSync(new URL(path, data), 'utf8')

/** Read the rows of a CSV without quoted fields (both vendor sheets used here are so). */
const readCsv = (path: string): Row[] => {
  const [head = '', ...lines] = readText(path).trim().split(/\r?\n/)
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']))
  })
}

/** Read the one file inside a zip archive (an .rdml file is such an archive), found through the central directory. */
const readZipped = (path: string): string => {
  const bytes = readFileSync(new URL(path, data))
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const entry = bytes.readUInt32LE(end + 16)
  const size = bytes.readUInt32LE(entry + 20)
  const local = bytes.readUInt32LE(entry + 42)
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  const packed = bytes.subarray(start, start + size)
  return (bytes.readUInt16LE(entry + 10) === 0 ? packed : inflateRawSync(packed)).toString('utf8')
}

const grid = (channels: number, wells: number): number[][][] =>
  Array.from({ length: channels }, () => Array.from({ length: wells }, () => []))

const put = (values: number[][][], channel: number, well: number, point: number, value: number) => {
  const curve = values[channel]?.[well]
  if (!curve || !Number.isFinite(value)) throw new Error(`no place for ${channel}/${well}/${point}`)
  curve[point] = value
}

/** Write one curve per line, so that a change of one well is one line of a difference. */
const writeRecording = (recording: Recording) => {
  const text = JSON.stringify(recording)
    .replaceAll('"values":[', '"values":[\n')
    .replaceAll('],[', '],\n[')
    .replace('"phases":', '\n"phases":')
  writeFileSync(new URL(`${recording.name}.json`, import.meta.url), `${text}\n`)
}

const convertQuantStudio = () => {
  const dyes = { FAM: 'FAM', VIC: 'VIC', ROX: 'ABY', CY5: 'JUN', QUASAR705: 'MUSTANG PURPLE' }
  const values = grid(5, 96)
  for (const row of readCsv('allotropy/csv/qs5_4plex_Multicomponent.csv'))
    Object.values(dyes).forEach((dye, channel) =>
      put(values, channel, Number(row['Well']) - 1, Number(row['Cycle Number']) - 1, Number(row[dye])),
    )
  writeRecording({
    name: 'qs5-4plex',
    source:
      'Benchling-Open-Source/allotropy @ f17c5f0, tests/parsers/appbio_quantstudio_designandanalysis/testdata/' +
      'appbio_quantstudio_designandanalysis_QS5_Standard_Curve_4Plex_example03.xlsx (sheet Multicomponent)',
    licence: 'MIT',
    device: 'bgate',
    cartridge: 'Wells96',
    channels: Object.keys(dyes),
    wells: 96,
    dyes,
    phases: { AMP: { points: 40, values } },
  })
  const channelOf = new Map(Object.entries(dyes).map(([channel, dye]) => [dye, channel]))
  const results = readCsv('allotropy/csv/qs5_4plex_Results.csv').map((row) => ({
    well: Number(row['Well']) - 1,
    position: row['Well Position'],
    sample: row['Sample'],
    task: row['Task'],
    target: row['Target'],
    channel: channelOf.get(row['Reporter'] ?? ''),
    amp_status: row['Amp Status'],
    cq: row['Cq'] ? Number(row['Cq']) : null,
    threshold: Number(row['Threshold']),
    baseline_start: Number(row['Baseline Start']),
    baseline_end: Number(row['Baseline End']),
  }))
  writeResults('qs5-4plex', results)
}

const writeResults = (name: string, results: object[]) => {
  const lines = results.map((result) => JSON.stringify(result)).join(',\n')
  writeFileSync(new URL(`${name}-vendor.json`, fixtures), `[\n${lines}\n]\n`)
}

const points = (text: string, tag: string): number[] =>
  [...text.matchAll(new RegExp(`<${tag}>.*?<fluor>([^<]+)</fluor></${tag}>`, 'g'))].map((hit) =>
    Number(hit[1]),
  )

const convertCfx = () => {
  const xml = readZipped('RDML-R/BioRad_qPCR_melt.rdml')
  const dyes = { FAM: 'EvaGreen (read as FAM)', CY5: 'Cy5' }
  const amp = grid(2, 96)
  const melt = grid(2, 96)
  const results: object[] = []
  const runs = [...xml.matchAll(/<run id="Amp Step 3_(FAM|Cy5)">(.*?)<\/run>/gs)]
  for (const [, dye, run = ''] of runs) {
    const channel = dye === 'FAM' ? 0 : 1
    const reactions = run.matchAll(/<react id="(\d+)"><sample id="([^"]+)" \/>(.*?)<\/react>/gs)
    for (const [, id, sample, body = ''] of reactions) {
      const well = Number(id) - 1
      points(body, 'adp').forEach((value, i) => put(amp, channel, well, i, value))
      points(body, 'mdp').forEach((value, i) => put(melt, channel, well, i, value))
      const cq = /<cq>([^<]+)/.exec(body)?.[1]
      const target = /<tar id="([^"]+)"/.exec(body)?.[1]
      const name = channel === 0 ? 'FAM' : 'CY5'
      results.push({ well, sample, target, channel: name, cq: cq ? Number(cq) : null })
    }
  }
  const first = /<data>.*?<\/data>/s.exec(xml)?.[0] ?? ''
  const temperatures = [...first.matchAll(/<mdp><tmp>([^<]+)/g)].map((hit) => Number(hit[1]))
  writeRecording({
    name: 'cfx96-melt',
    source: 'PCRuniversum/RDML @ a898512, inst/extdata/BioRad_qPCR_melt.rdml',
    licence: 'MIT',
    device: 'bgate',
    cartridge: 'Wells96',
    channels: Object.keys(dyes),
    wells: 96,
    dyes,
    phases: {
      AMP: { points: 41, values: amp },
      VAL: { points: temperatures.length, temperatures: [temperatures], values: melt },
    },
  })
  writeResults('cfx96-melt', results)
}

type ChaiData = {
  fluorescence_value: number[]
  channel: number[]
  well_num: number[]
  cycle_num?: number[]
  temperature?: number[]
}

const readChai = (file: string): ChaiData =>
  (JSON.parse(readText(`chaipcr/${file}`)) as { raw_data: ChaiData }).raw_data

const readChaiAmplification = (file: string, channels: number): number[][][] => {
  const values = grid(channels, 16)
  const raw = readChai(file)
  // Begin with the lowest: one export counts its wells from 0, the other from 1.
  const firstWell = Math.min(...raw.well_num)
  raw.fluorescence_value.forEach((value, i) =>
    put(
      values,
      (raw.channel[i] ?? 0) - 1,
      (raw.well_num[i] ?? 0) - firstWell,
      (raw.cycle_num?.[i] ?? 0) - 1,
      value,
    ),
  )
  return values
}

const readChaiMelt = (file: string) => {
  const raw = readChai(file)
  const values = grid(1, 16)
  const temperatures: number[][] = Array.from({ length: 16 }, () => [])
  raw.fluorescence_value.forEach((value, i) => {
    const well = raw.well_num[i] ?? 0
    values[0]?.[well]?.push(value)
    temperatures[well]?.push(raw.temperature?.[i] ?? Number.NaN)
  })
  return { points: Math.max(...temperatures.map((row) => row.length)), temperatures, values }
}

const convertChai = () => {
  const common = { licence: 'Apache-2.0', device: 'bcube', cartridge: 'Wells16', wells: 16 } as const
  const repository = 'chaibio/chaipcr @ 8153be9, bioinformatics/test'
  writeRecording({
    name: 'chai-1ch-melt',
    source: `${repository}: test_1ch_amp_169.json, test_1ch_mc_170.json (raw_data)`,
    ...common,
    channels: ['FAM'],
    dyes: { FAM: 'channel 1' },
    phases: {
      AMP: { points: 40, values: readChaiAmplification('test_1ch_amp_169.json', 1) },
      VAL: readChaiMelt('test_1ch_mc_170.json'),
    },
  })
  writeRecording({
    name: 'chai-2ch',
    source: `${repository}: xh-amp1.json (raw_data)`,
    ...common,
    channels: ['FAM', 'VIC'],
    dyes: { FAM: 'channel 1', VIC: 'channel 2' },
    phases: { AMP: { points: 40, values: readChaiAmplification('xh-amp1.json', 2) } },
  })
}

convertQuantStudio()
convertCfx()
convertChai()
