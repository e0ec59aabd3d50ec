import { effect, type ReadonlySignal, computed, signal } from '@preact/signals-react'
import { alarmCalls } from '../../domain/calls/alarms.ts'
import type { Alarm } from '../../domain/entities/alarm.ts'
import { Fault, type FaultCode } from '../../domain/fault.ts'
import { call } from '../client/call.ts'
import { t } from '../i18n/intl.ts'
import { mode } from './mode.ts'
import { resyncRecords } from './records.ts'
import { account, holdPerson } from './session.ts'
import { showToast } from './toasts.ts'
import { keepItem } from '../keep-item.ts'

/** An acknowledgement that was given here and that the service does not know yet. */
export interface AlarmMark {
  alarm: string
  name: string
  note: string
  /** `updated_at` of the alarm that the person saw. */
  base: string
  /** Names the operation: however often it is sent, it is made once. */
  opId: string
}

const current = signal<{ of: string; marks: readonly AlarmMark[] } | null>(null)

/** Acknowledgements of the account that wait for the service, and never those of another account. */
export const alarmMarks: ReadonlySignal<readonly AlarmMark[]> = computed(() => {
  const who = account.value?.uuid
  if (!who) return []
  return current.value?.of === who ? current.value.marks : readMarks(who)
})

/**
 * Refusals of this acknowledgement. All other failures say nothing about the alarm, such as an end of the session, after which
 * somebody else may sign in: the mark stays for the next time.
 */
const final: readonly FaultCode[] = [
  'forbidden',
  'invalid',
  'not_found',
  'refused',
  'stale',
  'taken',
]

/**
 * Acknowledge an alarm, or keep that where the service cannot be reached.
 * @returns whether the service has taken it. @throws Fault for a refusal
 */
export async function acknowledgeAlarm(
  { uuid, name, updated_at }: Alarm,
  note: string,
  opId: string,
): Promise<'sent' | 'kept'> {
  const who = account.peek()?.uuid ?? ''
  const mark = { alarm: uuid, name, note, base: updated_at, opId }
  try {
    await send(mark)
    return 'sent'
  } catch (error) {
    if (!isForLater(error)) throw error
    writeMarks(who, [...readMarks(who).filter(({ alarm }) => alarm !== uuid), mark])
    return 'kept'
  }
}

async function send({ alarm, note, base, opId }: AlarmMark): Promise<void> {
  await call(alarmCalls.acknowledge, { params: { id: alarm }, body: { note, base } }, { opId })
  resyncRecords()
}

function isForLater(error: unknown): boolean {
  return error instanceof Fault && !final.includes(error.code)
}

let isSending = false

/** Send what waits, one after the other. What the service refuses for good is dropped, and the person sees that. */
async function sendMarks(): Promise<void> {
  const who = account.peek()?.uuid
  if (!who || isSending) return
  isSending = true
  const isHere = holdPerson()
  try {
    for (const mark of readMarks(who)) {
      if (!isHere()) return
      try {
        // Send one after the other: the first that cannot be sent ends the round.
        // oxlint-disable-next-line no-await-in-loop
        await send(mark)
      } catch (error) {
        if (!(error instanceof Fault) || isForLater(error)) return
        if (isHere()) showToast('warning', t('alarms.dropped', { title: mark.name }))
      }
      writeMarks(
        who,
        readMarks(who).filter(({ opId }) => opId !== mark.opId),
      )
    }
  } finally {
    isSending = false
  }
}

/** Send acknowledgements that wait as soon as the service answers. */
export function followAlarmMarks(): void {
  effect(() => {
    if (account.value && mode.value.state === 'online') void sendMarks()
  })
}

const keyOf = (who: string) => `alarm-marks-${who}`

function readMarks(who: string): AlarmMark[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(who)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isMark) : []
  } catch {
    return []
  }
}

function isMark(one: unknown): one is AlarmMark {
  if (typeof one !== 'object' || one === null) return false
  const mark = one as Record<string, unknown>
  return ['alarm', 'name', 'note', 'base', 'opId'].every((key) => typeof mark[key] === 'string')
}

function writeMarks(who: string, marks: readonly AlarmMark[]): void {
  current.value = { of: who, marks }
  // Send it from this page where the storage is full or blocked, as long as the page is open.
  if (marks.length === 0) localStorage.removeItem(keyOf(who))
  else keepItem(keyOf(who), JSON.stringify(marks))
}
