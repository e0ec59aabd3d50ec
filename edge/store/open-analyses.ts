/**
 * Condition of the analyses that browsers keep however old they are: those that have not ended, and corrections. An index holds them in the
 * order of their changes (migrations.ts). SQLite uses it only for a query that repeats this condition word for word.
 */
export const isOpenAnalysis = `kind = 'analysis' AND deleted_at IS NULL
  AND (json_extract(body, '$.status') IN ('INIT', 'RUNNING') OR json_extract(body, '$.corrects') IS NOT NULL)`
