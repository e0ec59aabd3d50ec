import { recipeCalls } from '../../domain/calls/recipes.ts'
import { capabilitiesOf } from '../../domain/entities/company.ts'
import type { Recipe, RecipeRelease } from '../../domain/entities/recipe.ts'
import type { Language } from '../../domain/catalog/languages.ts'
import type { User } from '../../domain/entities/user.ts'
import { versionActions } from '../../domain/actions/recipe-version.ts'
import { can, effectivePermissions } from '../../domain/permissions.ts'
import { countedWith, isAmong } from '../../domain/rules/second-person.ts'
import { type OpenVersion, openVersion } from '../../domain/rules/recipe-version.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { reviewWords } from '../mail/review-words.ts'
import { type Verdict, verdictWords } from '../mail/verdict-words.ts'
import type { By } from './by.ts'
import { openRecord } from './open-record.ts'
import { type PlannedOperation, readRecord } from './operations.ts'
import { listWanting, planDelivery } from './outgoing-changes.ts'
import { readCompany, readWaiting } from './principal.ts'
import type { Sql } from './sql.ts'

/** A person who may approve the version in review, with the address that mail goes to. */
export type Approver = Pick<User, 'uuid' | 'name' | 'email'> & { language: Language }

/**
 * Find the people who may approve a version: active, holding the permission, in the swarm of the recipe, and none of its
 * authors.
 */
function findApprovers(
  sql: Sql,
  { swarm_uuid: swarm }: Pick<Recipe, 'swarm_uuid'>,
  authors: RecipeRelease['authors'],
): Approver[] {
  const company = readCompany(sql)
  if (!company) return []
  const mayApprove = new Map<string, boolean>()
  const written = authors.map((one) => one.uuid)
  const waiting = readWaiting(sql)
  const holds = (uuid: string) => {
    const granted = readRecord(sql, 'profile', uuid)?.permissions ?? []
    const held = effectivePermissions(granted, capabilitiesOf(company))
    return can(held, versionActions.approve.needs) && can(held, recipeCalls.get.needs)
  }
  return sql
    .all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'user' AND deleted_at IS NULL ORDER BY name, uuid`,
    )
    .map(({ body }) => openRecord('user', body))
    .filter(({ uuid, active, swarms, profile_uuid: profile, service, unconfirmed }) => {
      // Leave out people who wait for a confirmation, who sign nothing.
      if (active !== 'Y' || service || unconfirmed?.length) return false
      const counted_with = countedWith(uuid, [], waiting)
      if (isAmong(written, { user_uuid: uuid, counted_with }) !== false) return false
      if (swarm !== null && !swarms.includes(swarm)) return false
      if (!mayApprove.has(profile)) mayApprove.set(profile, holds(profile))
      return mayApprove.get(profile) === true
    })
    .map(({ uuid, name, email, default_language: language }) => ({ uuid, name, email, language }))
}

/**
 * Plan a notification to the people who may approve a draft that is sent to review, one for each language. A draft that was
 * sent already makes none.
 */
export function planReviewNotices(
  sql: Sql,
  uuid: string,
  by: By,
  at: string,
): PlannedOperation<'delivery'>[] {
  const recipe = readRecord(sql, 'recipe', uuid)
  const open = recipe && openVersion(recipe, at)
  if (!recipe || open?.release.state !== 'draft') return []
  const people = findApprovers(sql, recipe, open.release.authors)
  const written = (language: Language) =>
    reviewWords(language, { recipe: recipe.name, version: open.version, author: by.actor.name })
  return planNotices(people, written, { recipe, name: 'review', by, at })
}

/** Plan a notification about a recipe to people, one for each of their languages. */
function planNotices(
  people: readonly Pick<Approver, 'uuid' | 'language'>[],
  written: (language: Language) => ReturnType<typeof reviewWords>,
  { recipe, name, by, at }: { recipe: Recipe; name: 'review' | 'verdict'; by: By; at: string },
): PlannedOperation<'delivery'>[] {
  const { uuid, updated_at } = recipe
  return [...Map.groupBy(people, (one) => one.language)].map(([language, readers]) =>
    planDelivery(
      {
        uuid: derivedUuid(uuid, `${name} ${updated_at} ${language}`),
        notification_uuid: uuid,
        about: { kind: 'recipe', uuid },
        ...written(language),
        sender: by.actor.name,
        users: readers.map((one) => one.uuid),
      },
      at,
    ),
  )
}

/**
 * Plan a notification to the authors of the version in review about what its reviewer decided, one for each language. None to the
 * reviewer, and to those who have switched off decisions about their recipes.
 */
export function planVerdictNotices(
  sql: Sql,
  uuid: string,
  verdict: Pick<Verdict, 'kind' | 'reason'>,
  by: By,
  at: string,
): PlannedOperation<'delivery'>[] {
  const recipe = readRecord(sql, 'recipe', uuid)
  const open = recipe && openVersion(recipe, at)
  if (!recipe || open?.release.state !== 'review') return []
  const authors = open.release.authors.filter((one) => one.uuid !== by.actor.uuid)
  const wanting = listWanting(
    sql,
    authors.map((one) => one.uuid),
    'recipe',
  )
  const people = wanting.flatMap((person) => {
    const found = readRecord(sql, 'user', person)
    if (found?.active !== 'Y' || found.service) return []
    return [{ uuid: found.uuid, language: found.default_language }]
  })
  const written = (language: Language) =>
    verdictWords(language, {
      ...verdict,
      recipe: recipe.name,
      version: open.version,
      reviewer: by.actor.name,
    })
  return planNotices(people, written, { recipe, name: 'verdict', by, at })
}

/** The version of a recipe that waits for an approval, with the people who may give it. */
export interface WaitingVersion {
  version: OpenVersion['version']
  approvers: Approver[]
}

/** Find who may approve the version in review; null where none waits. */
export function findWaitingVersion(sql: Sql, { uuid }: { uuid: string }): WaitingVersion | null {
  const recipe = readRecord(sql, 'recipe', uuid)
  const open = recipe && openVersion(recipe, new Date().toISOString())
  if (!recipe || open?.release.state !== 'review') return null
  return { version: open.version, approvers: findApprovers(sql, recipe, open.release.authors) }
}
