import { useEffect, useState } from 'react'
import type { GreyImage } from '../../../../workers/images/grey-image.ts'
import { inWorker } from '../../../../workers/pool.ts'

/** Decode a picture in a worker; null until it is there. Browsers show no PGM, which many cameras write. */
export function useImage(bytes: Uint8Array | null): GreyImage | null {
  const [read, setRead] = useState<{ of: Uint8Array; image: GreyImage } | null>(null)
  useEffect(() => {
    if (!bytes) return undefined
    const stop = new AbortController()
    inWorker('readImage', stop.signal, bytes).then(
      (image) => setRead({ of: bytes, image }),
      () => null,
    )
    return () => stop.abort()
  }, [bytes])
  return read !== null && read.of === bytes ? read.image : null
}

/** Draw a grey picture on a canvas of its own size. */
export function drawGrey(canvas: HTMLCanvasElement, { width, height, pixels }: GreyImage): void {
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return
  const data = context.createImageData(width, height)
  for (let at = 0; at < pixels.length; at += 1) {
    const grey = pixels[at] ?? 0
    data.data.set([grey, grey, grey, 255], 4 * at)
  }
  context.putImageData(data, 0, 0)
}
