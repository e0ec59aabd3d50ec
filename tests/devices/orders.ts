import { cartridges, type DeviceCartridgeName } from '../../domain/catalog/cartridges.ts'
import type { WavelengthName } from '../../domain/catalog/wavelengths.ts'
import type { RunOrder } from '../../domain/live/command.ts'
import { wellName } from '../../domain/rules/well.ts'

export const uuidOf = (digit: number): string =>
  `${String(digit).padStart(8, '0')}-0000-4000-8000-000000000000`

export interface OrderOptions {
  analysis?: string
  cartridge?: DeviceCartridgeName
  channels?: WavelengthName[]
  cycles?: number
  /** Melt from 65 to 95 °C by this step; none when absent. */
  meltStep?: number
  wells?: RunOrder['wells']
}

/** Make an order for two-step PCR, with a melt when asked for; every well is loaded by default. */
export function makeOrder(options: OrderOptions = {}): RunOrder {
  const { cartridge = 'Wells16', channels = ['FAM'], cycles = 40, meltStep } = options
  const shape = cartridges[cartridge]
  const all = Array.from({ length: shape.rows * shape.columns }, (_, well) => ({
    well: wellName(shape, well),
    sample_type: 'unknown' as const,
  }))
  const melt: RunOrder['process']['steps'] = meltStep
    ? [
        {
          type: 'temperature',
          temperature: 65,
          duration: 5,
          temperature_change: meltStep,
          measure: 'meltcurve',
        },
        { type: 'loop', goto: 4, repeat: Math.round(30 / meltStep) + 1 },
      ]
    : []
  return {
    analysis_uuid: options.analysis ?? uuidOf(1),
    name: 'Run of the test',
    cartridge_type: cartridge,
    process: {
      steps: [
        { type: 'temperature', temperature: 95, duration: 120 },
        { type: 'temperature', temperature: 95, duration: 10 },
        { type: 'temperature', temperature: 60, duration: 30, measure: 'real time' },
        { type: 'loop', goto: 1, repeat: cycles },
        ...melt,
      ],
      channels: channels.map((wavelength) => ({ wavelength, intensity: 100, exposure: 50 })),
      lid_temperature: 105,
    },
    wells: options.wells ?? all,
  }
}
