import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import type * as v from 'valibot'
import { type Analysis, analysis } from '../../domain/entities/analysis.ts'
import type { EntityFacts } from '../../domain/entity.ts'
import type { AnalysisRow } from '../local/list-rows.ts'
import { fetchMissing } from './fetch-missing.ts'
import { mode } from './mode.ts'
import { records, recordsReady } from './records.ts'

type Body<Facts extends EntityFacts> = v.InferOutput<Facts['schema']>

/** Row of a list; of an analysis only the fields that lists show. */
type Row<Facts extends EntityFacts> = Body<Facts> extends Analysis ? AnalysisRow : Body<Facts>

const nothing = {
  get: () => undefined,
  isWhole: () => false,
  subscribe: () => () => undefined,
  row: () => undefined,
  subscribeRow: () => () => undefined,
}

/**
 * Return every record of an entity, newest first, as it changes; undefined until the first answer. The newest ones come
 * first, the rest of a large table follows within moments. Stored records fit the entity's schema, because the edge
 * checks them. The array stays the same until something changes.
 */
export function useRecords<Facts extends EntityFacts>({
  kind,
  local,
}: Facts): Row<Facts>[] | undefined {
  useSignals()
  const list = (local && records.value?.model.list(kind)) || nothing
  return useSyncExternalStore(list.subscribe, list.get) as Row<Facts>[] | undefined
}

/**
 * Return false while the tables of this machine may be empty only because nothing was fetched yet. Without the service, what is
 * here is all there is.
 */
function useIsFetched(): boolean {
  useSignals()
  return recordsReady.value || mode.value.state === 'offline'
}

/** Return the records of an entity as `useRecords`, undefined also while an empty table was never fetched. */
export function useFetchedRecords<Facts extends EntityFacts>(
  entity: Facts,
): Row<Facts>[] | undefined {
  const rows = useRecords(entity)
  const isFetched = useIsFetched()
  return isFetched || rows?.length ? rows : undefined
}

/** Return true when the list has all records of an entity on this machine: until then counts are of the newest only. */
export function useWhole({ kind, local }: EntityFacts): boolean {
  useSignals()
  const list = (local && records.value?.model.list(kind)) || nothing
  return useSyncExternalStore(list.subscribe, list.isWhole)
}

/**
 * Return one row of a list as it changes, at once; undefined while it is not in the list. A long list is drawn again at most a
 * few times a second, however many of its rows change: a cell that shows something live reads its own row.
 */
export function useListRow<Facts extends EntityFacts>(
  { kind, local }: Facts,
  uuid: string,
): Row<Facts> | undefined {
  useSignals()
  const list = (local && records.value?.model.list(kind)) || nothing
  const subscribe = useCallback(
    (listener: () => void) => list.subscribeRow(uuid, listener),
    [list, uuid],
  )
  return useSyncExternalStore(subscribe, () => list.row(uuid)) as Row<Facts> | undefined
}

/**
 * Return one record by uuid as it changes, with its waiting operations; undefined until the first answer, null when
 * there is none. An analysis that is older than those on this machine is fetched, and is kept here then.
 */
export function useRecord<Facts extends EntityFacts>(
  { kind, local }: Facts,
  uuid: string | null,
): Body<Facts> | null | undefined {
  useSignals()
  const model = records.value?.model
  const [record, setRecord] = useState<Body<Facts> | null>()
  useEffect(() => {
    if (!model || !local || !uuid) return undefined
    let isKnown = false
    let stopFetching: (() => void) | null = null
    const stop = model.watch(`${kind}|${uuid}`, (body) => {
      // Stop asking for one that has come: the end of the next pull would take it for a missing one.
      if (body !== null) stopFetching?.()
      // Believe that one which was here is gone; another may be older than what was fetched.
      isKnown ||= body !== null
      if (isKnown || kind !== analysis.kind) setRecord(body as Body<Facts> | null)
      else stopFetching ??= fetchMissing(uuid, () => setRecord(null))
    })
    return () => {
      stop()
      stopFetching?.()
    }
  }, [model, kind, local, uuid])
  return uuid ? record : null
}

/** Records read between two draws. */
const readsPerDraw = 50

/**
 * Return whole records of rows of a list, in their order, as far as they have been read: a list of analyses keeps only some
 * fields. A record is read again when its row says that it changed.
 */
export function useBodies<Facts extends EntityFacts>(
  { kind }: Facts,
  rows: readonly { uuid: string; updated_at: string }[],
): { bodies: readonly Body<Facts>[]; isWhole: boolean } {
  useSignals()
  const model = records.value?.model
  const known = useRef(new Map<string, Body<Facts>>())
  const [shown, setShown] = useState<{ bodies: readonly Body<Facts>[]; isWhole: boolean }>({
    bodies: [],
    isWhole: false,
  })
  const keys = rows.map(({ uuid, updated_at }) => `${uuid}|${updated_at}`).join()
  useEffect(() => {
    if (!model) return undefined
    let isOld = false
    const read = async () => {
      const bodies: Body<Facts>[] = []
      for (const [at, key] of keys.split(',').filter(Boolean).entries()) {
        const [uuid] = key.split('|')
        const body = known.current.get(key) ?? (await model.read(`${kind}|${uuid}`))
        if (isOld) return
        if (body) {
          known.current.set(key, body as Body<Facts>)
          bodies.push(body as Body<Facts>)
        }
        if (at % readsPerDraw === readsPerDraw - 1)
          setShown({ bodies: [...bodies], isWhole: false })
      }
      setShown({ bodies, isWhole: true })
    }
    void read().catch(() => undefined)
    return () => {
      isOld = true
    }
  }, [model, kind, keys])
  return shown
}
