import type { Permission } from '../permissions.ts'

export const wavelengthNames = ['FAM', 'VIC', 'ROX', 'CY5', 'QUASAR705', 'CY3', 'HY5'] as const

export type WavelengthName = (typeof wavelengthNames)[number]

/** Permission without which wavelengths and devices for technicians are hidden (PERM-006, PERM-007). */
export const technicianNeeds = 'tech.use' satisfies Permission

interface Setting {
  type: 'float'
  description: string
  default: number
  min: number
  max: number
}

export interface Wavelength {
  wavelength_name: WavelengthName
  /** Dash pattern of the line, in pixels; told apart without colour. */
  LineStyle: readonly number[]
  color: string
  /** Colour on devices whose fifth channel is QUASAR705; the same unless it would clash. */
  quasarColor: string
  forTech: boolean
  settings: { Intensity: Setting; Exposure: Setting }
}

/** Percent of the light source, and milliseconds of the camera, that a channel may be given (spec §9). */
export const intensityLimits = { min: 1, max: 100 } as const
export const exposureLimits = { min: 10, max: 300 } as const

function settings(exposure: number): Wavelength['settings'] {
  return {
    Intensity: {
      type: 'float',
      description: 'Light source, percent',
      default: 100,
      ...intensityLimits,
    },
    Exposure: {
      type: 'float',
      description: 'Camera, milliseconds',
      default: exposure,
      ...exposureLimits,
    },
  }
}

/**
 * The seven wavelengths with defaults and limits (spec §3 and §9, ENT-009 to ENT-018).
 * Colours in Okabe and Ito's order, safe for colour-blind eyes, each with its own dash.
 */
export const wavelengths: Readonly<Record<WavelengthName, Wavelength>> = {
  FAM: {
    wavelength_name: 'FAM',
    LineStyle: [],
    color: '#0072B2',
    quasarColor: '#0072B2',
    forTech: false,
    settings: settings(50),
  },
  VIC: {
    wavelength_name: 'VIC',
    LineStyle: [10, 4],
    color: '#009E73',
    quasarColor: '#009E73',
    forTech: false,
    settings: settings(200),
  },
  ROX: {
    wavelength_name: 'ROX',
    LineStyle: [8, 3, 2, 3],
    color: '#D55E00',
    quasarColor: '#D55E00',
    forTech: false,
    settings: settings(130),
  },
  CY5: {
    wavelength_name: 'CY5',
    LineStyle: [5, 4],
    color: '#CC79A7',
    quasarColor: '#CC79A7',
    forTech: false,
    settings: settings(50),
  },
  QUASAR705: {
    wavelength_name: 'QUASAR705',
    LineStyle: [2, 3],
    color: '#7A5195',
    quasarColor: '#7A5195',
    forTech: true,
    settings: settings(100),
  },
  CY3: {
    wavelength_name: 'CY3',
    LineStyle: [10, 3, 4, 3],
    color: '#E69F00',
    quasarColor: '#E69F00',
    forTech: true,
    settings: settings(100),
  },
  HY5: {
    wavelength_name: 'HY5',
    LineStyle: [8, 3, 2, 3, 2, 3],
    color: '#56B4E9',
    quasarColor: '#56B4E9',
    forTech: true,
    settings: settings(100),
  },
}

/** Return the shown name: VIC is shown as HEX, the rest by their own names (spec §3). */
export function displayName(name: WavelengthName): string {
  return name === 'VIC' ? 'HEX' : name
}
