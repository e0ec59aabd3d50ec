import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { admitted } from '../../edge/requests/admission.ts'
import { sendHeld } from './held.ts'
import { type Answer, foundLab, type Lab, must, type Sender, send } from './lab.ts'

let lab: Lab
let operator: Sender
const usual = { ...admitted }
beforeAll(async () => {
  lab = await foundLab('crowded')
  operator = await lab.as('Operator')
  await must(lab.asDevice(deviceLinkCalls.hello, greeting))
})
afterEach(() => {
  Object.assign(admitted, usual)
  vi.restoreAllMocks()
})

const greeting = { body: { bkernel_version: '2.9.4', busy: 'N', status: '{}' } }
const hello = () => lab.asDevice(deviceLinkCalls.hello, greeting)
const commands = () => lab.asDevice(deviceLinkCalls.commands)
const me = () => operator(sessionCalls.me)

const refusal = ({ status, errors }: Answer) => [status, errors[0]?.code]
const crowded = [503, 'overloaded']
const waitOf = ({ errors }: Answer) => Number(errors[0]?.params?.['retry_after_s'])

/** Keep one greeting of the device under way while something else is asked. */
const whileGreeting = (meanwhile: () => Promise<unknown>) =>
  sendHeld(hello, { store: (method) => method === 'greetDevice' }, meanwhile)

test('scale: where devices have taken their places, their chatter is refused, runs and people go on', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  admitted.chatter = 1
  const asked: Answer[] = []
  const { answer, wasHeld } = await whileGreeting(async () => {
    for (const ask of [hello, commands, me]) asked.push(await ask())
  })
  expect(wasHeld).toBe(true)
  expect(answer.status).toBe(200)
  expect(asked.map(({ status }) => status)).toEqual([503, 200, 200])
  const [refused] = asked
  expect(refusal(refused!)).toEqual(crowded)
  expect(waitOf(refused!)).toBeGreaterThanOrEqual(2)
  expect(waitOf(refused!)).toBeLessThanOrEqual(10)
  expect(refused!.headers.get('retry-after')).toBe(String(waitOf(refused!)))
  // Expect the place to be given back.
  expect((await hello()).status).toBe(200)
})

test('scale: a device that the service knows is refused before anything is looked up for it', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  admitted.chatter = 1
  let wrongKey: Answer | undefined
  await whileGreeting(async () => {
    const Authorization = `Device ${lab.device}.${'x'.repeat(43)}`
    wrongKey = await send(deviceLinkCalls.hello, { ...greeting, headers: { Authorization } })
  })
  expect(refusal(wrongKey!)).toEqual(crowded)
})

test('scale: runs have places of their own, and an end, and people are never refused for devices', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  Object.assign(admitted, { chatter: 1, runs: 1 })
  const asked: Answer[] = []
  await whileGreeting(async () => {
    for (const ask of [commands, me]) asked.push(await ask())
  })
  expect(asked.map(refusal)).toEqual([crowded, [200, undefined]])
})

test('scale: the queue of people ends as well, and devices with a run go on', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  admitted.people = 1
  const asked: Answer[] = []
  const list = () => operator(deviceCalls.search, { body: {} })
  const { wasHeld } = await sendHeld(list, { store: (method) => method === 'list' }, async () => {
    for (const ask of [list, commands]) asked.push(await ask())
  })
  expect(wasHeld).toBe(true)
  expect(asked.map(refusal)).toEqual([crowded, [200, undefined]])
  expect(waitOf(asked[0]!)).toBe(1)
})

test('sixteenth attack A16-4: one person, and one device, takes no place of the others', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  Object.assign(admitted, { person: 1, device: 1 })
  const manager = await lab.as('Manager')
  const asked: Answer[] = []
  const list = (sender: Sender) => sender(deviceCalls.search, { body: {} })
  const held = await sendHeld(
    () => list(operator),
    { store: (method) => method === 'list' },
    async () => {
      for (const sender of [operator, manager]) asked.push(await list(sender))
    },
  )
  const { wasHeld } = await whileGreeting(async () => void asked.push(await commands()))
  expect([held.wasHeld, held.answer.status, wasHeld]).toEqual([true, 200, true])
  expect(asked.map(refusal)).toEqual([crowded, [200, undefined], crowded])
  // Expect the places to be given back.
  expect([(await list(operator)).status, (await commands()).status]).toEqual([200, 200])
})

test('scale: a call that fails gives its place back', async () => {
  admitted.runs = 1
  const unknown = {
    params: { id: crypto.randomUUID() },
    body: { at: new Date().toISOString() },
  }
  for (let count = 0; count < 3; count += 1)
    expect((await lab.asDevice(deviceLinkCalls.started, unknown)).status).toBe(404)
})

test('scale: the overload that the runtime itself reports is said as one, with a time to come again', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const { answer } = await whileGreeting(async () => {
    throw Object.assign(new Error('Durable Object is overloaded.'), { overloaded: true })
  })
  expect(refusal(answer)).toEqual(crowded)
  expect(answer.headers.get('retry-after')).toBe('1')
})
