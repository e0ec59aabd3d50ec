import * as v from 'valibot'
import { heldFields, listFields } from './schema-fields.ts'

type Body = Record<string, unknown>
interface Shape {
  schema: v.GenericSchema
}

/** Example values of new fields, by the name of the field. */
export type Examples = Readonly<Record<string, unknown>>

/**
 * Read the variable `FREEZE`: `1` freezes, and a JSON object also gives example values of new fields, such as `{"box_count":4}`.
 * @returns null where nothing is to be frozen. @throws Error for any other text.
 */
export function readFreeze(given: string | undefined): Examples | null {
  if (given === undefined || given === '') return null
  if (given === '1') return {}
  const examples: unknown = JSON.parse(given)
  if (typeof examples !== 'object' || examples === null || Array.isArray(examples)) {
    throw new Error(`FREEZE is 1 or a JSON object of example values, not ${given}`)
  }
  return examples as Examples
}

/** List the fields and forms of a schema that none of the bodies holds. */
export function findMissing({ schema }: Shape, bodies: readonly Body[]) {
  const held = new Set(bodies.flatMap((body) => heldFields(schema, body)))
  return listFields(schema).filter((field) => !held.has(field))
}

/**
 * Make bodies that hold missing fields: copies of the known ones, with an example value wherever the schema takes it and it adds a
 * missing field. One copy for each place, so that optional fields stay absent elsewhere.
 */
export function makeBodies(shape: Shape, bodies: readonly Body[], examples: Examples): Body[] {
  const missing = new Set(findMissing(shape, bodies))
  const names = Object.keys(examples).filter((name) =>
    [...missing].some((field) => field.includes(`.${name}`)),
  )
  const made: Body[] = []
  if (names.length === 0) return made
  for (const body of bodies) {
    for (let at = 0; at < objectsIn(body).length; at++) {
      for (const name of names) {
        const copy = structuredClone(body)
        const place = objectsIn(copy)[at]
        if (place) place[name] = examples[name]
        if (!v.is(shape.schema, copy)) continue
        const added = heldFields(shape.schema, copy).filter((field) => missing.has(field))
        if (added.length === 0) continue
        for (const field of added) missing.delete(field)
        made.push(copy)
      }
      if (missing.size === 0) return made
    }
  }
  return made
}

function objectsIn(value: unknown): Body[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap((one) => objectsIn(one))
  return Array.isArray(value) ? inner : [value as Body, ...inner]
}
