import type { AccountContext } from '../context.ts'
import { unwrap } from '../outcome.ts'

/** Swarms that something can be put into, by name: an archived one only keeps what is signed. */
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
