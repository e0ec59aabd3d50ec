import { directionMark, type ShapedText, type ShapeText } from './shape-text.ts'

/** Chinese and Japanese are broken between any two signs. */
const breakable = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/

/** Signs behind which a word that is longer than a line is broken, such as the name of a sample or an address. */
const joint = /[-\u2010_/\\]/u

/**
 * Break a text into lines of at most a width (in points), at spaces and between Chinese signs; a word longer than a
 * line is broken behind a hyphen or slash and, where it has none, as a hash, at the end of the line. Keeps the line breaks of the text.
 */
export function breakLines(
  text: string,
  shape: ShapeText,
  size: number,
  width: number,
  bold = false,
): ShapedText[] {
  const most = (width * 1000) / size
  return text
    .split(/\r\n|[\r\n]/)
    .flatMap((line) => breakLine(line.replaceAll('\t', ' '), shape, most, bold))
}

function breakLine(text: string, shape: ShapeText, most: number, bold: boolean): ShapedText[] {
  const whole = shape(text, bold)
  if (whole.width <= most) return [whole]
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of wordsOf(text).flatMap((one) => cutWord(one, shape, most, bold))) {
    const own = shape(word.trimEnd(), bold).width
    if (line !== '' && used + own > most) {
      lines.push(line)
      line = ''
      used = 0
    }
    line += word
    used += shape(word, bold).width
  }
  const mark = directionMark(text)
  return [...lines, line].map((one) => shape(`${mark}${one.trim()}`, bold))
}

/** Split a text into words, each with the space behind it. */
function wordsOf(text: string): string[] {
  return (
    text.match(/[^ \u2000-\u2006\u2008-\u200a\u3000]+[ \u2000-\u2006\u2008-\u200a\u3000]*|\s+/g) ??
    []
  ).flatMap((word) => {
    if (!breakable.test(word)) return [word]
    const parts: string[] = []
    let last = ''
    for (const sign of word) {
      const joins = /[\s，。、；：！？）」』》】”’%)\],.;:!?}]/.test(sign)
      const isWide = breakable.test(sign) || breakable.test(last)
      if (parts.length === 0 || (isWide && !joins)) parts.push(sign)
      else parts[parts.length - 1] += sign
      last = sign
    }
    return parts
  })
}

/** Sign by sign: what is never broken may be thousands of signs long. */
function cutWord(word: string, shape: ShapeText, most: number, bold: boolean): string[] {
  const signs = [...word]
  const widths = signs.map((sign) => shape(sign, bold).width)
  if (widths.reduce((sum, width) => sum + width, 0) <= most) return [word]
  const parts: string[] = []
  let begin = 0
  let used = 0
  for (const [at, sign] of signs.entries()) {
    const width = /\s/.test(sign) ? 0 : (widths[at] ?? 0)
    if (at > begin && used + width > most) {
      const cut = findJoint(signs, begin, at)
      parts.push(signs.slice(begin, cut).join(''))
      used = widths.slice(cut, at).reduce((sum, one) => sum + one, 0)
      begin = cut
    }
    used += width
  }
  return [...parts, signs.slice(begin).join('')]
}

/** Return the place behind the last hyphen or slash of a part; its end where that would leave the line mostly empty. */
function findJoint(signs: readonly string[], begin: number, end: number): number {
  const least = begin + (end - begin) / 3
  for (let at = end; at > least; at -= 1) if (joint.test(signs[at - 1] ?? '')) return at
  return end
}

/** Fit a text on one line, cut at its end where it is too long. */
export function fitLine(
  text: string,
  shape: ShapeText,
  size: number,
  width: number,
  bold = false,
): ShapedText {
  const most = (width * 1000) / size
  if (shape(text, bold).width <= most) return shape(text, bold)
  const signs = [...text]
  while (signs.length > 1 && shape(`${signs.join('')}…`, bold).width > most) signs.pop()
  return shape(`${signs.join('')}…`, bold)
}
