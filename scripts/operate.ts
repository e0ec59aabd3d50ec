import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as v from 'valibot'
import type { Call, CallFacts } from '../domain/call.ts'
import { readReply } from '../domain/reply.ts'

/** A local deployment, whose operator's secret lies in `<stateDir>/secrets.json`. */
export interface Place {
  address: string
  stateDir: string
}

export type Body<Row extends CallFacts> = Row['body'] extends v.GenericSchema
  ? v.InferInput<Row['body']>
  : never

/** Makes a call as the operator of a local deployment. @throws Fault */
export async function operate<Row extends Call>(
  { address, stateDir }: Place,
  row: Row,
  body: Body<Row>,
): Promise<unknown> {
  const { OPERATOR_SECRET } = JSON.parse(
    readFileSync(join(stateDir, 'secrets.json'), 'utf8'),
  ) as Record<string, string>
  const response = await fetch(`${address}/v3${row.path}`, {
    method: row.method,
    headers: { Authorization: `Operator ${OPERATOR_SECRET}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return readReply(await response.json())
}
