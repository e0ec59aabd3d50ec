import type { BackupCursor } from '../../domain/trail/backup.ts'
import type { ErasedPart } from '../../domain/trail/erasure.ts'
import { Fault } from '../../domain/fault.ts'
import { type Outcome, outcomeOf, outcomeOfAsync } from '../outcome.ts'
import { writeBackupPage } from './backup.ts'
import { type Erasure, signErasure } from './erase.ts'
import { vouchUnsealed } from './entry-seals.ts'
import { forgetStore, isFounded, readMeta } from './meta.ts'
import {
  explainRewound,
  listPeople,
  openRestored,
  type OperatorsWord,
  readRestored,
  type Restored,
  restorePage,
} from './restore.ts'
import { storeTime } from './store-time.ts'
import { sealSound } from './trail-checkpoints.ts'
import { type TrailSigner, trailSigner } from './trail-key.ts'
import { TrailStore } from './TrailStore.ts'

/**
 * The part of a company's store that the operator of the deployment reaches: the store as a whole, out, back in, and
 * erased. CompanyStore is built on it; it is no object of its own.
 */
export class BackupStore extends TrailStore {
  /** Return a page of the backup (backup.ts). */
  backup(after: BackupCursor | null, directory: string | null): Promise<Outcome<string>> {
    return outcomeOfAsync(async () => {
      const page = writeBackupPage(this.sql, this.#signer(), after, directory)
      await this.trail.keep()
      return page
    })
  }

  /** Users who are gone: the directory knows by their ids which names are taken for ever. */
  formerUsers(): Outcome<string[]> {
    return outcomeOf(() => {
      this.#signer()
      return this.sql
        .all<{ uuid: string }>(
          `SELECT uuid FROM records WHERE kind = 'user' AND deleted_at IS NOT NULL`,
        )
        .map(({ uuid }) => uuid)
    })
  }

  /** Take the next page of a backup; the first begins again with an empty store. */
  restore(company: string, page: string): Promise<Outcome<Restored>> {
    return outcomeOfAsync(async () => {
      const isFirst = page.slice(0, page.indexOf('\n')).includes('"after":null')
      if (isFirst && !isFounded(this.sql)) await this.ctx.storage.deleteAll()
      return restorePage(this.sql, trailSigner(this.env, company), page)
    })
  }

  restored(): Outcome<string> {
    return outcomeOf(() => readRestored(this.sql))
  }

  /** People whose records are here, also before a store that is put back is opened. */
  people(): Outcome<{ uuid: string; username: string }[]> {
    return outcomeOf(() => listPeople(this.sql))
  }

  openRestored(company: string, given: OperatorsWord): Promise<Outcome<number>> {
    return outcomeOfAsync(async () => {
      const at = storeTime(this.sql)
      const entries = openRestored(this.sql, company, { ...given, at })
      await this.trail.keep()
      // Explain anchors of lost entries here, as part of the restore.
      await this.trail.explain()
      return entries
    })
  }

  /**
   * Ask the platform to begin with the store of another moment, and restart; gives the bookmark that undoes it.
   * The embedded platform keeps no moments.
   */
  rewind(to: { at: string } | { bookmark: string }): Promise<Outcome<string>> {
    return outcomeOfAsync(async () => {
      const signer = this.#signer()
      const { storage } = this.ctx
      const undo = await this.#bookmark(to).catch(() => {
        throw new Fault('refused', 'The store cannot be put back to that', { reason: 'rewind_off' })
      })
      // Seal up to the last entry, so that the store will know that it was put back, and clients that their state is not its own.
      sealSound(this.sql, signer)
      await this.trail.keep()
      await storage.sync()
      // Answer first: with its end the object restarts.
      setTimeout(() => this.ctx.abort('put back to an earlier moment by the operator'), 200)
      return undo
    })
  }

  async #bookmark(to: { at: string } | { bookmark: string }): Promise<string> {
    const { storage } = this.ctx
    const bookmark =
      'bookmark' in to ? to.bookmark : await storage.getBookmarkForTime(new Date(to.at))
    return storage.onNextSessionRestoreBookmark(bookmark)
  }

  /** Say in the trail why the store was put back, so that it goes on: nothing to explain is refused. */
  explainRewound(given: OperatorsWord, unsealedUpTo?: number): Promise<Outcome<number>> {
    return outcomeOfAsync(async () => {
      const company = this.#signer().origin.split('/').at(-1) ?? ''
      const vouched = await vouchUnsealed(this.sql, unsealedUpTo, () => this.trail.explain())
      const vouching = vouched.upTo ? ` (vouched for entries up to ${vouched.upTo})` : ''
      if (!vouched.value) {
        throw new Fault(
          'refused',
          'The store is neither damaged nor put back, or that was explained already',
        )
      }
      const said = { ...given, reason: given.reason + vouching, at: storeTime(this.sql) }
      return this.sql.transaction(() => explainRewound(this.sql, company, said))
    })
  }

  /** Sign a note about the content to be erased, with the trail's last checkpoint kept outside. */
  signErasure(reason: string, files: ErasedPart): Promise<Outcome<Erasure>> {
    return outcomeOfAsync(async () => {
      const erasure = signErasure(this.sql, this.#signer(), {
        reason,
        files,
        at: new Date().toISOString(),
      })
      await this.trail.keep()
      return erasure
    })
  }

  /** Tell if the store has a company, open or closed. */
  hasCompany(): boolean {
    return isFounded(this.sql)
  }

  /** Leave nothing. */
  async erase(): Promise<void> {
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
    forgetStore(this.sql)
  }

  /** @throws Fault `not_found` for a store that is nobody's. */
  #signer(): TrailSigner {
    const company = isFounded(this.sql) ? readMeta(this.sql, 'company') : null
    if (company === null) throw new Fault('not_found', 'No such company')
    return trailSigner(this.env, company)
  }
}
