import { useCallback, useEffect, useRef, useState } from 'react'
import type * as v from 'valibot'
import type { Call, CallData } from '../../domain/call.ts'
import type { NamedCompany } from '../../domain/calls/partners.ts'
import type { EntityFacts } from '../../domain/entity.ts'
import { call } from '../client/call.ts'
import { readPages } from '../client/read-pages.ts'
import { errorTexts } from '../i18n/faults.ts'
import { mode } from '../state/mode.ts'
import { resyncRecords } from '../state/records.ts'
import { useFetchedRecords, useWhole } from '../state/use-records.ts'

/** Source of a list's rows. Make it once, outside of components. */
export type Source<Row> = { readonly entity: EntityFacts } | { readonly read: Read<Row> }

/**
 * Read all rows; those of the first pages are shown while the others are on their way.
 * @param tell gets the companies that did not answer, once all others have.
 */
type Read<Row> = (
  signal: AbortSignal,
  show?: (rows: readonly Row[]) => void,
  tell?: (silent: readonly NamedCompany[]) => void,
) => Promise<readonly Row[]>

export interface Rows<Row> {
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined
  /** False while more are on their way. */
  isWhole: boolean
  /** Reasons that they could not be read (again); rows that are there stay. */
  failure: readonly string[]
  /** Companies that did not answer: their rows are missing. */
  silent?: readonly NamedCompany[]
  /** Something may be new. */
  again: () => void
}

/** Read a list from the table that this machine keeps of an entity: as records change, also without network. */
export function localRows<Facts extends EntityFacts>(
  entity: Facts,
): Source<v.InferOutput<Facts['schema']>> {
  return { entity }
}

type RowOf<Row extends Call> =
  CallData<Row> extends { data: readonly (infer Item)[] } ? Item : never

/** As many as the service gives at once. */
const limit = '500'

/** Read a list from a search of the contract: all of its pages, for what is kept on no machine. */
export function askedRows<Row extends Call>(
  row: Row,
  given: { order?: string; body?: object } = {},
): Source<RowOf<Row> & { uuid: string }> {
  const { order, body } = given
  return {
    read: async (signal, show, tell) => {
      const { rows, silent } = await readPages<RowOf<Row> & { uuid: string }>({
        pages: 'all',
        idOf: ({ uuid }) => uuid,
        ...(show && { show }),
        read: (page, after) => {
          const place = after === null ? { page } : { after }
          const parts = {
            query: { limit, ...place, ...(order && { order }) },
            ...(body && { body }),
          }
          return call(row as Call, parts, { signal }) as never
        },
      })
      tell?.(silent)
      return rows
    },
  }
}

const noEntity = { kind: '', local: null } as unknown as EntityFacts

/** Load a list, the same way wherever it comes from. Asked again when the service is back and when the page is looked at. */
export function useRows<Row>(source: Source<Row>): Rows<Row> {
  const entity = 'entity' in source ? source.entity : noEntity
  const local = useFetchedRecords(entity) as readonly Row[] | undefined
  const isWhole = useWhole(entity)
  const asked = useAsked('read' in source ? source.read : null)
  return 'entity' in source ? { rows: local, isWhole, failure: none, again: resyncRecords } : asked
}

const none: readonly string[] = []
const noCompanies: readonly NamedCompany[] = []

function useAsked<Row>(read: Read<Row> | null): Rows<Row> {
  const [rows, setRows] = useState<readonly Row[]>()
  const [isWhole, setWhole] = useState(false)
  const wasWhole = useRef(false)
  const [failure, setFailure] = useState(none)
  const [silent, setSilent] = useState<readonly NamedCompany[]>(noCompanies)
  const [round, setRound] = useState(0)
  const again = useCallback(() => setRound((before) => before + 1), [])
  useEffect(() => {
    if (!read) return undefined
    const stop = new AbortController()
    // Show page by page the first time only: a list that is whole is not replaced by its first page.
    const show = (found: readonly Row[]) => {
      if (!wasWhole.current && !stop.signal.aborted) setRows(found)
    }
    const tell = (companies: readonly NamedCompany[]) => {
      if (!stop.signal.aborted) setSilent(companies)
    }
    const ask = () =>
      read(stop.signal, show, tell).then(
        (found) => {
          wasWhole.current = true
          setRows(found)
          setWhole(true)
          setFailure(none)
        },
        (error: unknown) => {
          if (!stop.signal.aborted) setFailure(errorTexts(error))
        },
      )
    const look = () => {
      if (document.visibilityState === 'visible') void ask()
    }
    // Watch the connection, which also asks for the first time.
    const unwatch = mode.subscribe(() => void ask())
    document.addEventListener('visibilitychange', look)
    return () => {
      stop.abort()
      unwatch()
      document.removeEventListener('visibilitychange', look)
    }
  }, [read, round])
  return { rows, isWhole: isWhole || failure.length > 0, failure, silent, again }
}
