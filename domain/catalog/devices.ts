import type { Permission } from '../permissions.ts'
import type { DeviceCartridgeName } from './cartridges.ts'

export interface DeviceType {
  name: string
  type: 'bcube' | 'bgate'
  manufacturer: string
  techOnly: boolean
  permission: Permission | null
  hasInstruments: boolean
  supported_plates: readonly DeviceCartridgeName[]
}

/** The two device types (spec §3, ENT-006 to ENT-008). */
export const deviceTypes: Readonly<Record<'bcube' | 'bgate', DeviceType>> = {
  bcube: {
    name: 'bCUBE',
    type: 'bcube',
    manufacturer: 'bApp',
    techOnly: false,
    permission: null,
    hasInstruments: false,
    supported_plates: ['Wells9', 'Wells16', 'Wells36'],
  },
  bgate: {
    name: 'bGATE',
    type: 'bgate',
    manufacturer: 'bApp',
    techOnly: false,
    permission: 'cfx96.use',
    hasInstruments: true,
    supported_plates: ['Wells96'],
  },
}
