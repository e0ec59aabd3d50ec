import { foldName } from '../../domain/rules/plain-text.ts'
import { type DueEntry, keepIfChanged } from './due-entries.ts'

/** Facts of a person that only their identity provider has. */
export interface ProvidedPerson {
  external_id: string | null
  removed: boolean
  names: Names | null
}

/** Parts of which a provider has put a name together. */
export interface Names {
  givenName: string
  familyName: string
}

/** A group of an identity provider, and what the company gives its members. */
export interface ProvidedGroup {
  uuid: string
  display_name: string
  external_id: string | null
  profile_uuid: string | null
  swarms: string[]
  created_at: string
  updated_at: string
  members: string[]
}

type GroupRow = Omit<ProvidedGroup, 'members' | 'swarms'> & { swarms: string; members: string }

/** Return what the provider of a company has said of these of its people, by their uuid. */
export async function readPeople(
  directory: D1Database,
  company: string,
  people: readonly string[],
): Promise<Map<string, ProvidedPerson>> {
  const { results } = await directory
    .prepare(
      `SELECT user_uuid, external_id, removed, names FROM scim_people
       WHERE company_uuid = ?1 AND user_uuid IN (SELECT value FROM json_each(?2))`,
    )
    .bind(company, JSON.stringify(people))
    .all<Record<'external_id' | 'names', string | null> & { user_uuid: string; removed: number }>()
  return new Map(
    results.map(({ user_uuid, external_id, removed, names }) => [
      user_uuid,
      { external_id, removed: removed === 1, names: JSON.parse(names ?? 'null') as Names | null },
    ]),
  )
}

/** List the people of a company whom its provider has deleted: some of them may be active again, by an administrator. */
export async function listRemoved(directory: D1Database, company: string): Promise<string[]> {
  const { results } = await directory
    .prepare('SELECT user_uuid FROM scim_people WHERE company_uuid = ?1 AND removed = 1')
    .bind(company)
    .all<{ user_uuid: string }>()
  return results.map(({ user_uuid }) => user_uuid)
}

/** The ids that a provider gives have no index yet: the rows of the company are read for them, and only then. */
const named = `UNION SELECT user_uuid FROM scim_people
  WHERE company_uuid = ?1 AND external_id IN (SELECT value FROM json_each(?4))`

/** Find people of a company by what they sign in with, in any spelling, and by ids of its provider. */
export async function findPeople(
  directory: D1Database,
  company: string,
  { names, externalIds }: { names: readonly string[]; externalIds: readonly string[] },
): Promise<string[]> {
  const { results } = await directory
    .prepare(
      `SELECT user_uuid FROM logins WHERE company_uuid = ?1 AND user_uuid IN (
         SELECT user_uuid FROM login_names WHERE folded IN (SELECT value FROM json_each(?2))
         UNION SELECT user_uuid FROM logins WHERE username IN (SELECT value FROM json_each(?3))
         UNION SELECT user_uuid FROM logins WHERE email IN (SELECT value FROM json_each(?3))
         ${externalIds.length > 0 ? named : ''})`,
    )
    .bind(
      company,
      JSON.stringify(names.map(foldName)),
      JSON.stringify(names),
      ...(externalIds.length > 0 ? [JSON.stringify(externalIds)] : []),
    )
    .all<{ user_uuid: string }>()
  return results.map(({ user_uuid }) => user_uuid)
}

/** Return the groups that these people of a company are in, by person; groups by name. */
export async function groupsOf(
  directory: D1Database,
  company: string,
  people: readonly string[],
): Promise<Map<string, Pick<ProvidedGroup, 'uuid' | 'display_name'>[]>> {
  const { results } = await directory
    .prepare(
      `SELECT scim_members.user_uuid, scim_groups.uuid, scim_groups.display_name FROM scim_members
         JOIN scim_groups ON scim_groups.uuid = scim_members.group_uuid
         JOIN logins ON logins.user_uuid = scim_members.user_uuid AND logins.company_uuid = ?1
       WHERE scim_members.user_uuid IN (SELECT value FROM json_each(?2))
         AND scim_groups.company_uuid = ?1
       ORDER BY scim_groups.display_name, scim_groups.uuid`,
    )
    .bind(company, JSON.stringify(people))
    .all<{ user_uuid: string; uuid: string; display_name: string }>()
  const groups = new Map<string, Pick<ProvidedGroup, 'uuid' | 'display_name'>[]>()
  for (const { user_uuid, ...group } of results) {
    groups.set(user_uuid, [...(groups.get(user_uuid) ?? []), group])
  }
  return groups
}

/**
 * Keep some facts of a person; the others stay as they are, but not those that another company had.
 * @param given.seen id that the provider had for the person; where it has another one by now, nothing is kept.
 * @returns false where nothing was kept.
 */
export async function keepPerson(
  directory: D1Database,
  given: {
    company: string
    user: string
    facts: Partial<ProvidedPerson>
    seen: string | null | undefined
  },
): Promise<boolean> {
  const { company, user, facts, seen } = given
  const { external_id, removed, names } = facts
  const { meta } = await directory
    .prepare(
      `INSERT INTO scim_people (user_uuid, company_uuid, external_id, removed, names)
       VALUES (?1, ?2, ?3, ?4, ?9)
       ON CONFLICT (user_uuid) DO UPDATE SET company_uuid = ?2,
         external_id = iif(?5 OR company_uuid <> ?2, ?3, external_id),
         removed = iif(?6 OR company_uuid <> ?2, ?4, removed),
         names = iif(?10 OR company_uuid <> ?2, ?9, names)
       WHERE ?7 OR company_uuid <> ?2 OR external_id IS ?8`,
    )
    .bind(
      user,
      company,
      external_id ?? null,
      removed ? 1 : 0,
      external_id === undefined ? 0 : 1,
      removed === undefined ? 0 : 1,
      seen === undefined ? 1 : 0,
      seen ?? null,
      names ? JSON.stringify(names) : null,
      names === undefined ? 0 : 1,
    )
    .run()
  return meta.changes > 0
}

/** Return the groups of a company by name, each with its members. */
export async function listGroups(directory: D1Database, company: string): Promise<ProvidedGroup[]> {
  const { results } = await directory
    .prepare(
      `SELECT uuid, display_name, external_id, profile_uuid, swarms, created_at, updated_at,
         (SELECT json_group_array(scim_members.user_uuid) FROM scim_members
            JOIN logins ON logins.user_uuid = scim_members.user_uuid AND logins.company_uuid = ?1
            WHERE group_uuid = scim_groups.uuid) AS members
       FROM scim_groups WHERE company_uuid = ?1 ORDER BY display_name, uuid`,
    )
    .bind(company)
    .all<GroupRow>()
  return results.map(({ swarms, members, ...rest }) => ({
    ...rest,
    swarms: JSON.parse(swarms) as string[],
    members: JSON.parse(members) as string[],
  }))
}

/** Add a group. Returns false where the company has one of this name, whatever the case of its letters. */
export async function addGroup(
  directory: D1Database,
  company: string,
  group: Pick<ProvidedGroup, 'uuid' | 'display_name' | 'external_id'>,
  at: string,
): Promise<boolean> {
  const { meta } = await directory
    .prepare(
      `INSERT OR IGNORE INTO scim_groups
         (uuid, company_uuid, display_name, external_id, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?5)`,
    )
    .bind(group.uuid, company, group.display_name, group.external_id, at)
    .run()
  return meta.changes > 0
}

/** Time of a change of a group (?3), later than that of the one before: no two states of a group have the same. */
const stamped = `max(?3, strftime('%Y-%m-%dT%H:%M:%fZ', updated_at, '+0.001 seconds'))`

/** Stamp a group that is as it was seen. Returns false where it has been changed since. */
export async function claimGroup(
  directory: D1Database,
  company: string,
  { uuid, seen, at }: { uuid: string; seen: string; at: string },
): Promise<boolean> {
  const { meta } = await directory
    .prepare(
      `UPDATE scim_groups SET updated_at = ${stamped}
       WHERE company_uuid = ?1 AND uuid = ?2 AND updated_at = ?4`,
    )
    .bind(company, uuid, at, seen)
    .run()
  return meta.changes > 0
}

/** Change names of a group. Returns false where another group has the name. */
export async function renameGroup(
  directory: D1Database,
  company: string,
  group: Pick<ProvidedGroup, 'uuid' | 'display_name' | 'external_id'>,
  at: string,
): Promise<boolean> {
  const { meta } = await directory
    .prepare(
      `UPDATE OR IGNORE scim_groups SET display_name = ?4, external_id = ?5, updated_at = ${stamped}
       WHERE company_uuid = ?1 AND uuid = ?2`,
    )
    .bind(company, group.uuid, at, group.display_name, group.external_id)
    .run()
  return meta.changes > 0
}

type Mapping = Pick<ProvidedGroup, 'uuid' | 'profile_uuid' | 'swarms'>

/**
 * Choose what a group gives its members, with the entry of it.
 * @returns false where it gives something else by now than before, and for a group that is not the company's.
 */
export async function mapGroup(
  directory: D1Database,
  { uuid, ...next }: Mapping,
  { before, due }: { before: Mapping; due: DueEntry },
): Promise<boolean> {
  const statement = directory
    .prepare(
      `UPDATE scim_groups SET profile_uuid = ?3, swarms = ?4
       WHERE company_uuid = ?1 AND uuid = ?2 AND profile_uuid IS ?5 AND swarms = ?6`,
    )
    .bind(
      due.company_uuid,
      uuid,
      next.profile_uuid,
      JSON.stringify(next.swarms),
      before.profile_uuid,
      JSON.stringify(before.swarms),
    )
  const [mapped] = await directory.batch([statement, keepIfChanged(directory, due)])
  return (mapped?.meta.changes ?? 0) > 0
}

/**
 * Let groups that give a merged swarm give the other one, each with an entry: else their members would keep it when they leave the group,
 * and nobody could be added. May be repeated.
 * @param stays whether the merged swarm is kept, with its signed runs, for those who are in it.
 * @param due entry for each of them, whose reason becomes its name.
 */
export async function mapMerged(
  directory: D1Database,
  { from, into, stays }: { from: string; into: string; stays: boolean },
  due: DueEntry,
): Promise<void> {
  const has = (place: string) =>
    `EXISTS (SELECT 1 FROM json_each(scim_groups.swarms) WHERE value = ${place})`
  const giving = `company_uuid = ?1 AND ${has('?2')} AND NOT (?4 AND ${has('?3')})`
  const places = [due.company_uuid, from, into, stays ? 1 : 0]
  await directory.batch([
    directory
      .prepare(
        `INSERT INTO due_entries (uuid, company_uuid, note)
         SELECT lower(hex(randomblob(16))), company_uuid, json_set(?5, '$.by.reason', display_name)
         FROM scim_groups WHERE ${giving}`,
      )
      .bind(...places, due.note),
    directory
      .prepare(
        `UPDATE scim_groups SET swarms = (SELECT json_group_array(value) FROM (
           SELECT value FROM json_each(scim_groups.swarms) WHERE value <> ?2 OR ?4 UNION SELECT ?3))
         WHERE ${giving}`,
      )
      .bind(...places),
  ])
}

/** Remove a group that nobody of the company is in. Returns false where somebody has been put into it meanwhile. */
export async function removeGroup(
  directory: D1Database,
  company: string,
  uuid: string,
): Promise<boolean> {
  const inside = `SELECT 1 FROM scim_members
    JOIN logins ON logins.user_uuid = scim_members.user_uuid AND logins.company_uuid = ?1
    WHERE group_uuid = ?2`
  const [, left] = await directory.batch([
    directory
      .prepare(
        `DELETE FROM scim_groups WHERE company_uuid = ?1 AND uuid = ?2 AND NOT EXISTS (${inside})`,
      )
      .bind(company, uuid),
    directory
      .prepare('SELECT 1 FROM scim_groups WHERE company_uuid = ?1 AND uuid = ?2')
      .bind(company, uuid),
  ])
  return left?.results.length === 0
}

/** Put a person of the company into a group, or take them out; into one that was deleted meanwhile they are not put. */
export async function setMember(
  directory: D1Database,
  given: { company: string; group: string; user: string; isMember: boolean; at: string },
): Promise<void> {
  const { company, group, user, isMember, at } = given
  const change = isMember
    ? directory
        .prepare(
          `INSERT OR IGNORE INTO scim_members (group_uuid, user_uuid)
           SELECT uuid, user_uuid FROM scim_groups JOIN logins USING (company_uuid)
           WHERE uuid = ?1 AND user_uuid = ?2 AND company_uuid = ?3`,
        )
        .bind(group, user, company)
    : directory
        .prepare('DELETE FROM scim_members WHERE group_uuid = ?1 AND user_uuid = ?2')
        .bind(group, user)
  const stamp = directory
    .prepare(`UPDATE scim_groups SET updated_at = ${stamped} WHERE company_uuid = ?1 AND uuid = ?2`)
    .bind(company, group, at)
  await directory.batch([change, stamp])
}

/** Take a person out of all groups of the company. */
export async function leaveGroups(
  directory: D1Database,
  { company, user, at }: { company: string; user: string; at: string },
): Promise<void> {
  const own = `SELECT scim_groups.uuid FROM scim_groups
    JOIN scim_members ON scim_members.group_uuid = scim_groups.uuid AND scim_members.user_uuid = ?2
    WHERE scim_groups.company_uuid = ?1`
  await directory.batch([
    directory
      .prepare(`UPDATE scim_groups SET updated_at = ${stamped} WHERE uuid IN (${own})`)
      .bind(company, user, at),
    directory
      .prepare(`DELETE FROM scim_members WHERE user_uuid = ?2 AND group_uuid IN (${own})`)
      .bind(company, user),
  ])
}
