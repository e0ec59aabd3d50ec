import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { wavelengthNames } from '../../domain/catalog/wavelengths.ts'

const css = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8')

/** Read the `#rrggbb` variables of a theme, missing ones from the light theme. */
function readTheme(name: string): Record<string, string> {
  const selector = name === 'light' ? ':root' : `[data-theme='${name}']`
  const start = css.indexOf(`${selector} {`)
  const block = css.slice(start, css.indexOf('}', start))
  const own = [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)]
  const base = name === 'light' ? {} : readTheme('light')
  return { ...base, ...Object.fromEntries(own.map(([, key, value]) => [key, value])) }
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

function readDataLight(name: string): number {
  const start = css.indexOf(name === 'light' ? ':root {' : `[data-theme='${name}'] {`)
  const own = /--data-light: ([\d.]+);/.exec(css.slice(start, css.indexOf('}', start)))?.[1]
  return Number(own ?? 1)
}

function dim(hex: string, light: number): string {
  const parts = [1, 3, 5].map((at) => Math.round(parseInt(hex.slice(at, at + 2), 16) * light))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Ink, ground, least contrast: 7 for results in bright themes, 4.5 for words, 3 for edges. */
const pairs: [string, string, number][] = [
  ['text', 'surface', 7],
  ['text', 'ground', 7],
  ['text', 'hover', 4.5],
  ['text', 'accent-soft', 4.5],
  ['text', 'danger-soft', 4.5],
  ['text', 'warning-soft', 4.5],
  ['text', 'info-soft', 4.5],
  ['text-quiet', 'surface', 4.5],
  ['text-quiet', 'ground', 4.5],
  ['text-quiet', 'sunken', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-danger', 'danger', 4.5],
  ['accent', 'surface', 4.5],
  ['danger', 'surface', 4.5],
  ['warning', 'surface', 4.5],
  ['chart-ink', 'surface', 4.5],
  ['line-strong', 'surface', 3],
  ['line-strong', 'ground', 3],
  ['focus', 'surface', 3],
  ['detected', 'surface', 7],
  ['not-detected', 'surface', 7],
  ['review', 'surface', 7],
  ['invalid', 'surface', 7],
  ['on-cluster', 'cluster-many', 4.5],
  ['on-cluster', 'cluster-few', 4.5],
  ['accent', 'map-land', 3],
  ['accent', 'map-sea', 3],
]

describe.each(['light', 'dark', 'high-contrast', 'dark-room'])('%s theme', (name) => {
  const theme = readTheme(name)
  test.each(wavelengthNames)('the curve of %s on the ground of a chart', (dye) => {
    // Dim them as curves are, which are drawn through `filter: brightness(var(--data-light))`.
    const drawn = dim(theme[`dye-${dye.toLowerCase()}`] ?? '', readDataLight(name))
    expect(contrast(drawn, theme['surface'] ?? '')).toBeGreaterThanOrEqual(3)
  })
  test('the parts of a column contrast with the ground of a chart', () => {
    for (const call of ['detected', 'not-detected', 'review', 'invalid']) {
      const color = theme[`bar-${call}`] ?? theme[call] ?? ''
      expect(contrast(color, theme['surface'] ?? ''), call).toBeGreaterThanOrEqual(3)
    }
  })
  test.each(pairs)('%s on %s', (ink, ground, least) => {
    // Require AA alone in a dark room, for results too: it asks for little light.
    const wanted = name === 'dark-room' ? Math.min(least, 4.5) : least
    expect(contrast(theme[ink] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(wanted)
  })
})
