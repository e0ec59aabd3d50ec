/** Width and height of an image in pixels. */
export interface ImageSize {
  width: number
  height: number
}

/**
 * Read the size of a PNG, JPEG or WebP from its header alone, so that an enormous image is never decoded. Null when the
 * header is damaged or cut off. Formats: PNG (W3C) §11.2.1, JPEG (ITU-T T.81) §B.2.2, WebP (RFC 9649) §2.
 */
export function readImageSize(type: string, bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = readers[type]?.(view) ?? null
    return size && size.width > 0 && size.height > 0 ? size : null
  } catch (error) {
    // Take this for a header that ends before its fields do.
    if (error instanceof RangeError) return null
    throw error
  }
}

const readers: Readonly<Record<string, (view: DataView) => ImageSize | null>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
}

function readPng(view: DataView): ImageSize | null {
  const isHeader = view.getUint32(8) === 13 && view.getUint32(12) === 0x49484452
  return isHeader ? { width: view.getUint32(16), height: view.getUint32(20) } : null
}

/** Walk over the segments to the frame header (SOF0 to SOF15 without DHT, JPG and DAC). */
function readJpeg(view: DataView): ImageSize | null {
  let at = 2
  for (;;) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at++
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === 0xd9 || marker === 0xda) return null
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    const isAlone = marker === 1 || (marker >= 0xd0 && marker <= 0xd8)
    at += isAlone ? 2 : 2 + Math.max(2, view.getUint16(at + 2))
  }
}

function readWebp(view: DataView): ImageSize | null {
  const chunk = view.getUint32(12)
  // Compare with 'VP8X', 'VP8L' and 'VP8 ', each of which has its own header.
  if (chunk === 0x56503858) return { width: read24(view, 24) + 1, height: read24(view, 27) + 1 }
  if (chunk === 0x5650384c) {
    if (view.getUint8(20) !== 0x2f) return null
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (chunk !== 0x56503820 || read24(view, 23) !== 0x2a019d) return null
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

function read24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}
