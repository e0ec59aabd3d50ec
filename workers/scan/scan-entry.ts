import { expose } from 'comlink'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { withSymbology } from '../../domain/codes/read-code.ts'
import { reply, type Reply } from '../reply.ts'

/** A code that was found in a picture. */
export interface FoundCode {
  /** As a hand scanner sends it: separators of GS1 as they are, and the identifier of a symbology of GS1 before it. */
  text: string
  /** `QRCode`, `DataMatrix`, `Code128`, … */
  format: string
}

export interface ScanSurface {
  /** Fetch the reader's WebAssembly from our own server, never from its makers'. */
  prepare: (wasmUrl: string) => Promise<Reply>
  /** The first code of the picture; null where there is none. */
  read: (picture: ImageBitmap) => Promise<Reply>
}

let canvas: OffscreenCanvas | null = null

/** Return the pixels of a picture, and close it. */
function pixelsOf(picture: ImageBitmap): ImageData {
  const { width, height } = picture
  if (!canvas || canvas.width !== width || canvas.height !== height) {
    canvas = new OffscreenCanvas(width, height)
  }
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.drawImage(picture, 0, 0)
  picture.close()
  return context.getImageData(0, 0, width, height)
}

const surface: ScanSurface = {
  prepare: (wasmUrl) =>
    reply(async () => {
      const overrides = { locateFile: () => wasmUrl }
      await prepareZXingModule({ overrides, fireImmediately: true })
    }),
  read: (picture) =>
    reply(async (): Promise<FoundCode | null> => {
      const options = { tryHarder: true, tryInvert: true, maxNumberOfSymbols: 1 } as const
      const [found] = await readBarcodes(pixelsOf(picture), { ...options, textMode: 'Plain' })
      if (!found?.isValid || !found.text) return null
      const { symbologyIdentifier, text, format } = found
      return { text: withSymbology(symbologyIdentifier, text), format }
    }),
}

expose(surface)
