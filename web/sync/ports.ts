import type { CreateAnalysis } from '../../domain/calls/analysis.ts'
import type { SyncRecord } from '../../domain/calls/sync.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { FaultDetail } from '../../domain/fault.ts'
import type { PageAsk } from '../../domain/sync/asks.ts'
import type { LocalDocument, PendingMerge } from '../../domain/sync/pending.ts'
import type { StreamName } from './streams.ts'

/** Ports of the replication, which the browser and the simulation implement. Everything else is pure. */

/** Position up to which a stream has been pulled. */
export interface StreamMark {
  /** `seq` of the last row looked at; 0 before the first page, and until the first pull has come to its end. */
  seq: number
  /** The first pull, which goes from the newest change back, until it is at the oldest: while it is under way, and where it ends at a window. */
  first?: FirstPull
  /** Time at which all of it was last pulled (ms by this machine); 0: never, -1: the last attempt failed (spec §3 "Local cache"). */
  refreshed: number
  /** Time at which it was last pulled to the end, also where a later attempt failed; 0: never, so that an empty table is unread. */
  pulledAt: number
  /** Generation of the edge's store that its `seq`s belong to: a store restored from a copy begins a new one. */
  generation?: string
  /** Kinds that were looked through up to there. */
  kinds?: string
  /** Ranges of records that could not be read, above `after` and up to `to`: requested again with each full refresh. */
  aside: readonly { after: number; to: number }[]
}

/** Place of a first pull that is not at the oldest: this machine has all records with a `seq` from `below` up to `newest`. */
export interface FirstPull {
  newest: number
  below: number
  /** Time of the last change of the oldest record among them (ISO); empty if it is unknown. */
  since: string
  /** Records that it has taken, of so many at most; absent for a stream without a window. */
  taken?: number
  most?: number
  /** Place from which on what has not ended, and all corrections, are here below the window; 0: all of them; absent: none yet. */
  open?: number
}

export type MarkPlace = Pick<StreamMark, 'seq' | 'first'>

/** The documents of one account in one view of its company. Every promise resolves when its write is durable. */
export interface DocumentStore {
  find(id: string): Promise<LocalDocument | null>
  /**
   * Read, change and write one document in one step, with no other write between, also from another tab. `step` may be
   * called again; it receives null if there is no document, and returns null to remove it. Returning the same document
   * writes nothing. Return the document after the step.
   */
  change(
    id: string,
    step: (document: LocalDocument | null) => LocalDocument | null,
  ): Promise<LocalDocument | null>
  /** Documents with something pending, oldest first. */
  waiting(): Promise<LocalDocument[]>
  mark(stream: StreamName): Promise<StreamMark>
  /**
   * Write a page, then the new mark: the mark is never stored without its records, and after a crash between the two the
   * page is pulled again. Put each record on its document by `putRecord`. Write only if the mark is still at the place of
   * `from` (`isSamePlace`); a tab that was overtaken, or whose tables were emptied meanwhile, moves nothing. `more`: the next
   * page follows at once.
   */
  takePage(
    stream: StreamName,
    records: readonly PulledRecord[],
    mark: { from: MarkPlace; to: StreamMark; more?: boolean },
  ): Promise<void>
  /** Take `withoutBase` of every document of these kinds and set the mark, in one step; not where the mark has moved. */
  restart(
    stream: StreamName,
    kinds: readonly string[],
    mark: { from: MarkPlace; to: StreamMark },
  ): Promise<void>
}

/** A record whose body may not have been looked into yet: `text` is its JSON. */
export type PulledRecord = SyncRecord & { text?: string; created_at?: string }

export interface Page {
  records: PulledRecord[]
  checkpoint: number
  /** First `seq` looked at in falling order; an edge that knows none answers without it. */
  newest?: number | undefined
  more: boolean
  scope: string
  /** An edge that knows none has never been put back. */
  generation?: string
  /** Kinds that were looked through; an edge that does not say has looked through all that were asked for. */
  kinds?: string
}

export interface PullOrder extends Omit<PageAsk, 'kinds'> {
  limit: number
  /** Leave out analyses that have ended and correct no other. An older edge refuses it as invalid. */
  open?: boolean
}

/** The calls of replication. All of them fail with a Fault: `offline`, `network`, `timeout` where nothing came back. */
export interface Service {
  pull(kinds: readonly string[], order: PullOrder): Promise<Page>
  /** Pages of several streams by one call, in their order; null for one that has to be asked for alone. */
  pulls(asks: readonly PageAsk[], limit: number): Promise<(Page | null)[]>
  /** As the edge has it now, never a kept answer. Null when it does not have it. */
  findAnalysis(uuid: string): Promise<Analysis | null>
  createAnalysis(input: CreateAnalysis, opId: string): Promise<Analysis>
  /** Read a record with its `seq`. Null if the edge cannot answer: an older edge, or an account that may not pull. */
  standing(uuid: string): Promise<{ record: Analysis; seq: number } | null>
  mergeAnalysis(
    uuid: string,
    operation: PendingMerge,
  ): Promise<{
    record: Analysis
    seq: number
    overwritten: { field: string; value: unknown }[]
  }>
}

/** The search calls, for an edge that does not know the pull. */
export interface SearchService {
  /** Ask for a page in the order of creation, the oldest first. */
  page(
    kind: string,
    order: {
      page: number
      limit: number
      window: { update_from: string; update_to: string } | null
    },
  ): Promise<{ data: Record<string, unknown>[]; pages: number }>
  /** Uuids to remove locally; none for a kind that has no trash bin. */
  trash(kind: string, since: string | undefined): Promise<string[]>
}

export interface Clock {
  /** Milliseconds since 1970 by this machine. */
  now(): number
  /** End early, without failing, when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

/** Report a problem that stops nothing: for the log, and for the operator of the service. */
export type Report = (problem: {
  what: 'record_set_aside' | 'page_failed' | 'step_failed'
  stream?: string
  seq?: number
  id?: string
  fault: FaultDetail
}) => void
