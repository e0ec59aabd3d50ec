import { canonicalJson } from '../../../domain/canonical.ts'
import type { Evaluation } from '../../../domain/entities/evaluation-recipe.ts'
import type { Recipe } from '../../../domain/entities/recipe.ts'
import { writeCqMethods } from '../../../domain/rules/cq-default.ts'
import { type Body, replayEntry } from '../../../domain/trail/entry.ts'
import { hashText } from '../../crypto/hash-text.ts'
import { readAudit } from '../audit.ts'
import type { Sql } from '../sql.ts'

/** Halves of a recipe, each of which is kept as a method of its own too. */
export const halves = ['process', 'evaluation'] as const
export type Half = (typeof halves)[number]

/** Content of a version: SHA-256 of the canonical JSON of each half. */
export type Content = Readonly<Record<Half, string>>

/** A version as an entry of the trail leaves it; `follows` names the version of the provider's recipe that it was taken from. */
export type Written = Content & { version: number; follows: string }

/** A recipe after each of its entries: its version, and the approved one whose day may have come before the store wrote it down. */
export interface RecipeHistory {
  uuid: string
  /** Its first entry copies another one. */
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

export function readHistories(sql: Sql): Histories {
  const hash = hashesOf()
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
  kind: 'recipe' | 'global_recipe' | `${Half}_recipe`,
  take: (body: Body) => Taken,
): { uuid: string; isCopy: boolean; steps: ({ seq: number } & Taken)[] }[] {
  return sql
    .all<{ uuid: string }>('SELECT DISTINCT uuid FROM audit WHERE kind = ?', kind)
    .map(({ uuid }) => {
      let last: Body = {}
      const entries = readAudit(sql, kind, uuid)
      const steps = entries.map((entry) => {
        last = replayEntry(last, entry) ?? last
        return { seq: entry.seq, ...take(last) }
      })
      return { uuid, isCopy: entries[0]?.action === `${kind}.duplicate`, steps }
    })
}

function versionsIn(body: Body, hash: Hash): Written[] {
  const { version, process, evaluation, origin, next } = body as Partial<Recipe>
  const written = (of: Pick<Recipe, 'version' | Half>, from: Recipe['origin']): Written => ({
    version: of.version,
    follows: from ? `${from.global_uuid} ${from.version}` : '',
    process: hash('process', of.process),
    evaluation: hash('evaluation', of.evaluation),
  })
  if (version === undefined || !process || !evaluation) return []
  const own = written({ version, process, evaluation }, origin)
  const isDue = next?.release.state === 'approved'
  return isDue ? [own, written(next, next.origin ?? origin)] : [own]
}

type Hash = (half: Half, value: unknown) => string

/** Hash each value once: entries that leave a half alone share it. */
function hashesOf(): Hash {
  const known = new WeakMap<object, string>()
  return (half, value) => {
    if (typeof value !== 'object' || value === null) return ''
    const found = known.get(value)
    if (found !== undefined) return found
    // A half that was split off has the Cq method written into it which older recipes mean without saying so.
    const spelled = half === 'evaluation' ? writeCqMethods(value as Evaluation, 'threshold') : value
    const hash = hashText(canonicalJson(spelled))
    known.set(value, hash)
    return hash
  }
}
