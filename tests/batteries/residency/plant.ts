import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deflateSync, gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'

type Plant = [name: string, bytes: (marker: string) => Uint8Array]

const spread = (text: string, write: (code: string) => string) =>
  [...text].map((letter) => write(letter.charCodeAt(0).toString(16))).join('')
const padded = (marker: string, before: number) =>
  Buffer.from(`${'.'.repeat(before)}${marker} and more`).toString('base64')

/** One leak in each way that data is written. */
const plants: Plant[] = [
  ['plain.log', (marker) => Buffer.from(`a line with ${marker} in it\n`)],
  ['upper.txt', (marker) => Buffer.from(marker.toUpperCase())],
  ['utf16le.txt', (marker) => Buffer.from(`name ${marker}`, 'utf16le')],
  ['utf16be.txt', (marker) => Buffer.from(`name ${marker}`, 'utf16le').swap16()],
  ['base64-0.txt', (marker) => Buffer.from(padded(marker, 0))],
  ['base64-1.txt', (marker) => Buffer.from(padded(marker, 1))],
  ['base64-2.txt', (marker) => Buffer.from(padded(marker, 2))],
  ['hex.txt', (marker) => Buffer.from(Buffer.from(marker).toString('hex'))],
  ['url.txt', (marker) => Buffer.from(`?q=${spread(marker, (code) => `%${code}`)}`)],
  ['json.txt', (marker) => Buffer.from(spread(marker, (code) => `\\u00${code}`))],
  ['packed.gz', (marker) => gzipSync(`lines before\n${marker}\n`)],
  ['packed.z', (marker) => Buffer.concat([Buffer.from('xx'), deflateSync(`text ${marker}`)])],
  [
    'packed.zip',
    (marker) =>
      zipSync({ 'a.txt': Buffer.from('first'), 'b.xml': Buffer.from(`<n>${marker}</n>`) }),
  ],
  ['zip-in-gzip.gz', (marker) => gzipSync(zipSync({ 'b.xml': Buffer.from(marker) }))],
]

/**
 * Put one leak of each kind into a folder, each with a marker of its own.
 * @returns the markers, and how to take everything out again.
 */
export function plantLeaks(
  folder: string,
  make: () => string,
): { markers: string[]; remove: () => void } {
  const place = join(folder, 'planted')
  mkdirSync(place, { recursive: true })
  const markers = plants.map(([name, bytes]) => {
    const marker = make()
    writeFileSync(join(place, name), bytes(marker))
    return marker
  })
  const kept = make()
  plantInDatabase(join(place, 'store.sqlite'), kept)
  const named = make()
  writeFileSync(join(place, `${named}.bin`), '')
  return {
    markers: [...markers, kept, named],
    remove: () => rmSync(place, { recursive: true, force: true }),
  }
}

/** Plant a compressed cell, longer than a page, so that it is in pieces on the disk. */
function plantInDatabase(path: string, marker: string): void {
  const noise = Buffer.from(
    Array.from({ length: 20_000 }, (_, index) => (index * 7919 + (index >> 3) * 31) & 0xff),
  )
  const database = new DatabaseSync(path)
  database.exec('CREATE TABLE kept (bytes BLOB)')
  database
    .prepare('INSERT INTO kept VALUES (?)')
    .run(gzipSync(Buffer.concat([noise, Buffer.from(marker), noise]), { level: 1 }))
  database.close()
}
