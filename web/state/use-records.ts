import { useEffect, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import type * as v from 'valibot'
import type { EntityFacts } from '../../domain/entity.ts'
import { database } from './records.ts'

type Body<Facts extends EntityFacts> = v.InferOutput<Facts['schema']>

/**
 * Every record of an entity, newest first, as it changes; undefined until the first answer.
 * What is stored fits the entity's schema: the edge lets nothing else in.
 */
export function useRecords<Facts extends EntityFacts>({
  kind,
  local,
}: Facts): Body<Facts>[] | undefined {
  useSignals()
  const source = database.value
  const [records, setRecords] = useState<Body<Facts>[]>()
  useEffect(() => {
    if (!source || !local) return undefined
    const query = source[local.collection].find({
      selector: { kind },
      sort: [{ created_at: 'desc' }],
    })
    const following = query.$.subscribe((found) =>
      setRecords(found.map((one) => one.toJSON().body as Body<Facts>)),
    )
    return () => following.unsubscribe()
  }, [source, kind, local])
  return records
}

/** One record by uuid as it changes; undefined until the first answer, null when there is none. */
export function useRecord<Facts extends EntityFacts>(
  { kind, local }: Facts,
  uuid: string | null,
): Body<Facts> | null | undefined {
  useSignals()
  const source = database.value
  const [record, setRecord] = useState<Body<Facts> | null>()
  useEffect(() => {
    if (!source || !local || !uuid) return undefined
    const query = source[local.collection].findOne(`${kind}|${uuid}`)
    const following = query.$.subscribe((found) =>
      setRecord((found?.toJSON().body as Body<Facts>) ?? null),
    )
    return () => following.unsubscribe()
  }, [source, kind, local, uuid])
  return uuid ? record : null
}
