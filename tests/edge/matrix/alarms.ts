import type { alarmCalls } from '../../../domain/calls/alarms.ts'
import { raiseAlarm } from '../alarm-bodies.ts'
import type { Examples, World } from './example.ts'

const alarm = async ({ home, word }: World) => ({
  params: { id: await raiseAlarm(home.company, { name: word() }) },
})

export const alarmExamples: Examples<typeof alarmCalls> = {
  search: async (world) => {
    await alarm(world)
    return { body: { filters: { status: 'raised' } } }
  },
  acknowledge: async (world) => ({ ...(await alarm(world)), body: { note: 'Seen' } }),
  clear: async (world) => ({ ...(await alarm(world)), body: { reason: 'It was put away' } }),
}
