import { channelOfColour, channelOfDye, isOtherLight } from '../../../domain/catalog/dyes.ts'
import type { NoticeList } from '../notices.ts'
import { keyOf } from '../tables/sheet.ts'

/** Heading of a table of a Rotor-Gene export, such as `Channel Cycling A.Green`. */
export interface RotorTitle {
  phase: 'amplification' | 'melt'
  /** Acquisition of the programme: `Cycling A`. */
  acquisition: string
  /** Channel of the optics: `Green`, or as a laboratory has named its own (`ex green em green 7`). The software does not ask for the dye. */
  colour: string
  /** Name in brackets or behind a colon; empty for `(Page 1)` and `: Page 1`, which name a sheet of samples. */
  target: string
  /** As the detector gave it, and not changed by an analysis of the software. */
  isRaw: boolean
}

const heading = /^(channel|raw data|quantitative analysis|melt(ing)?( curve)? analysis)\b/i
const channel =
  /\b(cycling|melt)\s+([a-z]{1,2})\s?\.\s?([\p{L}\p{N}][\p{L}\p{N} ./_-]{0,39}?)\s*(?:\(([^()]*)\)|:([^:]*))?\s*$/iu

/**
 * Read the heading of a table: `Channel Melt A.Blue`, `Quantitative analysis of Cycling A.Green (28S)`, or the name
 * of its channel alone (`Cycling A.Green`), as in a REX file. Null for any other text.
 */
export function readRotorTitle(text: string): RotorTitle | null {
  const found = channel.exec(text.trim())
  if (!found) return null
  const [, kind = '', letter = '', colour = '', inBrackets, behindColon = ''] = found
  const name = (inBrackets ?? behindColon).trim()
  const isMelt = keyOf(kind) === 'melt'
  return {
    phase: isMelt ? 'melt' : 'amplification',
    acquisition: `${isMelt ? 'Melt' : 'Cycling'} ${letter.toUpperCase()}`,
    colour,
    target: /^page \d+$/i.test(name) ? '' : name,
    isRaw: !/analysis/i.test(text),
  }
}

/**
 * Name the channel of each heading: the colour, and the acquisition with it where the same colour was read in an
 * earlier one of that phase, so that no curve takes the place of another.
 */
export function nameChannels(titles: readonly RotorTitle[]): (title: RotorTitle) => string {
  const first = new Map<string, string>()
  const keyOfColour = ({ phase, colour }: RotorTitle) => `${phase} ${colour.toLowerCase()}`
  for (const title of titles) {
    if (!first.has(keyOfColour(title))) first.set(keyOfColour(title), title.acquisition)
  }
  return (title) =>
    first.get(keyOfColour(title)) === title.acquisition
      ? title.colour
      : `${title.colour} ${title.acquisition}`
}

/** Name channels that a laboratory has called as it likes: only the colours of the software tell the dye. */
export function nameUnknownDyes(titles: Iterable<RotorTitle>, notices: NoticeList): void {
  for (const colour of new Set([...titles].map((title) => title.colour))) {
    const isKnown = [channelOfColour, channelOfDye].some((channel) => channel(colour) !== null)
    if (!isKnown && !isOtherLight(colour)) notices.add('dye_unknown', { target: colour })
  }
}

/** Return true for a row that is the heading of a table: such a text alone in its first cell. */
export function isRotorHeading([first = '', ...rest]: readonly string[]): boolean {
  const text = first.trim()
  return (
    text.length <= 200 &&
    heading.test(text) &&
    readRotorTitle(text) !== null &&
    rest.every((cell) => cell.trim() === '')
  )
}
