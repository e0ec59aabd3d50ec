/** Return black or white, whichever reads better on a `#rrggbb` fill; the theme's text on anything else. */
export function inkOn(fill: string | undefined): string {
  const hex = /^#([0-9a-f]{6})$/i.exec(fill ?? '')?.[1]
  if (!hex) return 'var(--text)'
  return luminance(hex) > 0.18 ? '#000000' : '#ffffff'
}

/** Return the relative luminance of WCAG 2, from 0 (black) to 1 (white). */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
}
