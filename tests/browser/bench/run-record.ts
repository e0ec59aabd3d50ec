import type { Analysis } from '../../../domain/entities/analysis.ts'
import type { AnalyseInput } from '../../../workers/run/analyse.ts'

/** Make as much of an analysis as its curves, its plate and its table read: of a finished run, its samples numbered. */
export function recordOfRun(
  input: AnalyseInput,
  { name, sample }: { name: string; sample: string },
): Analysis {
  return {
    uuid: '00000000-0000-4000-8000-00000000be4c',
    name,
    status: 'COMPLETE',
    cartridge_type: input.cartridge_type,
    samples: input.samples.map((one, at) => ({ ...one, name: `${sample} ${at + 1}` })),
    exclusions: [],
    method: {
      evaluation: input.evaluation,
      process: {
        steps: [
          { type: 'temperature', temperature: 95, duration: 5 },
          { type: 'temperature', temperature: 60, duration: 20, measure: 'real time' },
          { type: 'loop', goto: 0, repeat: input.planned_cycles },
        ],
        channels: input.amplification.channels.map((wavelength) => ({ wavelength })),
        lid_temperature: 105,
      },
    },
  } as unknown as Analysis
}
