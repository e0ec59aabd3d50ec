import type { JsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import type { Call, Schema } from '../../../domain/call.ts'
import type { Operation } from '../../../edge/openapi/document.ts'
import { serverFields } from './mutate.ts'
import { bodySchemaOf, groups, schemas, targetsOf } from './requests.ts'
import { Values } from './values.ts'
import type { World } from './world.ts'

/**
 * Bodies of people that have such a field on purpose, each with its safeguard; everywhere else it is refused. A new row
 * with such a field fails until it is listed here.
 */
export const declared: Readonly<Record<string, string>> = {
  'analysis_edit status': 'asked for, decided by the state machine; VALIDATION only by a signature',
  'analysis_validate record_hash': 'what was on the screen, compared with the record',
  'apiKey_create permissions': 'no more than the maker holds',
  'audit_sign record_hash': 'what was prepared and on the screen, compared with the record',
  'calibration_sign record_hash': 'what was prepared and on the screen, compared with the record',
  'commissioning_sign record_hash': 'what was prepared and on the screen, compared with the record',
  'certificate_edit status': 'decided by the state machine',
  'certificate_edit signature': 'password and meaning of an electronic signature, verified here',
  'device_migrate company_uuid': 'the company a device goes to, within reach',
  'instrument_edit status': 'a working state set by people',
  'instrument_issue status': 'a working state set by people',
  'lot_release signature': 'password and meaning of an electronic signature, verified here',
  'lot_withdraw signature': 'password and meaning of an electronic signature, verified here',
  'identityProvider_prove record_hash':
    'what is on the screen, compared with the record at the signature',
  'notification_sign record_hash': 'came with the message, compared with the record',
  'permission_edit permissions': 'the call is for nothing else, and no more than the editor holds',
  'profile_create permissions': 'no more than the maker holds',
  'recipe_approveVersion record_hash': 'what was on the screen, compared with the record',
  'report_approve record_hash': 'what was on the screen, compared with the record',
  'signTogether_opened record_hash': 'what a page has loaded, compared with the record',
  'study_edit status': 'archives and brings back, decided by the state machine',
  'study_sign record_hash': 'what was on the screen, compared with the record',
  'webhook_create secret': 'the signing secret that a person chose, sealed and never answered',
  'webhook_edit secret': 'the signing secret that a person chose, sealed and never answered',
  'user_migrate company_uuid': 'the company a person goes to, within reach',
}

export interface FieldWrite {
  row: string
  field: string
  problem: string
}

export interface FieldWrites {
  /** Pairs of a row and a field. */
  tried: number
  accepted: FieldWrite[]
  /** `row field` of all that have one, and of those among them that `declared` says nothing about. */
  found: string[]
  undeclared: string[]
}

/**
 * Write each field that only the server writes into the body of each write of people, beside a body that is right
 * otherwise: it must be refused by its name, not passed over in silence. A refusal names one such field, so each is sent
 * alone. With `bySchema` one request of each row shows that the service reads its body by its schema, and that schema is
 * asked for the other fields, which takes a twentieth of the requests.
 */
export async function writeServerFields(
  world: World,
  { isDry = false, bySchema = false } = {},
): Promise<FieldWrites> {
  const writes: FieldWrites = { tried: 0, accepted: [], found: [], undeclared: [] }
  const values = new Values(schemas, world.ids)
  for (const [nth, target] of groups.flatMap(targetsOf).entries()) {
    const { id, row, path, operation } = target
    const schema = bodySchemaOf(operation)
    const isOfPeople = (row.caller ?? 'account') === 'account' && row.send !== 'multipart'
    if (row.safe || !schema || !row.body || !isOfPeople) continue
    const names = namesOf(schema.$ref?.split('/').at(-1) ?? '')
    writes.found.push(
      ...serverFields.filter((one) => names.includes(one)).map((one) => `${id} ${one}`),
    )
    if (isDry) continue
    const [body] = values.sample(schema, 1, 7) as [object]
    const at = pathOf(path, operation, values)
    const foreign = serverFields.filter((one) => !names.includes(one))
    // Send another field of each row, so that each field is sent with some.
    const sent = bySchema ? foreign[nth % foreign.length] : undefined
    for (const field of foreign) {
      const given = { ...body, [field]: 'Y' }
      const isAsked = bySchema && field !== sent
      const problem = isAsked
        ? problemOfSchema(row.body, given, field)
        : problemOf(await sendTo(world, { id, row, path: at }, given), field)
      if (problem !== null) writes.accepted.push({ row: id, field, problem })
      writes.tried += 1
    }
  }
  writes.undeclared = writes.found.filter((one) => declared[one] === undefined)
  return writes
}

/** Return what is wrong with how a schema reads a body with a foreign field; null if it refuses that by its name. */
function problemOfSchema(schema: Schema, body: object, field: string): string | null {
  const { issues = [] } = v.safeParse(schema, body)
  return issues.some((issue) => v.getDotPath(issue) === field) ? null : 'its schema takes it'
}

/** Return what is wrong with an answer to a body with a foreign field; null if that was refused by its name. */
function problemOf({ status, text }: { status: number; text: string }, field: string) {
  // Pass the refusal of a person who may not at all, which says nothing about the field, and changes nothing either.
  const isRefused = status === 403 || (status === 422 && text.includes(`"field":"${field}"`))
  return isRefused ? null : `${status} ${text.slice(0, 200)}`
}

function sendTo(
  world: World,
  { id, row, path }: { id: string; row: Call; path: string },
  body: object,
) {
  const request = { row: id, who: 'admin', method: row.method, path, headers: plain } as const
  return world.send({ ...request, body: JSON.stringify(body) })
}

function pathOf(path: string, { parameters }: Operation, values: Values): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const one = parameters.find((parameter) => parameter['name'] === name)?.['schema'] as JsonSchema
    const tries = values.sample(one, 30, 7).map(String)
    const pattern = new RegExp(one.pattern ?? '')
    return encodeURIComponent(tries.find((text) => pattern.test(text)) ?? '')
  })
}

const plain = {
  'x-requested-with': 'XMLHttpRequest',
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
}

/** List the names that a body takes at its top, through choices and references. */
function namesOf(name: string): string[] {
  const walk = (schema: (typeof schemas)[string] | undefined): string[] => {
    if (!schema) return []
    const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
    const referred =
      schema.$ref === undefined ? [] : walk(schemas[schema.$ref.split('/').at(-1) ?? ''])
    return [
      ...Object.keys(schema.properties ?? {}),
      ...referred,
      ...choices.flatMap((one) => walk(one as (typeof schemas)[string])),
    ]
  }
  return walk(schemas[name])
}
