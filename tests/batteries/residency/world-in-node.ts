import { SELF } from './cloudflare-test.ts'

/** Stands in for tests/edge/matrix/world.ts, which reaches into the stores: from here records go in by calls. */
export const canary = 'Kanarienvogel'

interface PutRecord {
  type: string
  kind: string
  uuid: string
  body: object
}

const byOperator = ['process_recipe', 'evaluation_recipe', 'recipe', 'application', 'protocol']

/** Records of methods, which the operator may put; what cannot be done from outside is an example less. */
export async function changeInside(company: string, change: PutRecord): Promise<void> {
  const { type, kind, uuid, body } = change
  if (type !== 'put' || !byOperator.includes(kind)) {
    throw new Error(`${type} of ${kind} is done inside the worker`)
  }
  const answer = await SELF.fetch('https://bapp.test/v3/operator/records', {
    method: 'POST',
    headers: {
      Authorization: 'Operator OPERATOR_SECRET-for-tests-only-0123456789',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ company_uuid: company, records: [{ kind, uuid, body }] }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

export function storeOf(): never {
  throw new Error('a store is inside the worker')
}

export function makeWorld(): never {
  throw new Error('the battery makes its own')
}
