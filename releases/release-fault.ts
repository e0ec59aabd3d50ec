/**
 * Reason for which software is not taken: `unsigned` by too few known keys, `outdated` files, `older` than what is known, `mixed` files that
 * do not belong together or are not all there, `unlisted` for this model and version, `unreadable` or endless.
 */
export type ReleaseCode = 'unsigned' | 'outdated' | 'older' | 'mixed' | 'unlisted' | 'unreadable'

/** Thrown for release metadata that is not followed; the message names the file. */
export class ReleaseFault extends Error {
  readonly code: ReleaseCode
  constructor(code: ReleaseCode, message: string) {
    super(message)
    this.code = code
  }
}
