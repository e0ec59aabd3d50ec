import { expect, test, vi } from 'vitest'
import { noteServer, orderServers, readServers } from '../../edge/live/server-addresses.ts'
import { natsServerConfig } from '../../scripts/nats-server-config.ts'

const secret = 'only-for-tests-0123456789abcdef0123456789abcdef'
const alone = { secret, listen: '0.0.0.0:443', accounts: '/var/lib/nats/bapp' }
const near = { a: '127.0.0.1:6222', b: '127.0.0.1:6223' }
const far = { a: '10.0.0.1:6222', b: '10.0.0.2:6222' }

test('the configuration of one of several servers names the others, and not itself', () => {
  const config = natsServerConfig({ ...alone, cluster: { own: 'a', servers: near } })
  expect(config).toContain('server_name: "a"')
  expect(config).toContain('@127.0.0.1:6223"')
  expect(config).not.toContain('@127.0.0.1:6222"')
  expect(config).not.toContain(secret)
})

test('routes between machines need certificates, which both sides check', () => {
  const cluster = { own: 'a', servers: far }
  expect(() => natsServerConfig({ ...alone, cluster })).toThrow('need certificates')
  const tls = { cert: '/c.pem', key: '/k.pem', ca: '/ca.pem' }
  expect(natsServerConfig({ ...alone, cluster: { ...cluster, tls } })).toContain('verify: true')
})

test('a server outside the cluster gets no configuration', () => {
  const cluster = { own: 'c', servers: near }
  expect(() => natsServerConfig({ ...alone, cluster })).toThrow('c is none of the servers')
})

test('NATS_URL lists servers, each a WebSocket address', () => {
  expect(readServers('wss://a.example, wss://b.example')).toEqual([
    'wss://a.example',
    'wss://b.example',
  ])
})

test('A19-10: an address that is wrong is left out and said once, without its text', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    const list = 'wss://a.example,https://user:password@b.example'
    expect([readServers(list), readServers(list)]).toEqual([
      ['wss://a.example'],
      ['wss://a.example'],
    ])
    expect(said.mock.calls).toEqual([
      ['NATS_URL lists what is no ws:// or wss:// address', '{"place":2}'],
    ])
  } finally {
    said.mockRestore()
  }
})

test('a server that did not answer is tried after the others for half a minute', () => {
  const servers = ['ws://1', 'ws://2', 'ws://3']
  const falling = [0.9, 0.5, 0.1]
  const order = (now: number) => {
    const dealt = falling.values()
    return orderServers(servers, now, () => dealt.next().value ?? 0)
  }
  expect(order(0)).toEqual(['ws://3', 'ws://2', 'ws://1'])
  noteServer('ws://3', false, 0)
  expect(order(1000)).toEqual(['ws://2', 'ws://1', 'ws://3'])
  expect(order(31_000)).toEqual(['ws://3', 'ws://2', 'ws://1'])
  noteServer('ws://3', true)
})
