import { connect, jwtAuthenticator, nkeys } from 'nats.ws'
import { mintUserJwt } from '/work/main/edge/live/user-jwt.ts'
const secret = 'only-for-tests-0123456789abcdef0123456789abcdef'
const company = crypto.randomUUID()
const port = process.argv[2]
const go = async (name: string) => {
  const u = nkeys.createUser()
  const jwt = mintUserJwt({ secret, company, userPublicKey: u.getPublicKey(), name, pub: ['>'], sub: ['>'], expiresAt: Date.now() + 500_000 })
  return connect({ servers: [`ws://127.0.0.1:${port}/${company}`], authenticator: jwtAuthenticator(jwt, u.getSeed()), pingInterval: 600000 })
}
let t = performance.now()
const [a, b] = [await go('device:a'), await go('user:b')]
console.log('two connects', (performance.now() - t).toFixed(1), 'ms')
for (const [n, size] of [[100_000, 200], [20_000, 2000], [400, 100_000]] as const) {
  let got = 0
  const done = new Promise<void>((r) => { const s = b.subscribe('t.c.analysis.a', { max: n, callback: () => { if (++got === n) r() } }) })
  await b.flush()
  const body = new Uint8Array(size)
  t = performance.now()
  for (let i = 0; i < n; i++) { a.publish('t.c.analysis.a', body); if (i % 2000 === 0) await a.flush() }
  await done
  const s = (performance.now() - t) / 1000
  console.log(`${n} x ${size} B: ${(n / s).toFixed(0)} msgs/s, ${(n * size / s / 1e6).toFixed(0)} MB/s`)
}
a.subscribe('t.c.command.a', { callback: (_, m) => void m.respond('ok') }); await a.flush()
const times: number[] = []
for (let i = 0; i < 2000; i++) { const t0 = performance.now(); await b.request('t.c.command.a', 'x', { timeout: 1000 }); times.push(performance.now() - t0) }
times.sort((x, y) => x - y)
console.log('request p50', times[1000].toFixed(3), 'p95', times[1900].toFixed(3), 'p99', times[1980].toFixed(3))
const subs = Date.now(); t = performance.now()
for (let i = 0; i < 1000; i++) b.subscribe(`t.${company}.x.${i}`, { callback: () => {} })
await b.flush(); console.log('1000 SUBs', (performance.now() - t).toFixed(1), 'ms')
t = performance.now()
const many = await Promise.all(Array.from({ length: 100 }, (_, i) => go('user:' + i)))
console.log('100 connects', (performance.now() - t).toFixed(0), 'ms')
await Promise.all(many.map((m) => { m.subscribe('t.c.fan', { callback: () => void fan++ }); return m.flush() }))
var fan = 0
t = performance.now()
for (let i = 0; i < 500; i++) a.publish('t.c.fan', new Uint8Array(1000))
await a.flush()
await Promise.all(many.map((m) => m.flush()))
console.log('fan-out 100 clients', fan, (fan / ((performance.now() - t) / 1000)).toFixed(0), 'deliveries/s')
await Promise.all([...many, a, b].map((c) => c.close()))
