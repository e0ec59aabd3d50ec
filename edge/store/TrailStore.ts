import type { Kind } from '../../domain/registry.ts'
import type { AuditEntry } from '../../domain/trail/entry.ts'
import { type Outcome, outcomeOf, outcomeOfAsync } from '../outcome.ts'
import { readAudit } from './audit.ts'
import { readSeen } from './by.ts'
import { entriesAsSeen, type Sight } from './lists.ts'
import { SignInStore } from './SignInStore.ts'
import { newestOperation } from './store-time.ts'
import {
  describeTrail,
  exportRecord,
  exportTrail,
  readKey,
  type TrailState,
} from './trail-answers.ts'
import { listCheckpoints, proveBetween, type TrailPage } from './trail-export.ts'
import { TrailKeeper } from './trail-keeper.ts'
import { searchTrail, type TrailFilter, type TrailQuery } from './trail-search.ts'

/**
 * The part of a company's store that has to do with its audit trail: entries, proofs and exports. CompanyStore is built on it; it is no
 * object of its own.
 */
export class TrailStore extends SignInStore {
  protected readonly trail = new TrailKeeper(this.ctx, this.env, this.sql)

  audit(kind: Kind, uuid: string, sight: Sight): Outcome<AuditEntry[]> {
    return outcomeOf(() => {
      readSeen(this.sql, kind, uuid, sight)
      return entriesAsSeen(kind, readAudit(this.sql, kind, uuid), sight)
    })
  }

  searchTrail(filter: TrailFilter, query: TrailQuery) {
    return outcomeOf(() => searchTrail(this.sql, filter, query))
  }

  trailState(): Promise<Outcome<TrailState>> {
    return outcomeOfAsync(() => describeTrail(this.sql, this.trail))
  }

  trailKey(): Outcome<{ origin: string; key: string }> {
    return outcomeOf(() => readKey(this.trail))
  }

  checkpoints(page: number, limit: number) {
    return outcomeOf(() => listCheckpoints(this.sql, page, limit))
  }

  proveBetween(from: number, to: number) {
    return outcomeOf(() => proveBetween(this.sql, from, to))
  }

  exportRecord(kind: Kind, uuid: string): Promise<Outcome<string>> {
    return outcomeOfAsync(() => exportRecord(this.sql, this.trail, kind, uuid))
  }

  exportTrail(after: number, size: number | null): Promise<Outcome<TrailPage>> {
    return outcomeOfAsync(() => exportTrail(this.sql, this.trail, after, size))
  }

  protected override noticeSignIn(): void {
    this.trail.noticeWrite(newestOperation(this.sql).seq)
  }
}
