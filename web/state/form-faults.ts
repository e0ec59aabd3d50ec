import * as v from 'valibot'
import { Fault } from '../../domain/fault.ts'
import { describeIssue } from '../../domain/rules/describe-issue.ts'
import { errorTexts, faultText } from '../i18n/faults.ts'

export type FieldTexts = Readonly<Record<string, string>>

/** Check a form's value by a schema and return the first text of each field. */
export function checkFields(schema: v.GenericSchema, value: unknown): FieldTexts {
  const read = v.safeParse(schema, value)
  const texts: Record<string, string> = {}
  for (const issue of read.issues ?? []) {
    const field = v.getDotPath(issue)?.split('.')[0]
    if (field) texts[field] ??= faultText({ code: 'invalid', ...describeIssue(issue) })
  }
  return texts
}

/** Sort the refusals of the edge: texts that belong to a field of the form, or to a part of one that the form names, and the others. */
export function sortFaults(
  error: unknown,
  fields: readonly string[],
): { fields: FieldTexts; others: string[] } {
  if (!(error instanceof Fault)) return { fields: {}, others: errorTexts(error) }
  const found: Record<string, string> = {}
  const others: string[] = []
  for (const detail of error.details) {
    const [whole] = detail.field?.split('.') ?? []
    const field = fields.find((one) => one === detail.field) ?? whole
    if (field && fields.includes(field))
      found[field] = [found[field], faultText(detail)].filter(Boolean).join(' ')
    else others.push(faultText(detail))
  }
  return { fields: found, others }
}
