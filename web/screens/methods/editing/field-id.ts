/** The id of the element of a field, such as `process.steps.3.temperature`: problems lead to it. */
export function fieldId(field: string): string {
  return `recipe-${field.replaceAll('.', '-')}`
}

/** Texts of problems by field; several of one field are joined. */
export type FieldErrors = Readonly<Record<string, string>>
