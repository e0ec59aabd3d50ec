import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { mostTogether } from '../../domain/rules/sign-together.ts'

/** A run without findings that its reviewer has opened, with curves and results, as it was shown; the service has noted it. */
export interface OpenedRun {
  /** Account that opened it: another one in the same tab has none of it. */
  user: string
  record: Analysis
  record_hash: string
}

const opened = signal<ReadonlyMap<string, OpenedRun>>(new Map())

/** Runs that were opened since the page was loaded: a reload forgets them, and they are opened again. */
export const openedRuns: ReadonlySignal<ReadonlyMap<string, OpenedRun>> = opened

/** Runs whose note is on its way to the service, as they were shown. */
const noting = new Map<string, Analysis>()

/**
 * Note a run as opened at the service, then here, unless it was forgotten or shown otherwise meanwhile. Whether its page is
 * still there does not matter.
 * @param note notes it at the service and returns its hash.
 */
export async function noteOpened(
  { user, record }: Omit<OpenedRun, 'record_hash'>,
  note: () => Promise<string>,
): Promise<void> {
  noting.set(record.uuid, record)
  const record_hash = await note()
  if (noting.get(record.uuid) === record) keepOpened({ user, record, record_hash })
}

export function keepOpened(run: OpenedRun): void {
  opened.value = new Map([...opened.peek(), [run.record.uuid, run]])
}

export function forgetOpened(uuids: readonly string[]): void {
  for (const uuid of uuids) noting.delete(uuid)
  if (!uuids.some((uuid) => opened.peek().has(uuid))) return
  opened.value = new Map([...opened.peek()].filter(([uuid]) => !uuids.includes(uuid)))
}

/** Return the opened runs of a round that can be signed now, in its order: still to be signed, and as they were when opened. */
export function listReady(
  runs: ReadonlyMap<string, OpenedRun>,
  round: { user: string; uuids: readonly string[] },
  rows: readonly Pick<Analysis, 'uuid' | 'status' | 'updated_at'>[],
): OpenedRun[] {
  const now = new Map(rows.map((row) => [row.uuid, row]))
  return round.uuids
    .flatMap((uuid) => runs.get(uuid) ?? [])
    .filter(({ user, record }) => {
      const row = now.get(record.uuid)
      const isSame = row?.status === 'COMPLETE' && row.updated_at === record.updated_at
      return user === round.user && isSame
    })
    .slice(0, mostTogether)
}
