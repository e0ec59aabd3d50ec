import type { Recipe } from '../../../domain/entities/recipe.ts'
import { type Body, replayEntry } from '../../../domain/trail/entry.ts'
import { type Content, type Half, halves, type HashHalf, makeHashHalf } from '../method-hashes.ts'
import type { Sql } from '../sql.ts'
import { newestOperation } from '../store-time.ts'
import { readEntries } from './follow-entries.ts'

/** A version as an entry of the trail leaves it; `follows` names the version of the provider's recipe that it was taken from. */
export type Written = Content & { version: number; follows: string }

/** Name a version of the provider's recipe as the versions name it that were taken from it. */
export const nameFollowed = (global_uuid: string, version: number) => `${global_uuid} ${version}`

/** A recipe after each of its entries: its version, and the approved one whose day may have come before the store wrote it down. */
export interface RecipeHistory {
  uuid: string
  /** True where its first entry copies another one. */
  isCopy: boolean
  steps: readonly { seq: number; versions: readonly Written[] }[]
}

/** A process or evaluation recipe after each of its entries. */
export interface HalfHistory {
  half: Half
  isCopy: boolean
  steps: readonly { seq: number; content: string }[]
}

/** The methods of a store as their entries lead to them, also deleted ones. */
export interface Histories {
  recipes: readonly RecipeHistory[]
  parts: readonly HalfHistory[]
}

const kinds = ['recipe', 'global_recipe', 'process_recipe', 'evaluation_recipe'] as const

/** Histories of the stores that are open, each with the number of the newest operation when it held. */
const known = new WeakMap<Sql, { upTo: number; histories: Histories }>()

/**
 * Return the histories of all methods. They are long, and every plan asks what open recalls reach, so they are read once until the next
 * entry of a method. What a transaction reads is not kept: its entries may be undone.
 */
export function readHistories(sql: Sql): Histories {
  const { seq } = newestOperation(sql)
  const before = known.get(sql)
  const isKnown = before && before.upTo <= seq && !hasChanged(sql, before.upTo)
  const histories = isKnown ? before.histories : readAll(sql)
  if (!sql.isWriting) known.set(sql, { upTo: seq, histories })
  return histories
}

function hasChanged(sql: Sql, since: number): boolean {
  const query = `SELECT seq FROM audit WHERE seq > ? AND +kind IN (SELECT value FROM json_each(?)) LIMIT 1`
  return sql.first(query, since, JSON.stringify(kinds)) !== null
}

function readAll(sql: Sql): Histories {
  const hash = makeHashHalf()
  return {
    recipes: (['recipe', 'global_recipe'] as const).flatMap((kind) =>
      readSteps(sql, kind, (body) => ({ versions: versionsIn(body, hash) })),
    ),
    parts: halves.flatMap((half) =>
      readSteps(sql, `${half}_recipe`, (body) => ({ content: hash(half, body[half]) })).map(
        ({ isCopy, steps }) => ({ half, isCopy, steps }),
      ),
    ),
  }
}

/** Read the records of a kind entry by entry. Of each body only what `take` returns is kept: all of them would fill the memory. */
function readSteps<Taken extends object>(
  sql: Sql,
  kind: (typeof kinds)[number],
  take: (body: Body) => Taken,
): { uuid: string; isCopy: boolean; steps: ({ seq: number } & Taken)[] }[] {
  return sql
    .all<{ uuid: string }>('SELECT DISTINCT uuid FROM audit WHERE kind = ?', kind)
    .map(({ uuid }) => {
      let body: Body = {}
      let isCopy = false
      const steps: ({ seq: number } & Taken)[] = []
      for (const { entry } of readEntries(sql, kind, uuid)) {
        if (!entry) continue
        if (steps.length === 0) isCopy = entry.action === `${kind}.duplicate`
        body = replayEntry(body, entry) ?? body
        steps.push({ seq: entry.seq, ...take(body) })
      }
      return { uuid, isCopy, steps }
    })
}

function versionsIn(body: Body, hash: HashHalf): Written[] {
  const { version, process, evaluation, origin, next } = body as Partial<Recipe>
  const written = (of: Pick<Recipe, 'version' | Half>, from: Recipe['origin']): Written => ({
    version: of.version,
    follows: from ? nameFollowed(from.global_uuid, from.version) : '',
    process: hash('process', of.process),
    evaluation: hash('evaluation', of.evaluation),
  })
  if (version === undefined || !process || !evaluation) return []
  const own = written({ version, process, evaluation }, origin)
  const isDue = next?.release.state === 'approved'
  return isDue ? [own, written(next, next.origin ?? origin)] : [own]
}
