import type { Call, CallArguments } from '../../domain/call.ts'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { syncCalls } from '../../domain/calls/sync.ts'
import { type Analysis, analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { call, type CallOptions } from '../client/call.ts'
import { pause } from '../client/pause.ts'
import { failureOf, faultOf } from '../sync/back-off.ts'
import { readPageLines, readPagesLines } from './read-page-lines.ts'
import { writeAsks } from '../../domain/sync/asks.ts'
import { pageLinesType } from '../../domain/sync/page-lines.ts'
import type { Clock, SearchService, Service } from '../sync/ports.ts'

/** Never out of the answers kept for the time without network: it decides whether this machine's copy may go. */
const { offline: _kept, ...lookUp } = analysisCalls.get

const background = { background: true }
const onePage = { ...background, form: { type: pageLinesType, read: readPageLines } }
const manyPages = { ...background, form: { type: pageLinesType, read: readPagesLines } }

/** Send what has waited in the outbox: only calls of which the contract says that they may. */
const sendKept = <Row extends Call & { offline: 'queue' }>(
  row: Row,
  parts: CallArguments<Row>,
  options: CallOptions,
) => call(row, parts, options)

/**
 * Return the calls of replication as this page makes them.
 * @param until from then on nothing is asked any more, nor repeated: the records belong to nobody here.
 */
export function serviceUntil(until?: AbortSignal): Service {
  // Send it once: the replication repeats all of it itself, and knows what else nobody answers.
  const options = { ...background, signal: until, once: true }
  return {
    pull: (kinds, { after, before, limit, home, open }) => {
      const query = {
        kinds: kinds.join(','),
        after: String(after),
        limit: String(limit),
        ...(before === undefined ? {} : { before: String(before) }),
        ...(home && { home }),
        ...(open && { open: 'Y' as const }),
      }
      return call(syncCalls.pull, { query }, { ...onePage, ...options })
    },
    pulls: async (asks, limit) => {
      const query = { asks: writeAsks(asks), limit: String(limit) }
      const { pages, scope } = await call(syncCalls.pulls, { query }, { ...manyPages, ...options })
      return pages.map((page) => page && { ...page, scope })
    },
    findAnalysis: async (uuid) => {
      try {
        return await call(lookUp, { params: { id: uuid }, query: {} }, options)
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    createAnalysis: (input, opId) =>
      sendKept(analysisCalls.create, { body: input }, { ...options, opId }),
    standing: async (uuid) => {
      const query = { kinds: analysis.kind, after: '0', limit: '1', uuid }
      try {
        const { records } = await call(syncCalls.pull, { query }, options)
        const found = records.find((one) => one.uuid === uuid)
        return found?.body ? { record: found.body as Analysis, seq: found.seq } : null
      } catch (error) {
        if (failureOf(faultOf(error)) === 'final') return null
        throw error
      }
    },
    mergeAnalysis: (uuid, { op_id: opId, base_seq, changes, reason }) => {
      const params = { id: uuid }
      const comments = changes.flatMap((one) => (one.field === 'comments' ? one.to : []))
      if (comments.length > 0) {
        return sendKept(analysisCalls.comment, { params, body: { comments } }, { ...options, opId })
      }
      const edits = changes.filter((one) => one.field !== 'comments')
      const body = { base_seq, changes: edits, ...(reason ? { reason } : {}) }
      return sendKept(analysisCalls.merge, { params, body }, { ...options, opId })
    },
  }
}

/**
 * Return true for 404, or an answer with 200 that means no: both mean that the record must be created (spec §4 "Offline
 * sync").
 */
function isAbsent(error: unknown): boolean {
  return error instanceof Fault && (error.code === 'not_found' || error.first.reason === 'said_no')
}

/** For an edge that does not know the pull, which few will ever meet. */
export const browserSearch: SearchService = {
  page: async (kind, order) => (await import('./search-tables.ts')).searchPage(kind, order),
  trash: async (kind, since) => (await import('./search-tables.ts')).searchTrash(kind, since),
}

export const browserClock: Clock = {
  now: () => Date.now(),
  wait: pause,
}
