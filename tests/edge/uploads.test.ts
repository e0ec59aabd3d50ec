import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import { readUpload, type UploadKind } from '../../edge/files/uploads.ts'

const text = (value: string) => new Uint8Array(new TextEncoder().encode(value))

/** PNG header of an image of this size; the pixels are not looked at. */
function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(33)
  const view = new DataView(bytes.buffer)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
  view.setUint32(8, 13)
  view.setUint32(12, 0x49484452)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

/** Make a JPEG of an application segment and a frame header. */
function jpeg(width: number, height: number): Uint8Array<ArrayBuffer> {
  const app = [0xff, 0xe1, 0, 6, 0xff, 0xc0, 1, 2]
  const frame = [0xff, 0xc2, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1]
  return new Uint8Array([0xff, 0xd8, ...app, 0xff, ...frame, 0, 0, 0])
}

function webp(chunk: string, fields: number[]): Uint8Array<ArrayBuffer> {
  const head = [...text('RIFF'), 0, 0, 0, 0, ...text('WEBP'), ...text(chunk), 0, 0, 0, 0]
  return new Uint8Array([...head, ...fields, 0, 0, 0, 0])
}

/** Make bytes that shrink to about a sixtieth. */
function dull(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 40) bytes[at] = (at * 2654435761) >>> 24
  return bytes
}

/** Repeat the directory's entries of an archive: small, and every entry unpacks to the same member. */
function repeatEntries(zip: Uint8Array, times: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = zip.length - 22
  const from = view.getUint32(end + 16, true)
  const directory = zip.subarray(from, end)
  const whole = new Uint8Array(from + directory.length * times + 22)
  whole.set(zip.subarray(0, from))
  for (let i = 0; i < times; i++) whole.set(directory, from + i * directory.length)
  whole.set(zip.subarray(end), from + directory.length * times)
  const last = new DataView(whole.buffer, whole.length - 22)
  last.setUint16(8, times, true)
  last.setUint16(10, times, true)
  last.setUint32(12, directory.length * times, true)
  return whole
}

async function ask(
  bytes: Uint8Array<ArrayBuffer>,
  kinds: UploadKind[] = ['document'],
  type = '',
): Promise<unknown> {
  try {
    const { type: found, size } = await readUpload(new File([bytes], 'a', { type }), kinds)
    return size ? [found, size.width, size.height] : found
  } catch (error) {
    if (error instanceof Fault) return error.first.reason
    throw error
  }
}

const zip = (members: Parameters<typeof zipSync>[0]) => new Uint8Array(zipSync(members))

describe('an image', () => {
  it.each([
    [png(800, 600), 'image/png', ['image/png', 800, 600]],
    [jpeg(640, 480), 'image/jpg', ['image/jpeg', 640, 480]],
    [webp('VP8X', [0, 0, 0, 0, 99, 0, 0, 49, 0, 0]), '', ['image/webp', 100, 50]],
    [webp('VP8L', [0x2f, 99, 0x40, 12, 0]), 'image/webp', ['image/webp', 100, 50]],
    [webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 100, 0, 50, 0]), '', ['image/webp', 100, 50]],
    [png(8000, 5000), '', ['image/png', 8000, 5000]],
  ])('is read by its header (%#)', async (bytes, type, expected) => {
    expect(await ask(bytes, ['image'], type)).toEqual(expected)
  })

  it.each([
    ['with more than 40 million pixels', png(8000, 5001), '', 'image_too_large'],
    ['of four thousand million pixels', jpeg(65535, 65535), '', 'image_too_large'],
    ['with no width', png(0, 10), '', 'image_damaged'],
    ['that ends in its header', png(10, 10).slice(0, 20), '', 'image_damaged'],
    ['of JPEG without a frame', new Uint8Array([0xff, 0xd8, 0xff, 0xd9]), '', 'image_damaged'],
    ['of SVG', text('<?xml version="1.0"?><!-- a --><svg onload="x()"/>'), '', 'file_type'],
    ['of SVG said to be one', text('<svg xmlns=""/>'), 'image/svg+xml', 'file_type'],
    ['of SVG said to be a PNG', text('<svg/>'), 'image/png', 'file_type_differs'],
    ['that is a GIF', text('GIF89a'), '', 'file_type'],
    ['that is a PDF', text('%PDF-1.7'), '', 'file_type'],
    ['that is text', text('hello'), 'text/plain', 'file_type'],
    ['of nothing', new Uint8Array(), '', 'file_empty'],
  ])('%s is refused', async (_, bytes, type, reason) => {
    expect(await ask(bytes, ['image'], type)).toBe(reason)
  })
})

describe('a document', () => {
  it('is of the type its bytes say, else of the one it says', async () => {
    expect(await ask(text('%PDF-1.7'), ['pdf'], 'application/pdf')).toBe('application/pdf')
    expect(await ask(text('a,b'), ['document'], 'text/csv')).toBe('text/csv')
    expect(await ask(text('a,b'))).toBe('application/octet-stream')
    const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    expect(await ask(zip({ a: text('b') }), ['document'], xlsx)).toBe('application/zip')
  })

  it.each([
    ['a PDF said to be text', text('%PDF-1.7'), 'text/plain', 'file_type_differs'],
    ['an archive said to be an image', zip({ a: text('b') }), 'image/png', 'file_type_differs'],
    ['text said to be a PDF', text('hello'), 'application/pdf', 'file_type_differs'],
    ['a page', text(' <!DOCTYPE html><script>x()</script>'), '', 'file_type'],
    [
      'a page in UTF-16',
      new Uint8Array(new Uint16Array([60, 104, 116, 109, 108, 62]).buffer),
      '',
      'file_type',
    ],
    ['a program', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2]), '', 'file_type'],
    ['a script', text('#!/bin/sh'), '', 'file_type'],
  ])('%s is refused', async (_, bytes, type, reason) => {
    expect(await ask(bytes, ['document'], type)).toBe(reason)
  })
})

describe('an archive', () => {
  const link = { os: 3, attrs: 0o120777 << 16 } as const

  it('of a few files is taken', async () => {
    const bytes = zip({ 'a/b.txt': text('c'), 'd..e': text('f') })
    expect(await ask(bytes, ['archive'])).toBe('application/zip')
  })

  it.each([
    ['with a path out of it', zip({ '../a': text('b') }), 'zip_path'],
    ['with a path of Windows out of it', zip({ 'x\\..\\..\\a': text('b') }), 'zip_path'],
    ['with a path from the root', zip({ '/etc/a': text('b') }), 'zip_path'],
    ['with a drive', zip({ 'C:a': text('b') }), 'zip_path'],
    ['with a link', zip({ a: [text('/etc/passwd'), link] }), 'zip_path'],
    [
      'of more than 200 members',
      zip(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`m${at}`, text('x')]))),
      'zip_too_many_members',
    ],
    ['that unpacks to more than a hundred times', zip({ a: new Uint8Array(2 ** 21) }), 'zip_ratio'],
    ['that ends early', zip({ a: text('b') }).slice(0, -5), 'zip_truncated'],
  ])('%s is refused', async (_, bytes, reason) => {
    expect(await ask(bytes, ['archive'])).toBe(reason)
  })

  it('of 200 MB in a few is refused while it unpacks, however small it is', async () => {
    const bytes = repeatEntries(zip({ a: dull(4 * 2 ** 20) }), 60)
    expect(bytes.length).toBeLessThan(1_000_000)
    expect(await ask(bytes, ['archive'])).toBe('zip_too_large')
  })

  it('that holds more than it says is refused', async () => {
    const bytes = zip({ a: dull(2 ** 20) })
    const view = new DataView(bytes.buffer)
    const directory = view.getUint32(bytes.length - 6, true)
    view.setUint32(directory + 24, 1000, true)
    expect(await ask(bytes, ['archive'])).toBe('zip_too_large')
  })
})
