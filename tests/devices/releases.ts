// Replace the service that signs releases and gives their images by one with a key of the test, which can be made to give
// wrong ones; tests/edge/device-images.test.ts checks the real one.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { ReleaseSource } from '../../devices/download.ts'
import { sha256, simulatedImage } from '../../devices/slots.ts'
import { releaseText, type SignedRelease } from '../../domain/live/signed-release.ts'
import { uuidOf } from './orders.ts'

export const company = uuidOf(12)
const pieceBytes = 256 * 1024

export interface Releases extends ReleaseSource {
  device: string
  /** Public key of the company, base64url. */
  key: string
  /** Versions and places that were asked for, in their order. */
  asked: string[]
  /** Bends what is signed (`release`), what is sent after it was signed (`sent`), or the bytes (`bytes`). */
  bend: {
    release?: Partial<SignedRelease>
    sent?: Partial<SignedRelease>
    bytes?: (bytes: Uint8Array) => Uint8Array
  }
  /** Thrown instead of an answer. */
  failure: Error | null
  sign(device: string, version: string): SignedRelease
  bytesOf(version: string, from: number): Uint8Array
}

/** Sign releases of the simulated images. @param now the time by which they expire a day later. */
export function makeReleases(
  device: string,
  { now = () => Date.now(), pair = generateKeyPairSync('ed25519'), of = company } = {} as {
    now?: () => number
    pair?: { publicKey: KeyObject; privateKey: KeyObject }
    of?: string
  },
): Releases {
  const made: Releases = {
    device,
    key: pair.publicKey.export({ format: 'jwk' }).x ?? '',
    asked: [],
    bend: {},
    failure: null,
    metadata: { read: async () => null },
    sign(to, version) {
      const image = simulatedImage(version)
      const release = {
        company: of,
        device: to,
        version,
        models: ['bCUBE 9', 'bCUBE 16', 'bCUBE 36', 'bGATE 96'],
        file_hash: sha256(image),
        file_size: image.length,
        expires_at: new Date(now() + 86_400_000).toISOString(),
        ...made.bend.release,
      }
      const signature = sign(null, Buffer.from(releaseText(release)), pair.privateKey)
      return { ...release, signature: signature.toString('base64url'), ...made.bend.sent }
    },
    bytesOf(version, from) {
      const bytes = simulatedImage(version).subarray(from, from + pieceBytes)
      return made.bend.bytes?.(bytes) ?? bytes
    },
    async release(version) {
      made.asked.push(version)
      if (made.failure) throw made.failure
      return made.sign(device, version)
    },
    async piece(version, from) {
      made.asked.push(`${version} ${from}`)
      if (made.failure) throw made.failure
      return made.bytesOf(version, from)
    },
  }
  return made
}
