import makeBidi from 'bidi-js'
import type { GlyphRun } from 'fontkit'
import { type Fonts, replacement, type ReportFont } from './load-fonts.ts'

/** A sign in its place. Lengths in thousandths of the size of the type. */
export interface Glyph {
  font: ReportFont
  id: number
  advance: number
  /** Offset from its position: for marks, and the dots of Arabic letters. */
  dx: number
  dy: number
  /** Text for search and copying; empty where another glyph has it. */
  text: string
}

/** A line of text as it is drawn from left to right. */
export interface ShapedText {
  glyphs: readonly Glyph[]
  width: number
  bold: boolean
}

export type ShapeText = (text: string, bold?: boolean) => ShapedText

const bidi = makeBidi()
const needsOrder =
  /[\u200f\u0590-\u08ff\u2066-\u2069\u202a-\u202e\ufb1d-\ufefc]|[\ud802\ud803\ud83a]/
/** Scripts whose letters change with their neighbours, and marks that are above or below. */
const needsShaping = /\p{M}|[\u0590-\u0dff\u0e00-\u0eff\u1780-\u17ff\ufb1d-\ufefc]/u
const mark = /\p{M}/u
/** Signs that only turn the direction of writing, or say how letters join. */
const unseen = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/

interface Run {
  font: ReportFont
  level: number
  /** Drawn text, sign by sign: with mirrored brackets, and replacements for signs that no font has. */
  text: string
  /** Original text. */
  said: string[]
}

/**
 * Bring texts into glyphs: each sign from a font that has it, letters joined as their script does, runs of both directions
 * in the order they are read in. The direction of a text is that of its first strong sign, as for a name in a page.
 */
export function textShaper(fonts: Fonts): ShapeText {
  const known = new Map<string, ShapedText>()
  return (text, bold = false) => {
    const key = `${bold ? 'b' : 'r'}${text}`
    const found = known.get(key)
    if (found) return found
    const glyphs = orderRuns(cutRuns(text.normalize('NFC'), bold, fonts)).flatMap(shapeRun)
    const shaped = { glyphs, width: glyphs.reduce((sum, { advance }) => sum + advance, 0), bold }
    known.set(key, shaped)
    return shaped
  }
}

/** Put before a part of a text, it keeps the direction of the whole; empty where nothing runs from right to left. */
export function directionMark(text: string): string {
  if (!needsOrder.test(text)) return ''
  return bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? '\u200f' : '\u200e'
}

function cutRuns(text: string, bold: boolean, fonts: Fonts): Run[] {
  const embedding = needsOrder.test(text) ? bidi.getEmbeddingLevels(text) : null
  const runs: Run[] = []
  let at = 0
  for (const sign of text) {
    const level = embedding?.levels[at] ?? 0
    at += sign.length
    if (unseen.test(sign) && !/[\u200c\u200d]/.test(sign)) continue
    const last = runs.at(-1)
    const shown = spaced((level % 2 === 1 ? bidi.getMirroredCharacter(sign) : null) ?? sign)
    const font = fontFor(shown, bold, fonts, last?.font)
    if (!font) continue
    const drawn = font.font.hasGlyphForCodePoint(shown.codePointAt(0) ?? 0) ? shown : '\ufffd'
    if (last && last.level === level && last.font === font) {
      last.text += drawn
      last.said.push(sign)
    } else runs.push({ font, level, text: drawn, said: [sign] })
  }
  return runs
}

/** Narrow and wide spaces are drawn as the ordinary one: few fonts have them. */
function spaced(sign: string): string {
  return /\p{Zs}/u.test(sign) ? ' ' : sign
}

/** Marks and spaces stay with the letters before them where their font has them: they are placed by it. */
function fontFor(
  sign: string,
  bold: boolean,
  fonts: Fonts,
  before: ReportFont | undefined,
): ReportFont | null {
  const point = sign.codePointAt(0) ?? 0
  if (before && /[\p{M}\s\u200c\u200d]/u.test(sign) && before.font.hasGlyphForCodePoint(point)) {
    return before
  }
  return fonts.find(point, bold) ?? fonts.find(replacement, bold)
}

/** Reverse every stretch of runs at or above a level, from the highest level down (Unicode UAX 9, rule L2). */
function orderRuns(runs: Run[]): Run[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from
      while ((ordered[to]?.level ?? -1) >= level) to += 1
      if (to > from + 1) ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed())
      if (to > from) from = to
    }
  }
  return ordered
}

function shapeRun(given: Run): Glyph[] {
  const { font, level, text, said } = given
  const scale = 1000 / font.font.unitsPerEm
  const isTurned = level % 2 === 1
  if (!needsShaping.test(text)) {
    const glyphs = [...text].map((sign, place) => {
      const glyph = font.font.glyphForCodePoint(sign.codePointAt(0) ?? 0)
      const advance = glyph.advanceWidth * scale
      return { font, id: glyph.id, advance, dx: 0, dy: 0, text: said[place] ?? sign }
    })
    return isTurned ? glyphs.toReversed() : glyphs
  }
  const run = layOut(given)
  // Draw the letters without their marks where the font has no place for one of them, as for a kasratan under a letter with
  // dots below it: the shaper ends with an error there, and no report could be made.
  if (run === null) return shapeRun(withoutMarks(given))
  const says = textsOf(
    run.glyphs.map(({ codePoints }) => codePoints.length),
    said,
    isTurned,
  )
  return run.glyphs.map((glyph, place) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = run.positions[place] ?? {}
    return {
      font,
      id: glyph.id,
      advance: xAdvance * scale,
      dx: xOffset * scale,
      dy: yOffset * scale,
      text: says[place] ?? '',
    }
  })
}

/** Lay a run out; null where the shaper cannot, which it says of runs with marks only. */
function layOut({ font, level, text }: Run): GlyphRun | null {
  try {
    return font.font.layout(text, [], undefined, undefined, level % 2 === 1 ? 'rtl' : 'ltr')
  } catch (error) {
    if (!mark.test(text)) throw error
    return null
  }
}

/** Take the marks out of what is drawn; a copied text has them with the letter before them. */
function withoutMarks({ text, said, ...run }: Run): Run {
  const kept: { sign: string; said: string }[] = []
  for (const [place, sign] of [...text].entries()) {
    const own = said[place] ?? sign
    const before = kept.at(-1)
    if (!mark.test(sign)) kept.push({ sign, said: own })
    else if (before) before.said += own
  }
  return { ...run, text: kept.map(({ sign }) => sign).join(''), said: kept.map((one) => one.said) }
}

/**
 * Return the text of each glyph of a shaped run. The shaper gives the number of signs in each, but not which: a shape used for
 * several letters gets the letter it was first used for.
 */
function textsOf(counts: readonly number[], said: readonly string[], isTurned: boolean): string[] {
  let next = 0
  const texts = (isTurned ? counts.toReversed() : counts).map((count) => {
    const from = next
    next += count
    return said.slice(from, next).join('')
  })
  return isTurned ? texts.toReversed() : texts
}
