import { followReleases, type KnownReleases, type ReleaseFiles } from '../releases/follow.ts'
import { findImage, type ListedImage } from '../releases/targets.ts'
import { readSetting, type Store, writeSetting } from './store.ts'

const setting = 'releases'

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
  const kept = readSetting(store, setting)
  const known = kept === null ? { root } : (JSON.parse(kept) as KnownReleases)
  const keep = (next: KnownReleases) => writeSetting(store, setting, JSON.stringify(next))
  return findImage(await followReleases(known, files, now, keep), wanted)
}
