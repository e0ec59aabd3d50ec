import type { Kind } from '../../../domain/registry.ts'
import type { Operation, StoredBody } from '../../../edge/store/operations.ts'

const actor = {
  uuid: '00000000-0000-4000-8000-00000000be9c',
  name: 'bench',
  via: 'operator',
} as const

/** Return the operation by which a bench writes a record of its own, with its entry in the trail. */
export function benchOperation(kind: Kind, body: StoredBody, at: string): Operation {
  const uuid = String(body['uuid'])
  return {
    opId: `bench:${uuid}`,
    kind,
    uuid,
    action: 'company.put',
    actor,
    at,
    change: () => body,
  }
}
