import { describe, expect, it } from 'vitest'
import { planImport } from '../../../workers/files/plan-import.ts'
import { bundledFiles } from '../../support/file-fixtures.ts'
import { readOne } from './caught.ts'

/** Write the layout of the QuantStudio and ViiA 7 software before Design & Analysis, one well with a melt. */
function writeSections(): string {
  const cycles = Array.from({ length: 40 }, (_, i) => `1\t${i + 1}\tB2M\t${1 + i / 100}\t0`)
  const readings = Array.from({ length: 44 }, (_, i) => {
    const temperature = 60.4 + 0.8 * i
    const light = 4 - i / 20 - 1.5 / (1 + Math.exp((78.5 - temperature) / 0.4))
    return `1\tA1\t${i + 1}\t${temperature.toFixed(3)}\t${light.toFixed(3)}\t0`
  })
  return [
    '* Block Type = 96-Well Block\n* Instrument Type = ViiA 7\n* Passive Reference = ROX\n',
    '[Sample Setup]\nWell\tWell Position\tSample Name\tTarget Name\tTask\tReporter',
    '1\tA1\tS1\tB2M\tUNKNOWN\tSYBR\n',
    '[Amplification Data]\nWell\tCycle\tTarget Name\tRn\tDelta Rn',
    ...cycles,
    '\n[Melt Curve Raw Data]\nWell\tWell Position\tReading\tTemperature\tFluorescence\tDerivative',
    ...readings,
    '',
  ].join('\n')
}

async function placesOf(bytes: Uint8Array | string) {
  const { run } = await readOne(bytes)
  expect(run.melt).not.toBeNull()
  const { evaluation } = planImport(run, () => '00000000-0000-4000-8000-000000000000')
  return evaluation.targets.map(({ tm_at }) => tm_at)
}

describe('the place of the Tm of an imported melt', () => {
  it('is the upper reading for Design & Analysis, as its own Tm are', async () => {
    const name = 'design_and_analysis_melt_6_wells.xlsx'
    const file = bundledFiles().find((one) => one.name === name)
    const places = await placesOf(file?.bytes ?? '')
    expect(new Set(places)).toEqual(new Set(['upper']))
  })

  it('is where it belongs for the software before, whose Tm are no higher', async () => {
    expect(await placesOf(writeSections())).toEqual([undefined])
  })
})
