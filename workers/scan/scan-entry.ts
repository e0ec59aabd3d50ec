import { expose } from 'comlink'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { reply, type Reply } from '../reply.ts'

/** A code that was found in a picture. */
export interface FoundCode {
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
      const options = { tryHarder: true, tryInvert: true, maxNumberOfSymbols: 1 }
      const [found] = await readBarcodes(pixelsOf(picture), options)
      return found?.isValid && found.text ? { text: found.text, format: found.format } : null
    }),
}

expose(surface)
