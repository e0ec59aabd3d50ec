import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as v from 'valibot'
import type { Call, CallFacts } from '../domain/call.ts'
import { readReply } from '../domain/reply.ts'

/** Local deployment, with the operator's secret in `<stateDir>/secrets.json`. */
export interface Place {
  address: string
  stateDir: string
}

export type Body<Row extends CallFacts> = Row['body'] extends v.GenericSchema
  ? v.InferInput<Row['body']>
  : never

/** Make a call as the operator of a local deployment. @throws Fault */
export async function operate<Row extends Call>(
  place: Place,
  row: Row,
  body: Body<Row>,
): Promise<unknown> {
  return send(place, row, JSON.stringify(body), { 'Content-Type': 'application/json' })
}

/** Call the operator's API with files. @throws Fault */
export async function operateForm(place: Place, row: Call, form: FormData): Promise<unknown> {
  return send(place, row, form, {})
}

async function send(
  { address, stateDir }: Place,
  { path, method }: Call,
  body: string | FormData,
  headers: Record<string, string>,
): Promise<unknown> {
  const { OPERATOR_SECRET } = JSON.parse(
    readFileSync(join(stateDir, 'secrets.json'), 'utf8'),
  ) as Record<string, string>
  const response = await fetch(`${address}/v3${path}`, {
    method,
    headers: { Authorization: `Operator ${OPERATOR_SECRET}`, ...headers },
    body,
  })
  return readReply(await response.json())
}
