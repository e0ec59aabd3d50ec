import type { Recipe, RecipeRelease } from '../../../domain/entities/recipe.ts'
import type { OpenVersion } from '../../../domain/rules/recipe-version.ts'
import type { AuditEntry } from '../../../domain/trail/entry.ts'
import { type Half, halves, type HashHalf, makeHashHalf } from '../method-hashes.ts'
import { isPerson, peopleBehind } from '../people-behind.ts'
import type { Sql } from '../sql.ts'
import { eachTrueEntry } from '../trailed-row.ts'

type Authors = RecipeRelease['authors']

/** Steps that bring the provider's content: who takes them has not written it. */
const offers: readonly string[] = ['recipe.adopt', 'recipe.adopt_version']

/** Content of a version, and the state of its release. A process or evaluation recipe has one half and no state. */
type Version = Partial<Record<Half, string>> & { state?: string | undefined }

/** A method as its entries lead to it. Hashes are kept in place of bodies: all of them would fill the memory. */
interface Method {
  kind: string
  own: Version
  /** The version beside that of a recipe. */
  next: Version | null
  /** Entries by which people wrote it. */
  written: Pick<AuditEntry, 'actor' | 'at'>[]
  /** Number of these entries up to the last one that led to the wanted content. */
  counted: number
  /** True where it was approved, or in force, with the wanted content. */
  wasApproved: boolean
}

/**
 * List the people who wrote a version elsewhere, at any time: its programme or evaluation as a method of its own, or a draft of another
 * recipe that does the same and that nobody has approved. They are authors of the version, also if another person put it together or typed
 * it again. Methods may have been changed or deleted since, so their content is read from the trail. A half that the version in force has
 * already was approved with that one.
 * @throws DamageFault when an entry of any method was written over: it may hide an author.
 */
export function authorsElsewhere(sql: Sql, recipe: Recipe, open: OpenVersion): Authors {
  const hash = makeHashHalf()
  const wanted = versionOf(open, hash)
  const inForce = recipe.next ? versionOf(recipe, hash) : null
  const fresh = halves.filter((half) => inForce?.[half] !== wanted[half])
  if (fresh.length === 0) return []
  const methods = new Map<string, Method>()
  for (const entry of eachTrueEntry(sql, ['recipe', ...fresh.map(kindOf)])) {
    const { kind, uuid, record_hash } = entry
    if (uuid === recipe.uuid || record_hash === null) continue
    const method = methods.get(uuid) ?? newMethod(kind)
    methods.set(uuid, method)
    const half = fresh.find((one) => kindOf(one) === kind)
    takeEntry(method, entry, half ? { [half]: wanted[half] } : wanted, hash)
  }
  const found = [...methods.values()]
  // Leave out what was approved once: who copied it has written nothing.
  const isKnown = found.some(({ wasApproved }) => wasApproved)
  return found
    .filter(({ kind }) => kind !== 'recipe' || !isKnown)
    .flatMap(({ written, counted }) => written.slice(0, counted))
    .flatMap(({ actor, at }) => peopleBehind(sql, actor, at))
}

const kindOf = (half: Half) => `${half}_recipe` as const

function newMethod(kind: string): Method {
  return { kind, own: {}, next: null, written: [], counted: 0, wasApproved: false }
}

function versionOf(value: object, hash: HashHalf): Version {
  const { process, evaluation, release } = value as Partial<OpenVersion>
  return {
    process: hash('process', process),
    evaluation: hash('evaluation', evaluation),
    state: release?.state,
  }
}

/** Take one entry more of a method: who wrote it, and whether it has the wanted content now. */
function takeEntry(
  method: Method,
  { changes, actor, at, action }: AuditEntry,
  wanted: Version,
  hash: HashHalf,
): void {
  const before = versionsOf(method).map(deedsOf)
  for (const { field, after } of changes) {
    if (field === 'process' || field === 'evaluation') method.own[field] = hash(field, after)
    if (field === 'release') method.own.state = (after as RecipeRelease | undefined)?.state
    if (field === 'next') method.next = after ? versionOf(after, hash) : null
  }
  const versions = versionsOf(method)
  const same = versions.filter((one) => deedsOf(one) === deedsOf(wanted))
  const isOpen = ({ state }: Version) => state === 'draft' || state === 'review'
  if (method.kind === 'recipe' && !same.every(isOpen)) method.wasApproved = true
  if (versions.every((one) => before.includes(deedsOf(one)))) return
  if (isPerson(actor) && !offers.includes(action)) method.written.push({ actor, at })
  if (same.length > 0) method.counted = method.written.length
}

const versionsOf = ({ own, next }: Method) => (next ? [own, next] : [own])

function deedsOf({ process = '', evaluation = '' }: Version): string {
  return `${process} ${evaluation}`
}
