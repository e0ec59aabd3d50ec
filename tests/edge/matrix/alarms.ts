import type { alarmCalls } from '../../../domain/calls/alarms.ts'
import type { Alarm } from '../../../domain/entities/alarm.ts'
import type { Examples, World } from './example.ts'
import { changeInside } from './world.ts'

/** Return an alarm as a round of the store raises it. */
export function alarmBody(given: Partial<Alarm> = {}): Alarm {
  const at = new Date().toISOString()
  return {
    uuid: crypto.randomUUID(),
    created_at: at,
    updated_at: at,
    cause: 'device_silent',
    about: { kind: 'device', uuid: crypto.randomUUID() },
    name: 'bGATE of a test',
    swarms: [],
    since: at,
    status: 'raised',
    raised_at: at,
    count: 1,
    acknowledged: null,
    cleared: null,
    lasts: 1,
    ...given,
  }
}

async function alarm({ home, word }: World) {
  const { uuid, ...body } = alarmBody({ name: word() })
  await changeInside(home.company, { type: 'record.create', kind: 'alarm', uuid, body })
  return { params: { id: uuid } }
}

export const alarmExamples: Examples<typeof alarmCalls> = {
  search: async (world) => {
    await alarm(world)
    return { body: { filters: { status: 'raised' } } }
  },
  acknowledge: async (world) => ({ ...(await alarm(world)), body: { note: 'Seen' } }),
  clear: async (world) => ({ ...(await alarm(world)), body: { reason: 'It was put away' } }),
}
