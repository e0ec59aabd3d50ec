import { effect, type ReadonlySignal } from '@preact/signals-react'
import type { NamedCompany } from '../../domain/calls/partners.ts'
import { visitCalls } from '../../domain/calls/visits.ts'
import { reachOf } from '../../domain/rules/reach.ts'
import { call } from '../client/call.ts'
import {
  forgetVisit,
  keepTraces,
  readTraces,
  type Trace,
  visiting,
  visitLock,
} from '../client/visiting.ts'
import { removePartition } from '../local/partition.ts'
import { paths } from '../paths.ts'
import { loseOpen } from './left-behind.ts'
import { personalSignal } from './personal.ts'
import { waitingCount } from './outbox.ts'
import { closeRecords, resyncRecords } from './records.ts'
import { account } from './session.ts'

const asked = personalSignal<{ company: NamedCompany | null } | null>(null)

/** The visit that is being asked for, with its company where that is chosen already. */
export const askedVisit: ReadonlySignal<{ company: NamedCompany | null } | null> = asked

/** Ask for a visit, which loads the app again: after a question where something is not saved. */
export function askVisit(company: NamedCompany | null): void {
  loseOpen(() => {
    asked.value = { company }
  })
}

export function dismissVisit(): void {
  asked.value = null
}

/** Tell if the person reaches other companies, and is at home now. */
export function mayVisit(): boolean {
  return visiting === null && account.value !== null && reachOf(account.value) !== null
}

/**
 * End the visit of this tab: at the service, then on this machine, where nothing of it is kept, and reload the app in the own company.
 * @param options.tell false when the service has ended it.
 * @throws Fault when the service cannot be reached.
 */
export async function endVisit({ tell }: { tell: boolean }): Promise<void> {
  if (!visiting) return
  const { user, company, visit } = visiting
  if (tell) {
    await call(visitCalls.end, { params: { id: company.uuid }, body: { visit: visit.uuid } })
  }
  // Count them for the next page, which says that they are lost: the service refuses them, and nothing of them stays here.
  const unsent = waitingCount.peek()
  await closeRecords({ leave: true })
  await removeTrace({ user, company: company.uuid })
  forgetVisit(unsent)
  location.assign(paths.home())
}

/** Interval at which a visit asks for changes. */
const pullEveryMs = 30_000

async function removeTrace(trace: Trace): Promise<void> {
  await removePartition(trace)
  keepTraces(readTraces().filter((one) => one.user !== trace.user || one.company !== trace.company))
}

/**
 * Hold the lock of the visit of this tab; at home, delete what visits of closed tabs have left. Called once, before records
 * are opened.
 */
export function followVisits(): void {
  if (visiting) {
    // Begin at home where somebody else signs in at this tab.
    effect(() => {
      const who = account.value?.uuid
      if (who === undefined || who === visiting?.user) return
      forgetVisit()
      location.reload()
    })
    // Pull now and then, since no bus of the other company sends its changes.
    setInterval(() => document.visibilityState === 'visible' && resyncRecords(), pullEveryMs)
    const trace = { user: visiting.user, company: visiting.company.uuid }
    if (!('locks' in navigator)) return
    void navigator.locks.request(
      visitLock(trace),
      { mode: 'shared' },
      () => new Promise(() => undefined),
    )
    return
  }
  if (!('locks' in navigator)) return
  for (const trace of readTraces()) {
    void navigator.locks.request(visitLock(trace), { ifAvailable: true }, async (lock) => {
      if (lock) await removeTrace(trace).catch(() => undefined)
    })
  }
}
