import { strToU8, zipSync } from 'fflate'
import type { WorstFile } from './worst-files.ts'

/** A run as large as an instrument measures it: the service has to read it. */
export type FullRun = Pick<WorstFile, 'kind' | 'name'> & { make: () => Uint8Array }

const each = (count: number, piece: (index: number) => string, separator = '') =>
  Array.from({ length: count }, (_, index) => piece(index)).join(separator)

const light = (well: number, cycle: number) =>
  (1000 + (well % 97) + 9000 / (1 + Math.exp(25 - cycle))).toFixed(3)
const wellOf = (well: number) =>
  `${String.fromCharCode(65 + Math.floor(well / 24))}${(well % 24) + 1}`

/** Write a chip of 48 samples and 48 assays, the largest with a cartridge: probe and reference, each with what the camera sees without light. */
function biomark(): string {
  const chamber = (i: number) =>
    `S${String(1 + Math.floor(i / 48)).padStart(2, '0')}-A${String(1 + (i % 48)).padStart(2, '0')}`
  const section = (title: string) =>
    `${title}\nChamber,${each(40, (i) => String(i + 1), ',')}\n${each(2304, (i) => {
      return `${chamber(i)},${each(40, (at) => (title.startsWith('Raw') ? light(i, at) : '123.456'), ',')}\n`
    })}\n`
  const titles = ['Raw Data for Passive Reference ROX', 'Raw Data for Probe FAM-MGB']
  const all = [...titles, ...titles.map((title) => title.replace('Raw', 'Bkgd'))]
  return `Chip Run Info,a.bml,1131,48.48 (113x),GE,ROX,FAM-MGB,8/26/2014 3:44:20 PM,01:28,H\n\n${all.map(section).join('')}`
}

/** Write 384 wells of four targets with five dyes, 45 cycles, and the melt of one of them. */
function quantstudio(): string {
  const dyes = ['FAM', 'VIC', 'NED', 'CY5', 'ROX']
  const of = (count: number, piece: (well: number, at: number) => string) =>
    each(384, (well) => each(count, (at) => piece(well, at)))
  return [
    `* Block Type = 384-Well Block\n* Passive Reference = ROX\n\n[Sample Setup]\nWell\tWell Position\tSample Name\tTarget Name\tTask\tReporter\n`,
    of(
      4,
      (well, at) =>
        `${well + 1}\t${wellOf(well)}\tsample ${well}\ttarget ${at}\tUNKNOWN\t${dyes[at]}\n`,
    ),
    `\n[Multicomponent Data]\nWell\tCycle\t${dyes.join('\t')}\n`,
    of(
      45,
      (well, at) => `${well + 1}\t${at + 1}\t${each(5, (dye) => light(well + dye, at), '\t')}\n`,
    ),
    `\n[Amplification Data]\nWell\tCycle\tTarget Name\tRn\tDelta Rn\n`,
    of(
      180,
      (well, at) =>
        `${well + 1}\t${(at % 45) + 1}\ttarget ${Math.floor(at / 45)}\t1.${well}${at}\t0.${at}\n`,
    ),
    `\n[Melt Curve Raw Data]\nWell\tWell Position\tReading\tTarget Name\tTemperature\tFluorescence\tDerivative\n`,
    of(
      250,
      (well, at) =>
        `${well + 1}\t${wellOf(well)}\t${at + 1}\ttarget 0\t${(60 + at / 7).toFixed(3)}\t${light(well, at)}\t0.${at}\n`,
    ),
  ].join('')
}

/** Write 384 wells of six targets, 50 cycles, and the melt of one of them. */
function rdml(): Uint8Array {
  const targets = each(6, (i) => `<target id="t${i}"><type>toi</type><dyeId id="d${i}"/></target>`)
  const dyes = each(6, (i) => `<dye id="d${i}"/>`)
  const data = (well: number, target: number) =>
    `<data><tar id="t${target}"/><cq>${20 + target}.5</cq>${each(50, (at) => `<adp><cyc>${at + 1}</cyc><tmp>60</tmp><fluor>${light(well, at)}</fluor></adp>`)}${
      target === 0
        ? each(
            200,
            (at) =>
              `<mdp><tmp>${(60 + at / 6).toFixed(2)}</tmp><fluor>${light(well, at)}</fluor></mdp>`,
          )
        : ''
    }</data>`
  const reactions = each(
    384,
    (well) =>
      `<react id="${well + 1}"><sample id="s${well}"/>${each(6, (target) => data(well, target))}</react>`,
  )
  const samples = each(384, (well) => `<sample id="s${well}"><type>unkn</type></sample>`)
  const text = `<rdml version="1.2" xmlns="http://www.rdml.org">${dyes}${samples}${targets}<experiment id="e"><run id="r"><pcrFormat><rows>16</rows><columns>24</columns><rowLabel>ABC</rowLabel><columnLabel>123</columnLabel></pcrFormat>${reactions}</run></experiment></rdml>`
  return zipSync({ 'rdml_data.xml': strToU8(text) }, { level: 1 })
}

/** Write 384 wells of five dyes, 45 cycles and a melt of 400 readings. */
function eds(): Uint8Array {
  const points = Array.from({ length: 445 }, (_, i) =>
    i < 45
      ? { stage: 2, cycle: i + 1, step: 2, point: 1 }
      : { stage: 3, cycle: 1, step: 2, point: i - 44 },
  )
  const wellData = Array.from({ length: 384 }, (_, wellIndex) => ({
    wellIndex,
    dyeData: ['FAM', 'VIC', 'NED', 'CY5', 'ROX'].map((dyeName) => ({
      dyeName,
      fluorescences: points.map((_, at) => Number(light(wellIndex, at))),
    })),
    temperatures: points.map((_, i) => 60 + i / 10),
  }))
  const text = JSON.stringify({ collectionPoints: points, wellData })
  return zipSync(
    {
      'primary/multicomponent_data.json': strToU8(text),
      'setup/plate_setup.json': strToU8('{"blockType":"BLOCK_384W"}'),
    },
    { level: 1 },
  )
}

export const fullRuns: readonly FullRun[] = [
  { kind: 'BioMark, 48 samples and 48 assays', name: 'a.csv', make: () => strToU8(biomark()) },
  { kind: 'QuantStudio, 384 wells as text', name: 'a.txt', make: () => strToU8(quantstudio()) },
  { kind: 'RDML, 384 wells', name: 'a.rdml', make: rdml },
  { kind: 'EDS, 384 wells', name: 'a.eds', make: eds },
]
