import { channelOfDye, isDyeWord } from '../../../domain/catalog/dyes.ts'
import {
  latinLetters,
  nameOfPosition,
  parseRowColumn,
  parseWell,
  type WellPosition,
  withoutWellWord,
} from '../plate.ts'

/** A name of a curve, taken apart. */
export interface CurveLabel {
  /** As the file has it. */
  text: string
  /** Name of the well among curves that are put along a plate: that of the file, without a dye. */
  name: string
  /** Column or row of the curve in its table. */
  at: number
  /** Position on a plate of 384 wells at most; null where the name does not begin with a well. */
  position: WellPosition | null
  /** Number of a tube or a well; null where the name does not begin with one. */
  number: number | null
  sample: string
  dye: string
  /** Its column has the header of wells. */
  isWell: boolean
}

/** Units of light behind a name, `A1 (RFU)` or `A1 FAM RFU`, or before it. */
const unit = /[([](?:rfu|au|a\.u\.|rn|raw)[)\]]$|[\s_]rfu$|^rfu[\s_:-]+/gi
const between = /[\s:,;_-]+/
/** Signs between a sample and a dye or a target: sure ones, and those that names of samples have too. */
const [sure, weak] = [String.raw`\s*[,;|]\s*|\s+[-–/]\s+`, String.raw`[\s_:]+`]
const [anySign, sureSign] = [new RegExp(`(?:${sure})|${weak}`, 'g'), new RegExp(`^(?:${sure})$`)]
/** Longest name of a curve that is taken apart. */
const longestName = 200

/** Take a name such as `A1`, `A01: Liver`, `A1 (FAM)`, `A1, Liver, FAM`, `A1 - Liver FAM`, `FAM A1`, `Well A1` or `7` apart. */
export function readLabel(text: string, at: number): CurveLabel {
  const { rest, ...place } = readPlace(text)
  const { sample, dye } = cutDye(rest)
  return { ...place, name: place.text, at, sample, dye, isWell: false }
}

/** Return the well or the number that a name begins with, and what is behind it: all of a name without one. */
export function readPlace(text: string): Pick<CurveLabel, 'text' | 'position' | 'number'> & {
  rest: string
} {
  const whole = text.trim()
  const plain =
    whole.length > longestName ? whole : withoutWellWord(whole.replaceAll(unit, '').trim())
  const { place, rest } = cutPlace(plain)
  const position = parseWell(place) ?? (place === '' ? parseRowColumn(plain) : null)
  return {
    text: whole,
    position: position && position.row < 16 && position.column < 24 ? position : null,
    number: /^0{0,2}[1-9]\d*$/.test(place) ? Number(place) : null,
    rest: place === '' && position ? '' : rest,
  }
}

/** Cut the well or the number off a name; it is first, behind a dye, or last in brackets. */
function cutPlace(name: string): { place: string; rest: string } {
  const [, place = '', rest = ''] =
    /^(\p{L}\p{Nd}{1,3}|\p{Nd}{1,3})(?:\s*[:,;_|]\s*|\s+[-–/]\s+|\s+|$)(.*)$/u.exec(name) ?? []
  // Keep the letters of the name that follows.
  if (place !== '') return { place: latinLetters(place), rest }
  // Cut a well from a dye alone at signs that names of samples have as well (`S1-3`).
  const [, first = '', behind = ''] = /^(\p{L}\p{Nd}{1,3})[-./](.*)$/u.exec(name) ?? []
  if (channelOfDye(behind) !== null) return { place: latinLetters(first), rest: behind }
  const open = name.endsWith(')') ? name.lastIndexOf('(') : -1
  const inside = name.slice(open + 1, -1)
  if (open > 0 && parseWell(inside)) return { place: inside, rest: name.slice(0, open).trim() }
  const words = name.length > longestName ? [] : name.split(between)
  const last = words.pop() ?? ''
  const dye = words.join(' ')
  return channelOfDye(dye) !== null && parseWell(last)
    ? { place: last, rest: dye }
    : { place, rest }
}

const plain = (part: string) => part.trim().replace(/^[([](.*)[)\]]$/, '$1')

/** Cut the dye off the end of what follows a well: `Liver, FAM`, `Liver - FAM`, `Liver_FAM`; empty for none. */
function cutDye(text: string): { sample: string; dye: string } {
  const parts = (own: string) =>
    own
      .split(',')
      .map(plain)
      .filter((part) => part !== '')
      .join(', ')
  if (text.length > longestName) return { sample: parts(text), dye: '' }
  const cuts = [{ from: 0, to: 0, isSure: true }]
  for (const { index, 0: sign } of text.matchAll(anySign)) {
    cuts.push({
      from: index,
      to: index + sign.length,
      isSure: sureSign.test(sign),
    })
  }
  for (const { from, to, isSure } of cuts) {
    const dye = plain(text.slice(to))
    // Take a name such as `Vic` behind a blank for that of a person.
    if (channelOfDye(dye) === null || !(isSure || /\s/.test(dye) || isDyeWord(dye))) continue
    return { sample: parts(text.slice(0, from)), dye }
  }
  return { sample: parts(text), dye: '' }
}

/**
 * Take the dyes at the end of names without wells, where all have one: `Liver FAM` and `Liver HEX` are one well, and so are the
 * columns `FAM` and `HEX`, whose well or sample is in the title above.
 */
export function takeDyes(labels: readonly CurveLabel[], title: string): void {
  const found = labels.map(({ text }) => cutDye(text))
  const areTold = labels.every(
    ({ position, number }, i) => position === null && number === null && found[i]?.dye !== '',
  )
  if (!areTold) return
  for (const [i, label] of labels.entries()) {
    const { sample, dye } = found[i] ?? { sample: '', dye: '' }
    label.dye = dye
    label.name = sample || title
    label.sample = sample
    if (sample !== '') continue
    const { position, sample: named } = readLabel(title, 0)
    Object.assign(label, { position, sample: position ? named : title })
  }
}

/**
 * Take what follows the well of each curve for its target where wells come again with another one (`A1_GAPDH`, `A1_IL6`): a
 * well has one sample, which is before the target where each well has another one (`A1_Liver_GAPDH`). Return true if it did.
 */
export function takeTargets(labels: readonly CurveLabel[]): boolean {
  const names = labels.map(({ position }) => position && nameOfPosition(position))
  const wells = new Set(names)
  const texts = new Set(labels.map(({ text }) => text))
  const areTold = labels.every(
    ({ position, sample, dye }) => position && sample !== '' && dye === '',
  )
  if (!areTold || wells.size === labels.length || texts.size < labels.length) return false
  const parts = labels.map(({ sample }) => {
    const [, first = '', last = ''] = new RegExp(`^(.*\\S)(?:${sure}|_)(.*)$`).exec(sample) ?? []
    return { first, last }
  })
  const samples = new Set(parts.map(({ first }) => first))
  const pairs = new Set(parts.map(({ first }, i) => `${names[i]} ${first}`))
  const areSamples = !samples.has('') && samples.size > 1 && pairs.size === wells.size
  for (const [i, label] of labels.entries()) {
    label.dye = (areSamples && parts[i]?.last) || label.sample
    label.sample = (areSamples && parts[i]?.first) || ''
  }
  return true
}
