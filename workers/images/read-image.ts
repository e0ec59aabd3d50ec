import type { GreyImage } from './grey-image.ts'
import { readBmp, readPgm } from './read-bitmap.ts'
import { readPng } from './read-png.ts'
import { refuseImage } from './refuse-image.ts'

/** Reads a picture by what its first bytes say that it is. @throws Fault with field `file` */
export function readImage(bytes: Uint8Array): GreyImage {
  const [first, second] = bytes
  if (first === 0x89 && second === 0x50) return readPng(bytes)
  if (first === 0x42 && second === 0x4d) return readBmp(bytes)
  if (first === 0x50 && second === 0x35) return readPgm(bytes)
  throw refuseImage('image_kind', 'Send a PNG, BMP or PGM')
}
