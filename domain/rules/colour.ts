import { Fault } from '../fault.ts'

/** From this luminance on a colour is light: too bright for a line or a well on white (spec §5). */
const lightFrom = 200
/** Below this one text on it is white. */
const darkBelow = 100

/**
 * Return the luminance of a hex colour, from 0 to 255, by the weights of Rec. 709 (which the specification leaves
 * open).
 * @param hex `#rgb` or `#rrggbb`, with or without the `#`.
 * @returns NaN for what is no hex colour.
 */
export function luminance(hex: string): number {
  const [, text = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex.trim()) ?? []
  const whole = text.length === 3 ? text.replaceAll(/./g, '$&$&') : text
  const part = (at: number) => Number.parseInt(whole.slice(at, at + 2), 16)
  return 0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4)
}

export function isLight(hex: string): boolean {
  return luminance(hex) > lightFrom
}

/** Return the colour of text on a ground of this colour. */
export function textOn(hex: string): 'white' | 'black' {
  return luminance(hex) < darkBelow ? 'white' : 'black'
}

/** @throws Fault `invalid` for a chosen colour that is too bright to be seen, or none at all. */
export function checkColour(hex: string, field: string): void {
  if (Number.isNaN(luminance(hex))) {
    throw new Fault('invalid', 'This is not a colour', { field, reason: 'colour_unreadable' })
  }
  if (!isLight(hex)) return
  throw new Fault('invalid', 'The colour is too bright', { field, reason: 'colour_too_bright' })
}
