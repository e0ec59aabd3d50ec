import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
} from '@cantoo/pdf-lib'

export interface ReadPdf {
  pages: number
  /** Text of each page, as it is found by who searches: glyph by glyph, in the order they are drawn. */
  texts: string[]
  title: string
  author: string
  language: string
  /** Names of the fonts, and whether the font itself is in the file. */
  fonts: { name: string; isEmbedded: boolean }[]
  /** Every dictionary's keys and names: where an action or a link would be seen. */
  names: Set<string>
  figures: string[]
}

/** Read a PDF with another library than our writer. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const names = new Set<string>()
  const figures: string[] = []
  for (const [, object] of pdf.context.enumerateIndirectObjects()) {
    if (object instanceof PDFDict) collect(object, names, figures)
    if (object instanceof PDFRawStream) collect(object.dict, names, figures)
  }
  const resources = pdf.getPage(0).node.Resources()
  const fonts = resources?.lookup(PDFName.of('Font'), PDFDict)
  const maps = new Map(
    (fonts?.entries() ?? []).map(([name]) => [
      name.asString().slice(1),
      readFont(fonts!.lookup(name, PDFDict)),
    ]),
  )
  return {
    pages: pdf.getPageCount(),
    texts: pdf.getPages().map((page) => {
      const stream = page.node.Contents()
      return stream instanceof PDFRawStream ? textOf(inflate(stream), maps) : ''
    }),
    title: pdf.getTitle() ?? '',
    author: pdf.getAuthor() ?? '',
    language: String(pdf.catalog.lookup(PDFName.of('Lang'))?.toString() ?? ''),
    fonts: [...maps.values()].map(({ name, isEmbedded }) => ({ name, isEmbedded })),
    names,
    figures,
  }
}

interface FontMap {
  name: string
  isEmbedded: boolean
  texts: Map<string, string>
}

function readFont(font: PDFDict): FontMap {
  const map = font.lookup(PDFName.of('ToUnicode')) as PDFRawStream
  const descendant = font.lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, PDFDict)
  const descriptor = descendant.lookup(PDFName.of('FontDescriptor'), PDFDict)
  const program = descriptor.lookup(PDFName.of('FontFile2'))
  const lines = inflate(map).matchAll(/<([0-9A-F]{4})> <([0-9A-F]+)>/g)
  return {
    name: font.lookup(PDFName.of('BaseFont'), PDFName).asString(),
    isEmbedded: program instanceof PDFRawStream && program.getContentsSize() > 100,
    texts: new Map([...lines].map(([, code = '', text = '']) => [code, fromHex(text)])),
  }
}

function inflate(stream: PDFRawStream): string {
  return new TextDecoder('latin1').decode(decodePDFRawStream(stream).decode())
}

/** Join the glyphs of one text; end the line between texts. */
function textOf(content: string, fonts: ReadonlyMap<string, FontMap>): string {
  let font: FontMap | undefined
  let text = ''
  for (const [step, name, codes] of content.matchAll(
    /\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)> Tj|\bET\b/g,
  )) {
    if (step === 'ET') text += '\n'
    else if (name) font = fonts.get(name)
    else text += (codes?.match(/.{4}/g) ?? []).map((code) => font?.texts.get(code) ?? '').join('')
  }
  return text
}

function fromHex(hex: string): string {
  const units = hex.match(/.{4}/g) ?? []
  return String.fromCharCode(...units.map((unit) => parseInt(unit, 16)))
}

function collect(dict: PDFDict, names: Set<string>, figures: string[]): void {
  for (const [key, value] of dict.entries()) {
    names.add(key.asString())
    if (value instanceof PDFName) names.add(value.asString())
    if (value instanceof PDFDict) collect(value, names, figures)
    if (key.asString() === '/Alt') figures.push(decodeHex(value.toString()))
  }
}

function decodeHex(written: string): string {
  return fromHex(written.slice(5, -1))
}
