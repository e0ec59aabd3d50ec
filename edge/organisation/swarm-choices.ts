import type { AccountContext } from '../context.ts'
import { unwrap } from '../outcome.ts'

/** List the swarms that a record can be put into, by name; an archived one takes no new records. */
export async function swarmChoices({
  own,
  by,
}: AccountContext): Promise<{ value: string; label: string }[]> {
  const query = { order: 'name ASC', limit: '500' }
  const { data } = await unwrap(own.list('swarm', query, by.sight))
  return data
    .filter(({ archived }) => archived !== 1)
    .map(({ uuid, name }) => ({ value: uuid as string, label: name as string }))
}
