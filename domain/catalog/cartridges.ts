import type { Permission } from '../permissions.ts'

export interface CartridgeType {
  name: string
  type: CartridgeName
  rows: number
  columns: number
  isTechOnly: boolean
  permission: Permission | null
  isLegacy: boolean
  /** Type of device that takes it; null for a plate of another instrument, which is imported and never launched. */
  device: 'bcube' | 'bgate' | null
  /** One hue per well, in well order; told apart on the plate and in the curves (spec §3). */
  colors: readonly string[]
}

/** Cartridges that our devices take. */
export const deviceCartridgeNames = ['Wells9', 'Wells16', 'Wells36', 'Wells96'] as const

/** Every plate that an analysis can have: plates of our devices first, then plates that are only imported. */
export const cartridgeNames = [...deviceCartridgeNames, 'Wells384', 'Wells2304'] as const

export type DeviceCartridgeName = (typeof deviceCartridgeNames)[number]
export type CartridgeName = (typeof cartridgeNames)[number]

/**
 * Return a colour for each well: the hue turns by the golden angle so that neighbours differ, lightness in three bands;
 * all below luminance 200, as the specification requires of chosen colours.
 */
function wellColors(count: number): string[] {
  return Array.from({ length: count }, (_, well) => {
    const hue = Math.round((well * 137.508) % 360)
    const lightness = [42, 34, 50][well % 3] ?? 42
    return `hsl(${hue} 62% ${lightness}%)`
  })
}

/** The four cartridge types of devices (spec §3, ENT-001 to ENT-005), and the plates of imported runs. */
export const cartridges: Readonly<Record<CartridgeName, CartridgeType>> = {
  Wells9: {
    name: '3 × 3',
    type: 'Wells9',
    rows: 3,
    columns: 3,
    isTechOnly: false,
    permission: null,
    isLegacy: true,
    device: 'bcube',
    colors: wellColors(9),
  },
  Wells16: {
    name: '4 × 4',
    type: 'Wells16',
    rows: 4,
    columns: 4,
    isTechOnly: false,
    permission: null,
    isLegacy: false,
    device: 'bcube',
    colors: wellColors(16),
  },
  Wells36: {
    name: '6 × 6',
    type: 'Wells36',
    rows: 6,
    columns: 6,
    isTechOnly: false,
    permission: null,
    isLegacy: false,
    device: 'bcube',
    colors: wellColors(36),
  },
  Wells96: {
    name: '8 × 12',
    type: 'Wells96',
    rows: 8,
    columns: 12,
    isTechOnly: false,
    permission: 'cfx96.use',
    isLegacy: false,
    device: 'bgate',
    colors: wellColors(96),
  },
  Wells384: {
    name: '16 × 24',
    type: 'Wells384',
    rows: 16,
    columns: 24,
    isTechOnly: false,
    permission: null,
    isLegacy: false,
    device: null,
    colors: wellColors(384),
  },
  Wells2304: {
    name: '48 × 48',
    type: 'Wells2304',
    rows: 48,
    columns: 48,
    isTechOnly: false,
    permission: null,
    isLegacy: false,
    device: null,
    colors: wellColors(2304),
  },
}

/** Wells of the largest plate: no analysis has more samples, and no sample more wells. */
export const mostWells = 48 * 48

export function isDeviceCartridge(name: CartridgeName): name is DeviceCartridgeName {
  return cartridges[name].device !== null
}
