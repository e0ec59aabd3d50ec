import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type * as ZplRenderer from 'zpl-renderer-js'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { withSymbology } from '../../domain/codes/read-code.ts'

const require = createRequire(import.meta.url)

/** Reader of bar codes, which has nothing of the writer that drew them. */
const wasm = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))

/** A picture as the reader takes it: pixels, or the bytes of a PNG. */
type Picture = Uint8Array | { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }

/** Read all symbols of a picture, as a hand scanner sends them. */
export async function readSymbols(picture: Picture): Promise<string[]> {
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength)
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  const input =
    picture instanceof Uint8Array ? new Uint8Array(picture) : { ...picture, colorSpace: 'srgb' }
  const found = await readBarcodes(input as Uint8Array<ArrayBuffer>, { textMode: 'Plain' })
  return found.map(({ symbologyIdentifier, text }) => withSymbology(symbologyIdentifier, text))
}

/** Draw the pages of a PDF at a resolution, as PDFium does. */
export async function drawPdf(bytes: Uint8Array, dpi: number): Promise<Picture[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  const pictures: Picture[] = []
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale: dpi / 72, render: 'bitmap' })
    pictures.push({ data: new Uint8ClampedArray(data), width, height })
  }
  document.destroy()
  library.destroy()
  return pictures
}

/** Draw the labels of a ZPL file, as Zebrash does. @param dots of a millimetre */
export async function drawZpl(
  zpl: string,
  size: { width: number; height: number },
  dots: number,
): Promise<Uint8Array[]> {
  // Load it by `require`: its module for bundlers names a source map that it does not bring.
  const { ready } = require('zpl-renderer-js') as typeof ZplRenderer
  const { api } = await ready
  const pictures = await api.zplToBase64MultipleAsync(zpl, size.width, size.height, dots)
  return pictures.map((base64) => new Uint8Array(Buffer.from(base64, 'base64')))
}
