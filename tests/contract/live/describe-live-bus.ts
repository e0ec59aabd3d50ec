import { createInbox, Empty, headers } from 'nats.ws'
import type { Msg, NatsConnection, SubscriptionOptions } from 'nats.ws'
import { describe, expect, test } from 'vitest'
import type { BusUnderTest, ConnectToBus } from './bus-under-test.ts'
import { describeSignIn } from './describe-sign-in.ts'
import { describeStrain } from './describe-strain.ts'

let roots = 0
/** Make a subject for each test, so that tests do not hear each other. */
const newRoot = () => `t.${++roots}${crypto.randomUUID().slice(0, 8)}`

/** Collect the bodies that arrive on a subject. */
async function listen(
  connection: NatsConnection,
  subject: string,
  options: SubscriptionOptions = {},
) {
  const got: string[] = []
  const take = (_: unknown, msg: Msg) =>
    void got.push(`${msg.subject.split('.').at(-1)} ${msg.string()}`)
  const subscription = connection.subscribe(subject, { callback: take, ...options })
  await connection.flush()
  return { got, subscription }
}

/** Wait until everything that was published before has been delivered to all of them. */
async function settle(...connections: NatsConnection[]) {
  for (const connection of connections) await connection.flush()
}

/** Collect the errors a bus reports on a connection that lives on, as "operation subject". */
function watchErrors(connection: NatsConnection): string[] {
  const errors: string[] = []
  const watch = async () => {
    for await (const status of connection.status()) {
      const { permissionContext } = status
      if (permissionContext)
        errors.push(`${permissionContext.operation} ${permissionContext.subject}`)
    }
  }
  void watch()
  return errors
}

/** Describe the tests that every live bus must pass: the embedded hub and a NATS server alike. */
export function describeLiveBus(name: string, bus: BusUnderTest): void {
  const { connect } = bus
  describe(`${name}: messages`, () => testMessages(connect))
  describe(`${name}: requests`, () => testRequests(connect))
  describe(`${name}: permissions`, () => testPermissions(connect))
  describeSignIn(name, bus)
  describeStrain(name, bus)
}

function testMessages(connect: ConnectToBus): void {
  test('a message reaches the subscribers of its subject and nobody else', async () => {
    const root = newRoot()
    const [device, page] = [await connect(), await connect()]
    const { got } = await listen(page, `${root}.analysis.d1`)
    device.publish(`${root}.analysis.d1`, 'cycle 1')
    device.publish(`${root}.analysis.d2`, 'cycle 1')
    await settle(device, page)
    expect(got).toEqual(['d1 cycle 1'])
  })

  test('wildcards: * is one token, > is the rest', async () => {
    const root = newRoot()
    const [device, page] = [await connect(), await connect()]
    const star = await listen(page, `${root}.*.d1`)
    const rest = await listen(page, `${root}.>`)
    for (const tail of ['a.d1', 'b.d1', 'a.d2', 'a.x.d1', 'd1']) {
      device.publish(`${root}.${tail}`, tail)
    }
    device.publish(root, 'itself')
    await settle(device, page)
    expect(star.got).toEqual(['d1 a.d1', 'd1 b.d1'])
    expect(rest.got.map((entry) => entry.split(' ')[1])).toEqual([
      'a.d1',
      'b.d1',
      'a.d2',
      'a.x.d1',
      'd1',
    ])
  })

  test('a queue group splits the messages among its members', async () => {
    const root = newRoot()
    const [one, two, sender] = [await connect(), await connect(), await connect()]
    const first = await listen(one, `${root}.job`, { queue: 'workers' })
    const second = await listen(two, `${root}.*`, { queue: 'workers' })
    for (let job = 0; job < 400; job++) sender.publish(`${root}.job`, String(job))
    await settle(sender, one, two)
    expect(new Set([...first.got, ...second.got]).size).toBe(400)
    expect(first.got.length + second.got.length).toBe(400)
    expect(first.got.length).toBeGreaterThan(120)
    expect(second.got.length).toBeGreaterThan(120)
  })

  test('headers go round and bodies may be any bytes', async () => {
    const root = newRoot()
    const connection = await connect()
    const got: Msg[] = []
    connection.subscribe(root, { callback: (_, msg) => void got.push(msg) })
    const sent = headers()
    sent.append('Cycle', '7')
    sent.append('Cycle', '8')
    const bytes = Uint8Array.from({ length: 512 }, (_, at) => at % 256)
    connection.publish(root, bytes, { headers: sent })
    connection.publish(root, Empty)
    await settle(connection)
    expect(got[0]?.headers?.values('Cycle')).toEqual(['7', '8'])
    expect(got[0]?.data).toEqual(bytes)
    expect(got[1]?.data.length).toBe(0)
  })

  test('a large body arrives whole, one over the limit does not leave the client', async () => {
    const root = newRoot()
    const connection = await connect()
    const sizes: number[] = []
    connection.subscribe(root, { callback: (_, msg) => void sizes.push(msg.data.length) })
    connection.publish(root, new Uint8Array(1_048_576))
    await settle(connection)
    expect(sizes).toEqual([1_048_576])
    expect(() => connection.publish(root, new Uint8Array(1_048_577))).toThrow()
  })

  test('a subscription with a maximum ends by itself', async () => {
    const root = newRoot()
    const [sender, page] = [await connect(), await connect()]
    const { got, subscription } = await listen(page, root, { max: 3 })
    for (let at = 0; at < 10; at++) sender.publish(root, String(at))
    await settle(sender, page)
    expect(got.length).toBe(3)
    expect(subscription.isClosed()).toBe(true)
  })

  test('after unsubscribe nothing comes any more', async () => {
    const root = newRoot()
    const [sender, page] = [await connect(), await connect()]
    const { got, subscription } = await listen(page, root)
    sender.publish(root, 'before')
    await settle(sender, page)
    subscription.unsubscribe()
    await settle(page)
    sender.publish(root, 'after')
    await settle(sender, page)
    expect(got.length).toBe(1)
  })

  test('noEcho: own messages do not come back', async () => {
    const root = newRoot()
    const [quiet, other] = [await connect({}, { noEcho: true }), await connect()]
    const { got } = await listen(quiet, root)
    quiet.publish(root, 'mine')
    other.publish(root, 'theirs')
    await settle(quiet, other, quiet)
    expect(got.map((entry) => entry.split(' ')[1])).toEqual(['theirs'])
  })

  test('verbose: every operation is acknowledged without disturbing the client', async () => {
    const root = newRoot()
    const connection = await connect({}, { verbose: true })
    const { got } = await listen(connection, root)
    connection.publish(root, 'x')
    await settle(connection)
    expect(got.length).toBe(1)
  })
}

function testRequests(connect: ConnectToBus): void {
  test('a request is answered', async () => {
    const root = newRoot()
    const [device, page] = [await connect(), await connect()]
    device.subscribe(root, { callback: (_, msg) => void msg.respond(`pong ${msg.string()}`) })
    await settle(device)
    const replies = await Promise.all(
      ['1', '2', '3'].map(async (n) => (await page.request(root, n, { timeout: 1000 })).string()),
    )
    expect(replies).toEqual(['pong 1', 'pong 2', 'pong 3'])
  })

  test('the request with a subscription of its own is answered too', async () => {
    const root = newRoot()
    const [device, page] = [await connect(), await connect()]
    device.subscribe(root, { callback: (_, msg) => void msg.respond('pong') })
    await settle(device)
    const reply = await page.request(root, '', {
      timeout: 1000,
      noMux: true,
      reply: `${root}.reply`,
    })
    expect(reply.string()).toBe('pong')
  })

  test('a request nobody can answer fails at once with 503', async () => {
    const page = await connect()
    const started = Date.now()
    await expect(page.request(newRoot(), '', { timeout: 3000 })).rejects.toMatchObject({
      code: '503',
    })
    expect(Date.now() - started).toBeLessThan(1000)
  })

  test('a request that is heard but not answered times out', async () => {
    const root = newRoot()
    const [device, page] = [await connect(), await connect()]
    device.subscribe(root, { callback: () => undefined })
    await settle(device)
    await expect(page.request(root, '', { timeout: 100 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    })
  })
}

function testPermissions(connect: ConnectToBus): void {
  test('publishing elsewhere is refused and the connection lives', async () => {
    const root = newRoot()
    const device = await connect({ pub: [`${root}.mine.>`] })
    const page = await connect()
    const errors = watchErrors(device)
    const { got } = await listen(page, `${root}.>`)
    device.publish(`${root}.other.x`, 'no')
    device.publish(`${root}.mine.x`, 'yes')
    await settle(device, page)
    expect(got).toEqual(['x yes'])
    await expect.poll(() => errors).toEqual([`publish ${root}.other.x`])
  })

  test('subscribing wider than allowed is refused and the connection lives', async () => {
    const root = newRoot()
    const page = await connect({ sub: [`${root}.analysis.*`] })
    const device = await connect()
    const errors = watchErrors(page)
    for (const subject of ['>', `${root}.>`, `${root}.*.*`, `${root}.sync`]) {
      page.subscribe(subject, { callback: () => undefined })
    }
    page.subscribe('*.other', { queue: 'q', callback: () => undefined })
    const { got } = await listen(page, `${root}.analysis.d1`)
    device.publish(`${root}.analysis.d1`, 'yes')
    await settle(device, page)
    expect(got).toEqual(['d1 yes'])
    const refused = ['>', `${root}.>`, `${root}.*.*`, `${root}.sync`, '*.other']
    await expect.poll(() => errors).toEqual(refused.map((subject) => `subscription ${subject}`))
  })

  test('an empty list allows nothing', async () => {
    const root = newRoot()
    const mute = await connect({ pub: [], sub: [] })
    const page = await connect()
    const errors = watchErrors(mute)
    const { got } = await listen(page, root)
    mute.publish(root, 'x')
    mute.subscribe(root, { callback: () => undefined })
    await settle(mute, page)
    expect(got).toEqual([])
    await expect.poll(() => errors).toEqual([`publish ${root}`, `subscription ${root}`])
  })

  test('a device without publish rights answers each request once, and only those it got', async () => {
    const root = newRoot()
    const device = await connect({ pub: [], sub: [`${root}.command`] })
    const page = await connect()
    const errors = watchErrors(device)
    let inbox = ''
    const answer = (_: unknown, msg: Msg) => {
      inbox = msg.reply ?? ''
      msg.respond('accepted')
      msg.respond('again')
    }
    device.subscribe(`${root}.command`, { callback: answer })
    await settle(device)
    const reply = await page.request(`${root}.command`, 'ABORT', { timeout: 1000 })
    expect(reply.string()).toBe('accepted')
    device.publish(`${root}.elsewhere`, 'x')
    await settle(device)
    await expect.poll(() => errors).toEqual([`publish ${inbox}`, `publish ${root}.elsewhere`])
  })

  test('attack H2: a person who hears a message may not publish on its reply subject', async () => {
    const root = newRoot()
    const device = await connect({ pub: [`${root}.events.d1`], sub: ['_INBOX_d1.>'] })
    const other = await connect({ pub: [], sub: [`${root}.command.d2`] })
    const person = await connect({ pub: [], sub: [`${root}.events.*`], replies: false })
    const errors = watchErrors(person)
    const orders = await listen(other, `${root}.command.d2`)
    person.subscribe(`${root}.events.*`, {
      callback: (_, msg) => person.publish(msg.reply ?? '', 'REBOOT'),
    })
    await settle(person)
    // Reply to its own inbox, so that the bus does not refuse the message for its reply subject.
    device.publish(`${root}.events.d1`, 'x', { reply: '_INBOX_d1.1' })
    await settle(device, person)
    await expect.poll(() => errors).toEqual(['publish _INBOX_d1.1'])
    person.publish(`${root}.command.d2`, 'REBOOT')
    await settle(person, other)
    expect(orders.got).toEqual([])
  })

  test('inboxes are private: one user cannot read the replies to another', async () => {
    const root = newRoot()
    const device = await connect()
    device.subscribe(root, { callback: (_, msg) => void msg.respond('secret') })
    await settle(device)
    const rules = { pub: [root], sub: ['_INBOX_ann.>'] }
    const ann = await connect(rules, { inboxPrefix: '_INBOX_ann' })
    const bob = await connect({ sub: ['_INBOX_bob.>'] }, { inboxPrefix: '_INBOX_bob' })
    const errors = watchErrors(bob)
    for (const subject of ['_INBOX_ann.>', '>', '*.>', createInbox('_INBOX_ann')]) {
      bob.subscribe(subject, { callback: () => undefined })
    }
    await expect.poll(() => errors.length).toBe(4)
    expect((await ann.request(root, '', { timeout: 1000 })).string()).toBe('secret')
  })
}
