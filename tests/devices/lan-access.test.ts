import { createHash, randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lanHeaders, type LanCall, type LanParams } from '../../domain/lan/lan-call.ts'
import { lanCalls, lanRows } from '../../domain/lan/lan-calls.ts'
import { lanPassMs, proofText } from '../../domain/lan/lan-pass.ts'
import type { Fault } from '../../domain/fault.ts'
import {
  type LanBench,
  makeHolder,
  pageOrigin,
  startLanBench,
  startLanDevice,
  startLanEdge,
} from './lan-bench.ts'
import { company } from './releases.ts'
import { makeOrder, uuidOf } from './orders.ts'

let edge: LanBench['edge']
let holder: LanBench['holder']
let device: LanBench['device']
let end: LanBench['end']

beforeAll(async () => {
  ;({ edge, holder, device, end } = await startLanBench())
}, 30_000)
afterAll(() => end())

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: Fault) => error,
  )
const reasonWith = async (change: Parameters<typeof makeHolder>[1]) =>
  (await failure(device.call(lanCalls.status, {}, { holder: await makeHolder(edge, change) })))
    ?.first.reason
const seconds = () => Math.floor(Date.now() / 1000)

interface Raw {
  path?: string
  body?: string
  method?: string
  headers?: Record<string, string>
}
const raw = async ({ path = '/lan/v1/device', method = 'POST', headers = {}, body }: Raw) => {
  const response = await fetch(`${device.origin}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  const json = text === '' ? null : JSON.parse(text)
  return {
    status: response.status,
    headers: response.headers,
    reason: json?.errors?.[0]?.reason as string,
    json,
  }
}
/** Make the signed request of a page, to be sent again or elsewhere. */
async function signed(row: LanCall, params: object, path = row.path) {
  const { challenge, uuid } = await device.call(lanCalls.greet, {})
  const [operation, nonce] = [randomUUID(), randomUUID()]
  const body = JSON.stringify({ command: row.command, params })
  const { command } = row
  const digest = createHash('sha256').update(body).digest('hex')
  const text = proofText({ challenge, device: uuid, path, command, operation, nonce, digest })
  const proof = `${challenge}.${nonce}.${await holder.sign(text)}`
  const headers = {
    [lanHeaders.pass]: holder.pass,
    [lanHeaders.proof]: proof,
    [lanHeaders.operation]: operation,
  }
  return { path, body, headers }
}

describe('passes', () => {
  test('count for the company, in their time, signed by its service, and never longer than 72 hours', async () => {
    expect(await reasonWith({})).toBeUndefined()
    expect(await reasonWith({ company: uuidOf(13) })).toBe('lan_pass_company')
    expect(await reasonWith({ iat: seconds() - 100, exp: seconds() - 1 })).toBe('lan_pass_expired')
    expect(await reasonWith({ exp: seconds() + lanPassMs / 1000 + 60 })).toBe('lan_pass_invalid')
    expect(await reasonWith({ exp: seconds() - 7200 })).toBe('lan_pass_invalid')
    const forger = await startLanEdge()
    const forged = await makeHolder(forger)
    expect(
      (await failure(device.call(lanCalls.status, {}, { holder: forged })))?.first.reason,
    ).toBe('lan_pass_invalid')
    await forger.close()
  })

  test('cannot be read from anything but what was signed', async () => {
    const [head = '', body = '', signature = ''] = holder.pass.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const bent = Buffer.from(JSON.stringify({ ...claims, sub: uuidOf(99) })).toString('base64url')
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'bapp-lan+jwt' })).toString(
      'base64url',
    )
    const call = await signed(lanCalls.status, {})
    for (const pass of [
      `${head}.${bent}.${signature}`,
      `${none}.${body}.`,
      `${head}.${body}`,
      `${head}.${body}.${signature}.x`,
      `${head}.${body}.${signature.slice(2)}`,
      'x.y.z',
    ]) {
      const { status, reason } = await raw({
        ...call,
        headers: { ...call.headers, 'Lan-Pass': pass },
      })
      expect([status, reason], pass).toEqual([401, 'lan_pass_invalid'])
    }
    expect((await raw({ path: call.path, body: call.body })).reason).toBe('lan_pass_missing')
  })

  test('are worth nothing to somebody who has overheard them', async () => {
    const call = await signed(lanCalls.flash, {})
    expect((await raw(call)).status).toBe(200)
    // Send the same bytes once more, and with another body, operation or path.
    const { headers } = call
    const other = JSON.stringify({ command: 'SHUTDOWN', params: {} })
    for (const again of [
      call,
      { ...call, body: other },
      { ...call, headers: { ...headers, [lanHeaders.operation]: randomUUID() } },
      { ...call, path: '/lan/v1/radio' },
    ]) {
      expect((await raw(again)).status).not.toBe(200)
    }
    const stranger = await makeHolder(edge)
    const stolen = { pass: holder.pass, sign: stranger.sign }
    const fault = await failure(device.call(lanCalls.status, {}, { holder: stolen }))
    expect(fault?.first.reason).toBe('lan_proof_wrong')
  })

  test('of an old challenge are asked for the newer one, which the page then signs', async () => {
    const call = await signed(lanCalls.status, {})
    const stale = `AAAAAAAAAAAAAAAAAAAAAA.${randomUUID()}.x`
    const { reason, json } = await raw({
      ...call,
      headers: { ...call.headers, [lanHeaders.proof]: stale },
    })
    expect(reason).toBe('lan_challenge_stale')
    const { challenge } = await device.call(lanCalls.greet, {})
    expect(json.errors[0].params.challenge).toBe(challenge)
    // Restart, which makes all challenges old; the page goes on without anybody noticing.
    await device.call(lanCalls.status, {})
    await device.control({ hand: 'reboot' })
    await device.until(() => device.output().split('local network: port').length > 2)
    expect((await device.call(lanCalls.status, {})).status.uuid).toBe(device.uuid)
  })

  test('allow what they name, row by row', async () => {
    const params: Partial<Record<string, object>> = {
      LOAD_RECIPE: { order: makeOrder({ analysis: uuidOf(90) }) },
    }
    const needed = lanRows.filter((row) => !row.open)
    expect(needed.length).toBeGreaterThan(30)
    for (const row of needed) {
      const without = holder.claims.permissions.filter((name) => name !== row.needs)
      const lacking = await makeHolder(edge, { permissions: without })
      const given = (params[row.command] ?? {}) as LanParams<LanCall>
      const fault = await failure(device.call(row, given, { holder: lacking }))
      expect([row.command, fault?.code, fault?.first.params]).toEqual([
        row.command,
        'forbidden',
        { permission: row.needs },
      ])
    }
  })

  async function rebooted(): Promise<void> {
    const { greeted } = edge
    const doors = () => device.output().split('local network: port').length
    const opened = doors()
    await device.control({ hand: 'reboot' })
    // Ask only then: a call into the middle of a restart would wait for its time.
    await device.until(() => edge.greeted > greeted && doors() > opened)
  }

  test('of somebody whose account was closed are refused from the next word of the service on', async () => {
    const leaver = await makeHolder(edge, { sub: uuidOf(31) })
    await device.call(lanCalls.status, {}, { holder: leaver })
    edge.leavers.push(uuidOf(31))
    await rebooted()
    const refusal = async () =>
      (await failure(device.call(lanCalls.status, {}, { holder: leaver })))?.first.reason
    await device.until(async () => (await refusal()) === 'lan_pass_revoked')
    expect((await device.call(lanCalls.status, {})).status.uuid).toBe(device.uuid)
  }, 30_000)

  test('attack L6: given before rights changed are refused, those given after count', async () => {
    const sub = uuidOf(32)
    const before = await makeHolder(edge, { sub })
    await device.call(lanCalls.status, {}, { holder: before })
    edge.passesFrom[sub] = before.claims.iat + 1
    await rebooted()
    const refusal = async () =>
      (await failure(device.call(lanCalls.status, {}, { holder: before })))?.first.reason
    await device.until(async () => (await refusal()) === 'lan_pass_revoked')
    const after = await makeHolder(edge, { sub, iat: before.claims.iat + 1 })
    expect((await device.call(lanCalls.status, {}, { holder: after })).status.uuid).toBe(
      device.uuid,
    )
  })

  test('without the permission for 96-well gateways do not count on one', async () => {
    const gate = await startLanDevice(edge, holder, { type: 'bgate', hostname: 'gate-2' })
    const permissions = holder.claims.permissions.filter((name) => name !== 'cfx96.use')
    const lacking = await makeHolder(edge, { permissions })
    const fault = await failure(gate.call(lanCalls.status, {}, { holder: lacking }))
    expect(fault?.first.params).toEqual({ permission: 'cfx96.use' })
    expect((await gate.call(lanCalls.status, {})).status.busy).toBe('N')
    await gate.remove()
  }, 20_000)
})

describe('the time of a device', () => {
  test('that is wrong is reported, and one that is behind is corrected by what the service has signed', async () => {
    const day = 24 * 60 * 60_000
    await device.control({ faults: { clock_ms: 4 * day } })
    const ahead = await failure(device.call(lanCalls.status, {}))
    expect(ahead?.first.reason).toBe('lan_pass_expired')
    expect(Date.parse(String(ahead?.first.params?.['device_time']))).toBeGreaterThan(
      Date.now() + 3 * day,
    )
    // Empty the battery: the calendar of the device starts again.
    let back = -3650 * day
    await device.until(async () => {
      // Set the clock back again until it holds: a message of the service in between corrects it.
      await device.control({ faults: { clock_ms: back-- } })
      return (await device.call(lanCalls.greet, {})).time.startsWith('201')
    })
    expect((await device.call(lanCalls.status, {})).status.uuid).toBe(device.uuid)
    // Expect time that has been lived through not to come back: what had expired stays so.
    expect(await reasonWith({ iat: seconds() - 7200, exp: seconds() - 3600 })).toBe(
      'lan_pass_expired',
    )
    await device.control({ faults: { clock_ms: 0 } })
  })

  test('may differ by five minutes from the one at which a pass was signed', async () => {
    expect(await reasonWith({ iat: seconds() + 200, exp: seconds() + 4000 })).toBeUndefined()
  })
})

describe('the door', () => {
  const greet = JSON.stringify({ command: 'GREET', params: {} })

  test('lets our page read, also from the internet, and nobody else', async () => {
    const mine = await raw({ body: greet, headers: { Origin: pageOrigin } })
    expect(mine.status).toBe(200)
    expect(mine.headers.get('access-control-allow-origin')).toBe(pageOrigin)
    const asked = await raw({
      method: 'OPTIONS',
      headers: {
        Origin: pageOrigin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Private-Network': 'true',
      },
    })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-private-network')).toBe('true')
    expect(asked.headers.get('access-control-allow-headers')).toContain('Lan-Proof')
    for (const origin of ['https://evil.test', 'null', `${pageOrigin}.evil.test`]) {
      const other = await raw({ body: greet, headers: { Origin: origin } })
      expect([other.status, other.reason]).toEqual([403, 'origin_refused'])
      expect(other.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('answers under its own name and as an address, and under no other name (DNS rebinding)', async () => {
    const under = (host: string) =>
      new Promise<number>((resolve) => {
        const request = httpRequest(
          `${device.origin}/lan/v1/device`,
          { method: 'POST', headers: { Host: host, 'Content-Type': 'application/json' } },
          (response) => resolve(response.resume().statusCode ?? 0),
        )
        request.end(greet)
      })
    for (const host of ['cube-1', 'cube-1.local:8780', 'CUBE-1.local', '192.168.1.7', '[::1]:80'])
      expect(await under(host), host).toBe(200)
    for (const host of ['evil.test', 'cube-1.evil.test', 'cube-2.local', '1.evil'])
      expect(await under(host), host).toBeGreaterThanOrEqual(400)
  })

  test('takes small, plain JSON only', async () => {
    const deep = `{"command":"GREET","params":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}}`
    const cases: [Raw, number, string][] = [
      [{ body: 'x'.repeat(200_000) }, 422, 'too_large'],
      [{ body: deep }, 422, 'too_deep'],
      [{ body: '{"command":"GREET","command":"X"}' }, 422, 'name_twice'],
      [{ body: '{"command":"GREET","params":{"__proto__":1}}' }, 422, 'name_forbidden'],
      [{ body: '[1]' }, 422, 'not_an_object'],
      [{ body: '{' }, 422, 'not_json'],
      [{ body: greet, headers: { 'Content-Type': 'text/plain' } }, 422, 'not_json'],
      [{ body: '{"command":"NOPE"}' }, 404, 'no_such_call'],
      [{ body: greet, path: '/lan/v1/../../etc/passwd' }, 404, 'no_such_call'],
      [{ method: 'GET', path: '/' }, 405, 'post_only'],
    ]
    for (const [sent, status, reason] of cases) {
      const got = await raw(sent)
      expect([got.status, got.reason]).toEqual([status, reason])
    }
  })

  test('is closed for a while to a client that asks too often', async () => {
    const slow = await startLanDevice(edge, holder, { hostname: 'cube-3', rate: 1 })
    const ask = async () => {
      const headers = { 'Content-Type': 'application/json' }
      const url = `${slow.origin}/lan/v1/device`
      return (await fetch(url, { method: 'POST', headers, body: greet })).status
    }
    const statuses: number[] = []
    // Ask with far fewer at a time than the connections that one address may have: on a busy machine earlier ones are still open.
    while (statuses.length < 90)
      statuses.push(...(await Promise.all(Array.from({ length: 6 }, ask))))
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(20)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    // Answer a browser that asks beforehand: one that may not ask tells the page that there is no device.
    const asked = await fetch(`${slow.origin}/lan/v1/device`, { method: 'OPTIONS' })
    expect(asked.status).toBe(204)
    await slow.remove()
  }, 20_000)
})

test('a device that has not heard from its service takes no pass, and one that has keeps it', async () => {
  const away = await startLanEdge()
  away.down = true
  const fresh = await startLanDevice(away, await makeHolder(away), {
    hostname: 'new-1',
    early: true,
  })
  const { ready } = await fresh.call(lanCalls.greet, {})
  expect(ready).toBe(false)
  expect((await failure(fresh.call(lanCalls.status, {})))?.first.reason).toBe('lan_not_ready')
  await fresh.remove()
  await away.close()
  expect(company).toBe(holder.claims.company)
}, 20_000)
