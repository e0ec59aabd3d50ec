import * as v from 'valibot'

/** List what an edit sends: only what is different, so that nothing else is written over. */
export function changesOf<Values extends object>(before: Values, after: Values): Partial<Values> {
  const known = before as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(known[field]),
    ),
  ) as Partial<Values>
}

/** Return the schema of one field of a form, without its optional wrapper; null where the form has none. */
export function fieldSchema(schema: v.GenericSchema, name: string): v.GenericSchema | null {
  const { entries } = schema as { entries?: Record<string, v.GenericSchema> }
  const found = entries?.[name]
  return found ? bare(found) : null
}

function bare(schema: v.GenericSchema): v.GenericSchema {
  const { wrapped } = schema as { wrapped?: v.GenericSchema }
  return wrapped ? bare(wrapped) : schema
}

export type FieldKind =
  | 'text'
  | 'email'
  | 'tel'
  | 'lines'
  | 'number'
  | 'day'
  | 'choice'
  | 'choices'
  | 'check'
  | 'password'
  | 'code'

/** Tell from its schema how a field is filled in. What a schema does not say (`tel`, `lines`) the form says. */
export function fieldKind(schema: v.GenericSchema | null): FieldKind {
  if (actionsOf(schema).some(({ type, message }) => [type, message].includes('email')))
    return 'email'
  if (actionsOf(schema).some(({ type }) => type === 'iso_date')) return 'day'
  switch (schema?.type) {
    case 'array':
      return 'choices'
    case 'boolean':
      return 'check'
    case 'number':
      return 'number'
    case 'picklist':
      return isYesNo(schema) ? 'check' : 'choice'
    default:
      return 'text'
  }
}

interface Action {
  type: string
  message?: unknown
  pipe?: readonly Action[]
}

/** List the checks of a schema beyond the type of a value, also those in nested pipes. */
function actionsOf(schema: unknown): Action[] {
  const { pipe = [] } = (schema ?? {}) as Action
  return pipe.flatMap((one) => [one, ...actionsOf(one)])
}

/** Tell if a field holds `Y` or `N`, as records write what is on or off. */
export function isYesNo(schema: v.GenericSchema | null): boolean {
  const { options } = (schema ?? {}) as { options?: readonly unknown[] }
  return options?.length === 2 && options.includes('Y') && options.includes('N')
}

/** Tell if a field must be filled in: its schema refuses the empty value. */
export function isDue(schema: v.GenericSchema | null): boolean {
  const empty = schema?.type === 'array' ? [] : schema?.type === 'number' ? null : ''
  return schema !== null && !v.safeParse(schema, empty).success
}
