// The clock and the network are played: neither sleeps when a test wants it to.
import { expect, test } from 'vitest'
import { watchMachine } from '../../desktop/watch-machine.ts'

const wire = (address: string, internal = false) => ({
  address,
  netmask: '255.255.255.0',
  family: 'IPv4' as const,
  mac: '00:00:00:00:00:00',
  internal,
  cidr: null,
})

function play() {
  const told: [string, unknown][] = []
  const world = { now: 0, interfaces: { lo: [wire('127.0.0.1', true)], eth0: [wire('10.0.0.5')] } }
  let look = () => {}
  let everyMs = 0
  const watch = watchMachine((name, data) => told.push([name, data]), {
    now: () => world.now,
    interfaces: () => world.interfaces,
    every(ms, act) {
      everyMs = ms
      look = act
      return () => {
        look = () => {}
      }
    },
  })
  const pass = (ms: number) => {
    world.now += ms
    look()
    return told.splice(0)
  }
  return { watch, world, pass, everyMs }
}

test('[CONST-025] the clock is read every 5 s; a gap of more than 30 s is reported', () => {
  const { pass, everyMs } = play()
  expect(everyMs).toBe(5_000)
  expect(pass(5_000)).toEqual([])
  expect(pass(30_000)).toEqual([])
  expect(pass(30_001)).toEqual([['clock', { away_ms: 30_001 }]])
  expect(pass(5_000)).toEqual([])
})

test('[DESK-004] another network is reported when it comes', () => {
  const { watch, world, pass } = play()
  expect(watch.network()).toEqual({ interfaces: [{ name: 'eth0', address: '10.0.0.5' }] })
  expect(pass(5_000)).toEqual([])
  world.interfaces = { ...world.interfaces, eth0: [wire('192.168.4.2')] }
  const config = { interfaces: [{ name: 'eth0', address: '192.168.4.2' }] }
  expect(pass(5_000)).toEqual([['networkConfig', config]])
  expect(pass(5_000)).toEqual([])
  watch.stop()
})
