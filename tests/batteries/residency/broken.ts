import { transport } from './cloudflare-test.ts'

const ours = { 'X-Requested-With': 'XMLHttpRequest', 'Sec-Fetch-Site': 'same-origin' }
const json = { ...ours, 'Content-Type': 'application/json' }

/** Send requests that fail on their way, each with markers in its whole content. */
export async function sendBroken(make: () => string): Promise<void> {
  const to = (path: string) => `https://bapp.test/v3/${path}`
  const post = (body: BodyInit, headers: Record<string, string> = json) => ({
    method: 'POST',
    headers: { ...headers, 'User-Agent': make(), Application: `${make()}/1` },
    body,
  })
  const person = () => JSON.stringify({ username: make(), password: make() })
  const form = new FormData()
  form.set('fields', `{"name": ${make()}`)
  form.set('file', new File([`PK\u0003\u0004${make()}`], `../${make()}.zip`))
  const requests: [string, RequestInit][] = [
    [to('session/login'), post(person())],
    [to('session/login'), post(`{"username": "${make()}", `)],
    [to('session/login'), post(person(), { ...ours, 'Content-Type': 'text/plain' })],
    [to('session/login'), post(`{"a":`.repeat(5000) + make())],
    [to('session/login'), post(JSON.stringify({ username: make(), username2: make() }))],
    [to('session/login'), post(`"${make()}${' '.repeat(5 * 1024 * 1024)}"`)],
    [to('analysis/import'), { method: 'POST', headers: ours, body: form }],
    [to(`${make()}?q=${make()}`), { headers: ours }],
    [to(`analysis/get/${make()}`), { headers: ours }],
    [to(`live/${make()}`), { headers: { ...ours, Upgrade: 'websocket' } }],
    [to('operator/company'), post(person(), { ...json, Authorization: `Operator ${make()}` })],
    [to('device/hello'), post(person(), { ...json, Authorization: `Device ${make()}` })],
    [to('session/me'), { headers: { ...ours, Cookie: `__Host-bapp=${make()}.${make()}` } }],
    [to('session/me'), { headers: { ...ours, 'Operation-Id': `${make()} ${make()}` } }],
    [
      to('session/me'),
      { headers: { 'X-Requested-With': make(), Origin: `https://${make()}.test` } },
    ],
  ]
  for (const [url, init] of requests) {
    // Ignore that the network refuses some before they leave: that is an answer too.
    await transport.fetch(url, init).catch(() => undefined)
  }
}
