import { writeXlsx } from '../../workers/files/tidy/write-xlsx.ts'

// A multiplex run as Design & Analysis writes it, made from what is known of its structure.

const wells = ['A1', 'A2', 'A3', 'B1', 'B2', 'B3', 'H11', 'H12'] as const
const targets = [
  { name: 'Gene A', dye: 'FAM' },
  { name: 'Gene B', dye: 'VIC' },
  { name: 'Gene C', dye: 'CY5' },
] as const
const cycles = Array.from({ length: 24 }, (_, i) => i + 1)

/** Return the targets of a well: the last two wells have another mix. */
function targetsOf(well: number) {
  return targets.filter((_, i) => (well < 6 ? i < 2 : i !== 1))
}

/** Light of a dye; only the wells with its target grow. ROX is the passive reference. */
export function quantstudioLight(dye: string, well: number, cycle: number): number {
  if (dye === 'ROX') return 5000
  const has = targetsOf(well).some((target) => target.dye === dye)
  return 900 + (has ? 8000 / (1 + Math.exp(-(cycle - 12 - well / 2) / 1.4)) : 0) + (cycle % 3)
}

/** Return the sheets of the workbook by name, each with the preamble that the software writes above its table. */
export function quantstudioSheets(): { name: string; rows: (string | number)[][] }[] {
  const preamble = [
    ['Experiment Name', 'Made multiplex'],
    ['Block Type', '96-Well 0.2-mL Block'],
    ['Passive Reference', 'ROX'],
    ['PCR Stage/Step Number', 'Stage 2 Step 2'],
    [],
  ]
  const number = (well: number) =>
    12 * 'ABCDEFGH'.indexOf(wells[well]?.[0] ?? '') + Number(wells[well]?.slice(1))
  const each = <T>(row: (well: number) => T[]) => wells.flatMap((_, well) => row(well))
  const results = each((well) =>
    targetsOf(well).map(({ name, dye }) => [
      number(well),
      wells[well] ?? '',
      `Sample ${well}`,
      name,
      'UNKNOWN',
      dye,
      'AMP',
      15.5 + well / 2,
      0.2,
    ]),
  )
  const ratios = each((well) =>
    targetsOf(well).flatMap(({ name, dye }) =>
      cycles.map((cycle) => {
        const rn = quantstudioLight(dye, well, cycle) / quantstudioLight('ROX', well, cycle)
        return [number(well), wells[well] ?? '', cycle, name, rn, rn - 0.18]
      }),
    ),
  )
  const dyes = ['FAM', 'VIC', 'CY5', 'ROX', 'TAMRA']
  const light = each((well) =>
    cycles.map((cycle) => [
      number(well),
      wells[well] ?? '',
      2,
      2,
      cycle,
      ...dyes.map((dye) => quantstudioLight(dye, well, cycle)),
    ]),
  )
  const head = (...names: string[]) => [...preamble, names]
  return [
    {
      name: 'Results',
      rows: [
        ...head(
          'Well',
          'Well Position',
          'Sample',
          'Target',
          'Task',
          'Reporter',
          'Amp Status',
          'Cq',
          'Threshold',
        ),
        ...results,
      ],
    },
    {
      name: 'Amplification Data',
      rows: [...head('Well', 'Well Position', 'Cycle Number', 'Target', 'Rn', 'dRn'), ...ratios],
    },
    {
      name: 'Multicomponent',
      rows: [
        ...head('Well', 'Well Position', 'Stage Number', 'Step Number', 'Cycle Number', ...dyes),
        ...light,
      ],
    },
  ]
}

export function makeQuantstudio(): Uint8Array {
  return writeXlsx(quantstudioSheets())
}
