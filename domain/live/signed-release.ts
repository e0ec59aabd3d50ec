import * as v from 'valibot'
import { canonicalJson } from '../canonical.ts'
import { ContentHash, Timestamp, Uuid, Version } from '../fields.ts'
import { imageBytes, InstallWindow } from '../entities/bkernel.ts'

/** Time for which a signed release counts: a device that was off for longer asks again. */
export const releaseMs = 7 * 86_400_000

/**
 * A version of the device software as it is offered to one device, signed with the key that the device has of its company
 * (decision 64). A device installs nothing without it, whichever way the order and the image came.
 */
export const SignedRelease = v.strictObject({
  company: Uuid,
  device: Uuid,
  version: Version,
  /** Models of device that it runs on. */
  models: v.array(v.string()),
  /** SHA-256 and bytes of the image. */
  file_hash: ContentHash,
  file_size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(imageBytes)),
  /** Times of the device's own clock between which it is installed; absent for any time. */
  window: v.optional(InstallWindow),
  /** No release counts after this moment, so that an old one is not offered again. */
  expires_at: Timestamp,
  /** Ed25519 over `releaseText`, base64url. */
  signature: v.string(),
})
export type SignedRelease = v.InferOutput<typeof SignedRelease>

/**
 * Return the text that the service signs. The first line separates it from commands and lists of lots, which are signed with
 * the same key.
 */
export function releaseText(release: Omit<SignedRelease, 'signature'>): string {
  return `bapp-release-1\n${canonicalJson(release)}`
}
