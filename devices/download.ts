import type { SignedRelease } from '../domain/live/signed-release.ts'
import { releaseText } from '../domain/live/signed-release.ts'
import { followReleases, type KnownReleases, type ReleaseFiles } from '../releases/follow.ts'
import { findImage, type ListedImage } from '../releases/targets.ts'
import type { Trust } from './lan/trust.ts'
import { isSignedText } from './signed-command.ts'
import { readSetting, type Store, writeSetting } from './store.ts'

/** Source of the bytes of software: the service or a stick; tests put their own in its place. */
export interface ImageSource {
  /** Return the next bytes of the image of a version. @throws Fault */
  piece(version: string, from: number): Promise<Uint8Array>
  /** Release metadata, by which a device with a root knows genuine software. */
  metadata: ReleaseFiles
}

/** The service, which also says which device is to have a version. */
export interface ReleaseSource extends ImageSource {
  /** Describe a version for this device. @throws Fault */
  release(version: string): Promise<SignedRelease>
}

/** Facts that a release must name: this device and its model, and the version and hash of the order. */
interface Wanted {
  device: string
  model: string
  version: string
  file_hash: string
  /** The latest time that is known here, in milliseconds since 1970. */
  now: number
}

/**
 * Return why a release is not fetched. Its signature is checked first: nothing else that it says counts without it.
 * `update_mismatch` is another image than the order names.
 */
export function refuseRelease(
  { signature, ...release }: SignedRelease,
  wanted: Wanted,
  trust: Trust | null,
): 'update_untrusted' | 'update_mismatch' | null {
  if (!trust || !isSignedText(trust.key, () => releaseText(release), signature)) {
    return 'update_untrusted'
  }
  const isForHere =
    release.company === trust.company &&
    release.device === wanted.device &&
    release.version === wanted.version &&
    release.models.includes(wanted.model) &&
    Date.parse(release.expires_at) > wanted.now
  if (!isForHere) return 'update_untrusted'
  return release.file_hash === wanted.file_hash ? null : 'update_mismatch'
}

const releasesSetting = 'releases'

/**
 * Find an ordered image among what release signers have listed, and keep all that was learned on the way: older files are
 * refused from then on, wherever they come from.
 * @param root the root that the device was made with: where to begin while it knows no newer one
 * @param now the latest time that is known here, in milliseconds since 1970
 * @throws ReleaseFault
 */
export async function findGenuine(
  store: Store,
  root: string,
  files: ReleaseFiles,
  wanted: { version: string; file_hash: string; model: string },
  now: number,
): Promise<ListedImage> {
  const kept = readSetting(store, releasesSetting)
  const known = kept === null ? { root } : (JSON.parse(kept) as KnownReleases)
  const keep = (next: KnownReleases) => writeSetting(store, releasesSetting, JSON.stringify(next))
  return findImage(await followReleases(known, files, now, keep), wanted)
}

/** Return the number of bytes of the image that are kept: the download continues behind them after a power cut. */
export function keptBytes(store: Store): number {
  const row = store.prepare('SELECT sum(length(bytes)) AS kept FROM image_piece').get()
  return Number(row?.['kept'] ?? 0)
}

export function keepPiece(store: Store, from: number, bytes: Uint8Array): void {
  store.prepare('INSERT OR REPLACE INTO image_piece (start, bytes) VALUES (?, ?)').run(from, bytes)
}

export function dropPieces(store: Store): void {
  store.exec('DELETE FROM image_piece')
}

/** Join the pieces in their order. */
export function joinPieces(store: Store): Uint8Array {
  const rows = store.prepare('SELECT bytes FROM image_piece ORDER BY start').all()
  return Buffer.concat(rows.map(({ bytes }) => bytes as Uint8Array))
}
