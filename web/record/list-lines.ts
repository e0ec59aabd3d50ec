import * as v from 'valibot'
import type { FaultDetail } from '../../domain/fault.ts'
import { describeIssue } from '../../domain/rules/describe-issue.ts'

/** A line of a list that is read from a file or a paste, with what keeps it from being written. */
export interface ListedLine {
  /** Line of the text, counted from 1. */
  line: number
  /** Empty where it can be written. */
  problems: FaultDetail[]
}

/** Find the first problem of one value of a line, by the schema that it is sent with. */
export function checkValue(schema: v.GenericSchema, value: unknown, field: string): FaultDetail[] {
  const { issues } = v.safeParse(schema, value)
  return (issues ?? [])
    .slice(0, 1)
    .map((issue) => ({ code: 'invalid', ...describeIssue(issue), field }))
}

/**
 * Sort what the service refused of a list to its lines, by the fields that it named; the rest belongs to no line.
 * @param name of the list in the body.
 */
export function sortByLine(
  name: string,
  details: readonly FaultDetail[],
): { lines: ReadonlyMap<number, FaultDetail[]>; others: FaultDetail[] } {
  const lines = new Map<number, FaultDetail[]>()
  const others: FaultDetail[] = []
  const place = new RegExp(`^(?:body\\.)?${name}\\.(\\d+)(?:\\.|$)`)
  for (const detail of details) {
    const at = place.exec(detail.field ?? '')?.[1]
    if (at === undefined) others.push(detail)
    else lines.set(Number(at), [...(lines.get(Number(at)) ?? []), detail])
  }
  return { lines, others }
}
