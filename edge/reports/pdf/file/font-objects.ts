import type { Font } from 'fontkit'
import type { Glyph } from '../type/shape-text.ts'
import type { ReportFont } from '../type/load-fonts.ts'
import { hex4, length, type PdfFile, textString } from './pdf-file.ts'

/** Functions of a subset that are used here: its published types are of an older version. */
interface GlyphSubset {
  /** @returns the glyph's number in the subset. */
  includeGlyph(id: number): number
  encode(): Uint8Array
}

interface UsedFont {
  name: string
  object: number
  font: Font
  subset: GlyphSubset
  /** Codes by glyph and what it says: one shape may stand for several letters, as in Arabic. */
  codes: Map<string, number>
  /** Glyphs by code: number in the subset, advance, and text. */
  glyphs: number[]
  widths: number[]
  texts: string[]
}

/** The fonts of one file: only the glyphs that are used are put into it, each with what it says. */
export class FontObjects {
  readonly #file: PdfFile
  readonly #used = new Map<ReportFont, UsedFont>()

  constructor(file: PdfFile) {
    this.#file = file
  }

  /** Name of a glyph's font in the pages, and the glyph's code. */
  code({ font: from, id, text }: Glyph): { font: string; code: string; width: number } {
    const used = this.#used.get(from) ?? this.#use(from)
    const key = `${id}|${text}`
    let code = used.codes.get(key)
    if (code === undefined) {
      code = used.glyphs.push(used.subset.includeGlyph(id)) - 1
      used.codes.set(key, code)
      used.widths.push((used.font.getGlyph(id).advanceWidth * 1000) / used.font.unitsPerEm)
      used.texts.push(text)
    }
    return { font: used.name, code: hex4(code), width: used.widths[code] ?? 0 }
  }

  /** Return the entries of the pages' resources. */
  resources(): string {
    return [...this.#used.values()].map(({ name, object }) => `/${name} ${object} 0 R`).join('')
  }

  /** Write all fonts; nothing may be drawn after it. */
  write(): void {
    for (const [index, used] of [...this.#used.values()].entries()) this.#writeFont(used, index)
  }

  #use(from: ReportFont): UsedFont {
    const { font } = from
    const used: UsedFont = {
      name: `F${this.#used.size + 1}`,
      object: this.#file.reserve(),
      font,
      // Cast, since the published types are of an older version (above).
      subset: font.createSubset() as unknown as GlyphSubset,
      codes: new Map(),
      // Begin with the sign for missing letters, which is the first code of a font.
      glyphs: [0],
      widths: [0],
      texts: [''],
    }
    this.#used.set(from, used)
    return used
  }

  #writeFont({ object, font, subset, glyphs, widths, texts }: UsedFont, index: number): void {
    const file = this.#file
    const name = `${subsetTag(index)}+${(font.postscriptName ?? 'Noto').replaceAll(/[^\w-]/g, '')}`
    const descriptor = this.#describe(font, name, subset.encode())
    const places = new Uint8Array(2 * glyphs.length)
    for (const [code, glyph] of glyphs.entries()) {
      new DataView(places.buffer).setUint16(2 * code, glyph)
    }
    const map = file.addStream(places)
    const descendant = file.add(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDToGIDMap ${map} 0 R/DW 0` +
        `/W[0[${widths.map(length).join(' ')}]]` +
        `/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
        `/FontDescriptor ${descriptor} 0 R>>`,
    )
    const unicode = file.addStream(new TextEncoder().encode(unicodeMap(texts)))
    file.set(
      object,
      `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H` +
        `/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
    )
  }

  #describe(font: Font, name: string, bytes: Uint8Array): number {
    const program = this.#file.addStream(bytes, `/Length1 ${bytes.length}`)
    const scaled = (value: number) => length((value * 1000) / font.unitsPerEm)
    const { minX, minY, maxX, maxY } = font.bbox
    return this.#file.add(
      `<</Type/FontDescriptor/FontName/${name}/Flags 4/ItalicAngle 0` +
        `/FontBBox[${[minX, minY, maxX, maxY].map(scaled).join(' ')}]` +
        `/Ascent ${scaled(font.ascent)}/Descent ${scaled(font.descent)}` +
        `/CapHeight ${scaled(font.capHeight)}/StemV 80/FontFile2 ${program} 0 R>>`,
    )
  }
}

/** Make the tag of six letters that tells subsets of one font apart (ISO 32000-1, 9.6.4). */
function subsetTag(index: number): string {
  return [...String(index).padStart(6, '0')]
    .map((digit) => String.fromCharCode(65 + Number(digit)))
    .join('')
}

/** Return the map from codes to text, for search and copying. */
function unicodeMap(texts: readonly string[]): string {
  const lines = texts.flatMap((text, code) =>
    text === '' ? [] : [`<${hex4(code)}> <${textString(text).slice(5, -1)}>`],
  )
  const blocks: string[] = []
  for (let from = 0; from < lines.length; from += 100) {
    const part = lines.slice(from, from + 100)
    blocks.push(`${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <FFFF> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}
