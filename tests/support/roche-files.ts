// Texts as LightCycler 480 software exports them, and an EDS archive of 7500 software, made from what is known of their
// structure: nobody's recordings.
import { strToU8, zipSync } from 'fflate'
import { wellName } from '../../domain/rules/well.ts'

const wells = ['A1', 'A2', 'B1', 'H12']
const filters = ['465-510', '533-580'] as const
const cycles = Array.from({ length: 30 }, (_, i) => i + 1)
const temperatures = Array.from({ length: 24 }, (_, i) => 65 + i * 0.5)

/** Return the light of a well; nothing grows in the fourth well and in every eighth after it. */
export function lightcyclerLight(filter: number, at: number, cycle: number): number {
  const well = at % 8
  const rise = well === 3 ? 0 : 12 / (1 + Math.exp(-(cycle - 17 - well - filter) / 1.5))
  return Number((1.5 + filter + rise + (cycle % 3) / 100).toFixed(2))
}

/** Write the raw data of every well of a plate, with a sample in each. */
export function makeLightcyclerPlate(shape: { rows: number; columns: number }): string {
  const names = Array.from({ length: shape.rows * shape.columns }, (_, at) => wellName(shape, at))
  return makeLightcyclerRaw(names)
}

/** Make raw data: programme 2 amplifies, programme 3 melts. The last cell of each line is empty in the header only. */
export function makeLightcyclerRaw(names: readonly string[] = wells): string {
  const line = (...cells: (string | number)[]) => `${cells.join('\t')}\r\n`
  const rows = names.flatMap((well, w) => [
    ...cycles.map((cycle) =>
      line(
        well,
        `Sample ${w}`,
        2,
        2,
        cycle,
        cycle * 38_000,
        '59.92',
        ...filters.map((_, f) => lightcyclerLight(f, w, cycle)),
      ),
    ),
    ...temperatures.map((at) =>
      line(
        well,
        `Sample ${w}`,
        3,
        1,
        1,
        1_700_000,
        at,
        ...filters.map((_, f) =>
          Number((9 / (1 + Math.exp((at - 70 - (w % 8)) / 0.5)) + f).toFixed(2)),
        ),
      ),
    ),
  ])
  const title = 'Raw Data \t\tExperiment - Made run (Run on LCS480 1.5.0.39)\r\n'
  const head = [
    'SamplePos',
    'SampleName',
    'Prog#',
    'Seg#',
    'Cycle#',
    'Time',
    'Temp',
    ...filters,
    '',
  ]
  return title + line(...head) + rows.join('')
}

/** Make the crossing points of the first filter; the second sample is a standard, the last has none. */
export function makeLightcyclerResults(): string {
  const rows = wells.map((well, w) =>
    [
      'True',
      255,
      well,
      `Sample ${w}`,
      w === 3 ? '' : 17.25 + w,
      '',
      w === 1 ? '1.00E4' : 0,
      '',
    ].join('\t'),
  )
  return [
    'Experiment: Made run  Selected Filter: FAM (465-510)',
    'Include\tColor\tPos\tName\tCp\tConcentration\tStandard\tStatus',
    ...rows,
    '',
  ].join('\r\n')
}

/** Make an archive of 7500 software 2.3: the light of the dyes is a text, some of whose line ends are missing. */
export function makeEds7500(): Uint8Array {
  const indexes = [0, 1, 12, 95]
  const dyes = ['FAM', 'ROX', 'TAMRA'] as const
  const light = (dye: string, well: number, cycle: number) =>
    dye === 'FAM' ? 50_000 + 1000 * lightcyclerLight(0, well, cycle) : 400_000 + cycle
  const rows = indexes.flatMap((index, w) =>
    cycles.map((cycle) => {
      const at = cycle - 1
      const own = dyes.map(
        (dye) => `${index}\t${at}\t${dye}\t60.5\t${light(dye, w, cycle)}\t1.0\n\t\t\t\t\t0.06\n`,
      )
      return `${own.join('')}${index}\t${at}\t60.5\t`
    }),
  )
  const feature = (id: string, item: (w: number) => string) =>
    `<FeatureMap><Feature><Id>${id}</Id></Feature>${indexes.map((index, w) => `<FeatureValue><Index>${index}</Index><FeatureItem>${item(w)}</FeatureItem></FeatureValue>`).join('')}</FeatureMap>`
  const plate = `<Plate><Rows>8</Rows><Columns>12</Columns>${feature('sample', (w) => `<Sample><Name>Sample ${w}</Name></Sample>`)}${feature('detector-task', (w) => `<DetectorTaskList><DetectorTask><Task>${w === 3 ? 'NTC' : 'UNKNOWN'}</Task><Detector><Name>Gene A</Name><Reporter>FAM</Reporter></Detector></DetectorTask></DetectorTaskList>`)}<PassiveReferenceDye>ROX</PassiveReferenceDye></Plate>`
  const stage = (flag: string, count: number, collects: number) =>
    `<TCStage><StageFlag>${flag}</StageFlag><NumOfRepetitions>${count}</NumOfRepetitions><TCStep><CollectionFlag>0</CollectionFlag></TCStep><TCStep><CollectionFlag>${collects}</CollectionFlag></TCStep></TCStage>`
  const members = {
    'apldbio/sds/Manifest.mf':
      'Manifest-Version: 1.0\nImplementation-Version: 7500 Software v2.3\nSpecification-Version: 1.1.1\n',
    'apldbio/sds/experiment.xml': '<Experiment><Name>Made 7500 run</Name></Experiment>',
    'apldbio/sds/plate_setup.xml': plate,
    'apldbio/sds/tcprotocol.xml': `<TCProtocol>${stage('PRE_CYCLING', 1, 0)}${stage('CYCLING', cycles.length, 1)}</TCProtocol>`,
    'apldbio/sds/multicomponent_data.txt': `StepOne v2.0 MulticomponentData\n\nWELL\tCYCLE\tDYE LIST\tMSE\tSIGNAL DATA\tPURE_DYE_DATA\n${rows.join('')}`,
  }
  const packed = Object.entries(members).map(([name, text]) => [name, strToU8(text)] as const)
  return zipSync(Object.fromEntries(packed), { mtime: new Date(1980, 0, 1, 12) })
}
