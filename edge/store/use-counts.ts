import { storesAtOnce } from '../../domain/catalog/limits.ts'
import { listCompanyIds } from '../directory/companies.ts'
import { logFailure } from '../log.ts'
import { unwrap } from '../outcome.ts'
import type { By } from './by.ts'
import { readCompanyId, readMeta, writeMeta } from './meta.ts'
import { readRecord } from './operations.ts'
import { otherStore } from './other-store.ts'
import { countProtocolsOf } from './rules/method-uses.ts'
import { allowMethod } from './rules/methods.ts'
import type { Sql } from './sql.ts'
import { wakeBy } from './wake.ts'

/**
 * Counts the protocols of all companies that use one of the provider's recipes, for its deletion (decision 66). The store asks the others
 * itself, after the answer: the person deletes the recipe again when it knows.
 */
export interface UseCount {
  state: 'asking' | 'known'
  /** Companies that have answered, and all of them. */
  asked: number
  total: number
  /** Protocols that use it. */
  uses: number
}

interface KeptCount extends UseCount {
  recipe: string
  /** `updated_at` of the recipe: it is archived, and no protocol begins to use it before it is edited. */
  of: string
}

/** Pause before companies that did not answer are asked again (ms). */
const restMs = 60_000
const metaName = 'use_counts'

function readCounts(sql: Sql): KeptCount[] {
  return JSON.parse(readMeta(sql, metaName) ?? '[]') as KeptCount[]
}

function writeCounts(sql: Sql, counts: readonly KeptCount[]): void {
  writeMeta(sql, metaName, JSON.stringify(counts))
}

/**
 * Return how many protocols use a recipe, or how far the companies have been asked: the first time they are asked from now on. A count
 * is given once, so that one that forbids the deletion is not kept for the next.
 * @throws Fault `refused` for a recipe that may not be deleted now, such as one that is not archived.
 */
export function takeUseCount(sql: Sql, recipe: string, by: By): UseCount {
  const record = readRecord(sql, 'global_recipe', recipe)
  // Answer a repeated delivery of its deletion, which the store knows.
  if (!record) return { state: 'known', asked: 0, total: 0, uses: 0 }
  allowMethod('global_recipe', 'delete', record, by)
  const of = record.updated_at
  const counts = readCounts(sql)
  const others = counts.filter((one) => one.recipe !== recipe)
  const kept = counts.find((one) => one.recipe === recipe && one.of === of)
  if (kept?.state === 'known') {
    writeCounts(sql, others)
    return kept
  }
  if (kept) return kept
  const begun = { recipe, of, state: 'asking', asked: 0, total: 0, uses: 0 } as const
  writeCounts(sql, [...others, begun])
  return begun
}

/** Ask the companies about every recipe whose count is open, so many at once. A failure is logged, and all are asked again. */
export async function keepUseCounts(
  storage: DurableObjectStorage,
  env: Env,
  sql: Sql,
): Promise<void> {
  const open = readCounts(sql).filter(({ state }) => state === 'asking')
  for (const count of open) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      await countEverywhere(env, sql, count)
    } catch (error) {
      logFailure('uses of a recipe not counted', error)
      // oxlint-disable-next-line no-await-in-loop
      await wakeBy(storage, Date.now() + restMs)
    }
  }
}

async function countEverywhere(env: Env, sql: Sql, { recipe, of }: KeptCount): Promise<void> {
  const own = readCompanyId(sql)
  const companies = await listCompanyIds(env.DIRECTORY)
  const usesIn = async (company: string): Promise<number> => {
    if (company === own) return countProtocolsOf(sql, recipe)
    const query = { name: 'protocolsOf', recipe } as const
    return unwrap(otherStore(env, company).ask(query, { kinds: [], swarms: [] }))
  }
  let uses = 0
  for (let from = 0; from < companies.length; from += storesAtOnce) {
    const some = companies.slice(from, from + storesAtOnce)
    // oxlint-disable-next-line no-await-in-loop
    const found = await Promise.all(some.map(usesIn))
    uses += found.reduce((sum, one) => sum + one, 0)
    const asked = from + some.length
    const state = asked === companies.length ? 'known' : 'asking'
    const now = { recipe, of, state, asked, total: companies.length, uses } as const
    // Compare again: it may have been edited and asked about again meanwhile.
    const isSame = (one: KeptCount) => one.recipe === recipe && one.of === of
    writeCounts(
      sql,
      readCounts(sql).map((one) => (isSame(one) ? now : one)),
    )
  }
}
