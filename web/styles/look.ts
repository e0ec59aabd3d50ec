import { keepItem } from '../keep-item.ts'
/** Themes the person may choose; `system` follows the machine. */
export const themes = ['system', 'light', 'dark', 'dark-room', 'high-contrast'] as const
export type Theme = (typeof themes)[number]

/** Row heights of 28, 36 and 52 px; `glove` also makes every target at least 44 px. */
export const densities = ['compact', 'cosy', 'glove'] as const
export type Density = (typeof densities)[number]

const isTheme = (value: string | null): value is Theme => themes.includes(value as Theme)
const isDensity = (value: string | null): value is Density => densities.includes(value as Density)

/** Read the chosen theme, kept in this browser. `web/public/start.js` reads the same names. */
export function readTheme(): Theme {
  const kept = localStorage.getItem('theme')
  return isTheme(kept) ? kept : 'system'
}

/** Read the density in force: the kept one, else the one that `start.js` chose from the pointer. */
export function readDensity(): Density {
  const kept =
    localStorage.getItem('density') ?? document.documentElement.dataset['density'] ?? null
  return isDensity(kept) ? kept : 'cosy'
}

/** Keep a theme and show it at once. */
export function chooseTheme(theme: Theme): void {
  keepItem('theme', theme)
  document.documentElement.dataset['theme'] = theme === 'system' ? systemTheme() : theme
}

/** Keep a density and show it at once. */
export function chooseDensity(density: Density): void {
  keepItem('density', density)
  document.documentElement.dataset['density'] = density
}

function systemTheme(): Theme {
  if (matchMedia('(prefers-contrast: more)').matches) return 'high-contrast'
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
