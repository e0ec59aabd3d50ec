import { type WavelengthName, wavelengths } from '../catalog/wavelengths.ts'
import type { Process, ProcessStep } from '../entities/process-recipe.ts'

/** Return channels of a programme with the usual light and exposure of each. */
export function channels(...names: WavelengthName[]): Process['channels'] {
  return names.map((wavelength) => ({
    wavelength,
    intensity: wavelengths[wavelength].settings.Intensity.default,
    exposure: wavelengths[wavelength].settings.Exposure.default,
  }))
}

/** Hold a temperature (°C) for some seconds. */
export const hold = (temperature: number, duration: number): ProcessStep => ({
  type: 'temperature',
  temperature,
  duration,
})

/** Hold a temperature (°C) for some seconds, and read a point of the amplification at its end. */
export const read = (temperature: number, duration: number): ProcessStep => ({
  type: 'temperature',
  temperature,
  duration,
  measure: 'real time',
})

/** Make the steps of one cycle, repeated; `after` is the number of steps before them. */
export function cycles(after: number, repeat: number, ...steps: ProcessStep[]): ProcessStep[] {
  return [...steps, { type: 'loop', goto: after, repeat }]
}

/** Return a melt in readings `change` °C apart; `after` is the number of steps before it. */
export function melt(
  after: number,
  { from, to, change, duration }: { from: number; to: number; change: number; duration: number },
): ProcessStep[] {
  return [
    {
      type: 'temperature',
      temperature: from,
      duration,
      temperature_change: change,
      measure: 'meltcurve',
    },
    { type: 'loop', goto: after, repeat: Math.round((to - from) / change) + 1 },
  ]
}
