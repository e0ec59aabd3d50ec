import type { GreyImage } from './grey-image.ts'
import { readBmp, readPgm } from './read-bitmap.ts'
import { readPng } from './read-png.ts'
import { refuseImage } from './refuse-image.ts'
import { finishAtOnce, type Sliced } from '../slices.ts'

/** Read a picture by what its first bytes say that it is. @throws Fault with field `file` */
export function readImage(bytes: Uint8Array): GreyImage {
  return finishAtOnce(readImageSliced(bytes))
}

/** Read an image in slices. */
export function* readImageSliced(bytes: Uint8Array): Sliced<GreyImage> {
  const [first, second] = bytes
  if (first === 0x89 && second === 0x50) return yield* readPng(bytes)
  if (first === 0x42 && second === 0x4d) return yield* readBmp(bytes)
  if (first === 0x50 && second === 0x35) return yield* readPgm(bytes)
  throw refuseImage('image_kind', 'Send a PNG, BMP or PGM')
}
