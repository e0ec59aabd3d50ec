import { auditQueries } from './queries/audit.ts'
import { readOutsideFacts } from './alarms/outside-facts.ts'
import { accessQueries } from './queries/access.ts'
import { calibrationQueries } from './queries/calibrations.ts'
import { commentQueries } from './queries/comments.ts'
import { commandQueries } from './queries/commands.ts'
import { handOverQueries } from './queries/hand-over.ts'
import { lanQueries } from './queries/lan.ts'
import { lotQueries } from './queries/lots.ts'
import { materialQueries } from './queries/material.ts'
import { methodQueries } from './queries/methods.ts'
import { analysisQueries } from './queries/analyses.ts'
import { outgoingQueries } from './queries/outgoing.ts'
import { peopleQueries } from './queries/people.ts'
import { permissionUseQueries } from './queries/permission-uses.ts'
import { rehearsalQueries } from './queries/rehearsal.ts'
import { recallQueries } from './queries/recalls.ts'
import { rowQueries } from './queries/rows.ts'
import { organisationQueries } from './queries/organisation.ts'
import { trashQueries } from './queries/trash.ts'
import { versionQueries } from './queries/versions.ts'
import type { Sight } from './lists.ts'
import type { Sql } from './sql.ts'

/**
 * Questions to the store by name: `(sql, arguments, sight) => answer`. Those of each area have a file of their own in
 * store/queries. They read only, and answer no record that is out of sight.
 */
const queries = {
  ...accessQueries,
  ...auditQueries,
  ...calibrationQueries,
  ...commandQueries,
  ...commentQueries,
  ...handOverQueries,
  ...lanQueries,
  ...lotQueries,
  ...materialQueries,
  ...organisationQueries,
  ...analysisQueries,
  ...outgoingQueries,
  ...peopleQueries,
  ...permissionUseQueries,
  ...recallQueries,
  ...rehearsalQueries,
  ...rowQueries,
  ...versionQueries,
  ...methodQueries,
  ...trashQueries,
  /** Facts for the alarms of a company; asked of the provider's store. */
  outsideFacts: readOutsideFacts,
}

type Queries = typeof queries
export type QueryName = keyof Queries

/** Answers of the queries, by name. */
export type Answers = { [Name in QueryName]: ReturnType<Queries[Name]> }

/** The question itself: its name and its arguments; plain data, so that it can cross to the object. */
export type QueryOf<Name extends QueryName> = { name: Name } & Parameters<Queries[Name]>[1]

export function answerQuery<Name extends QueryName>(
  sql: Sql,
  query: QueryOf<Name>,
  sight: Sight,
): Answers[Name] {
  const answer = queries[query.name] as (...given: [Sql, QueryOf<Name>, Sight]) => Answers[Name]
  return answer(sql, query, sight)
}
