import { analysisCalls } from '../../domain/calls/analysis.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { DyePlate } from '../../domain/entities/dye-calibration.ts'
import { must, type Sender } from './lab.ts'
import { importForm } from './made-analyses.ts'

/** Light in FAM and VIC of wells with FAM (15 % of it is seen in VIC), with VIC (5 % in FAM), and without dye, a.u. */
export const pureLight = { FAM: [1010, 162], VIC: [50, 812], none: [10, 12] } as const

const wells = {
  FAM: ['A1', 'A2', 'A3', 'A4'],
  VIC: ['B1', 'B2', 'B3', 'B4'],
  none: ['C1', 'C2', 'C3'],
} as const

/** Write the table of a run of pure dyes; a well of `changed` has other light. */
function writeTable(changed: Readonly<Record<string, readonly [number, number]>>): string {
  const head = ['Well', 'Sample', 'Sample Type', 'Target', 'Target Type', 'Dye', 'Cq']
  const cycles = Array.from({ length: 10 }, (_, at) => at + 1)
  const rows = Object.entries(wells).flatMap(([dye, names]) =>
    names.flatMap((well, at) => {
      // Let wells differ a little in their volume, and their readings in noise.
      const volume = dye === 'none' ? 1 : 1 + (at - 1.5) / 50
      const light = changed[well] ?? pureLight[dye as keyof typeof pureLight]
      return ['FAM', 'VIC'].map((channel, which) => {
        const dark = pureLight.none[which]!
        const values = cycles.map(
          (cycle) => dark + (light[which]! - dark) * volume + ((cycle + at) % 3) - 1,
        )
        return [well, dye, 'unkn', `read in ${channel}`, 'toi', channel, -1, ...values]
      })
    }),
  )
  return [[...head, ...cycles], ...rows].map((row) => row.join('\t')).join('\n')
}

export async function importPureDyes(
  sender: Sender,
  swarm: string,
  changed: Readonly<Record<string, readonly [number, number]>> = {},
): Promise<Analysis> {
  const body = importForm(swarm, { name: 'Pure dyes' })
  body.set('file', new File([writeTable(changed)], 'pure-dyes.tsv'))
  return (await must(sender(analysisCalls.import, { body }))).data
}

export function plateOf({ uuid }: Pick<Analysis, 'uuid'>): DyePlate {
  return {
    run_uuid: uuid,
    dyes: [
      { channel: 'FAM', wells: [...wells.FAM] },
      { channel: 'VIC', wells: [...wells.VIC] },
    ],
    blanks: [...wells.none],
    left_out: [],
  }
}
