import type { Instrument } from '../../domain/entities/instrument.ts'
import type { InstrumentType } from '../../domain/entities/instrument-type.ts'

type Plain<Of> = Omit<Of, 'uuid' | 'created_at' | 'updated_at'>

/** Makes of instruments that a bGATE works with, kept by the provider for all companies. */
export const instrumentTypes: readonly Plain<InstrumentType>[] = [
  { name: 'CFX96 Touch', manufacturer: 'Bio-Rad', model: 'CFX96' },
  { name: 'LightCycler 480 II', manufacturer: 'Roche', model: '480 II' },
  { name: 'QuantStudio 5', manufacturer: 'Applied Biosystems', model: 'QS5 96-well' },
]

type DemoInstrument = Omit<Plain<Instrument>, 'type_uuid' | 'company_uuid'> & { type: string }

/** Instruments of the laboratory: one on its bGATE, one in the store room. */
export function instruments(gateway: string): readonly DemoInstrument[] {
  return [
    {
      name: 'Cycler by the window',
      serial_no: 'CT-785431',
      type: 'CFX96 Touch',
      device_uuid: gateway,
      status: 'active',
    },
    {
      name: 'Spare cycler',
      serial_no: 'LC-20417',
      type: 'LightCycler 480 II',
      device_uuid: null,
      status: 'inactive',
    },
  ]
}
