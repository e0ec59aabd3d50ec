import type { SampleType } from '../../../domain/entities/analysis.ts'

/** Letters on the plate: U unknown, S standard, + positive, − negative, N no template. */
export const sampleBadges: Readonly<Record<SampleType, string>> = {
  unknown: 'U',
  standard: 'S',
  positive: '+',
  negative: '−',
  ntc: 'N',
}

/** Return the sign that marks a well as none of a patient in every view, and nothing for unknown samples. */
export function controlSign(type: SampleType): string | undefined {
  return type === 'unknown' ? undefined : sampleBadges[type]
}

/** Quiet fills, told apart without colour by the badge on them. */
export const sampleTypeFills: Readonly<Record<SampleType, string>> = {
  unknown: '#9dc1cf',
  standard: '#c3b1dd',
  positive: '#e3b27c',
  negative: '#b5bfbe',
  ntc: '#d9dcc9',
}

/** Choose a fill for the nth sample: the hue turns by the golden angle, so that neighbours differ. */
export function sampleFill(index: number): string {
  const hue = (index * 137.508) % 360
  return hexOf(hue, 0.42, [0.7, 0.62, 0.78][index % 3] ?? 0.7)
}

/** `#rrggbb` of a hue in degrees, a saturation and a lightness from 0 to 1 (CSS Color 4, section 7). */
function hexOf(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12
    const value = lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}
