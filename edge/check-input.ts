import * as v from 'valibot'
import type { Schema } from '../domain/call.ts'
import { Fault, type FaultDetail } from '../domain/fault.ts'
import { describeIssue } from '../domain/rules/describe-issue.ts'

/** Most problems told of one request; a person mends some and sends again. */
const detailLimit = 20
/** Largest value, as JSON, that is looked through to its end after the first problem. */
const gatherLimit = 64 * 1024

/**
 * What a schema makes of a part of a request (`params`, `query`, or '' for the body).
 * @throws Fault `invalid`, one detail for each problem with its dotted path. Of a large value only the first is told:
 * a list of a million wrong items would make a million problems, and they take the memory.
 */
export function checkInput(schema: Schema | undefined, value: unknown, place: string): unknown {
  if (!schema) return undefined
  const first = v.safeParse(schema, value, { abortEarly: true })
  if (first.success) return first.output
  const isSmall = place !== '' || (JSON.stringify(value)?.length ?? 0) <= gatherLimit
  const issues = (isSmall ? v.safeParse(schema, value).issues : undefined) ?? first.issues
  const [one, ...others] = issues.slice(0, detailLimit).map((issue) => detailOf(issue, place))
  throw one ? new Fault([one, ...others]) : new Fault('invalid', 'Current form is invalid')
}

function detailOf(issue: v.BaseIssue<unknown>, place: string): FaultDetail {
  const path = v.getDotPath(issue)
  const described = describeIssue(issue)
  return {
    ...described,
    code: 'invalid',
    message: described.message.slice(0, 300).toWellFormed(),
    field: [place, path].filter(Boolean).join('.').slice(0, 300).toWellFormed(),
  }
}
