// Page of lan-browser.test.ts: the product's own client, with a key made in that browser.
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import type { LanPublicKey } from '../../domain/lan/lan-pass.ts'
import type { Fault } from '../../domain/fault.ts'
import { callDevice } from '../../web/lan/call-device.ts'
import { signText } from '../../web/lan/pass.ts'
import { probeLan } from '../../web/lan/probe.ts'

let privateKey: CryptoKey

export const page = {
  async makeKey(): Promise<LanPublicKey> {
    const kind = { name: 'ECDSA', namedCurve: 'P-256' }
    const pair = await crypto.subtle.generateKey(kind, false, ['sign', 'verify'])
    privateKey = pair.privateKey
    const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
    return { kty: 'EC', crv: 'P-256', x, y }
  },
  async askStatus(hostname: string, pass: string): Promise<string> {
    const holder = { pass, sign: (text: string) => signText(privateKey, text) }
    return callDevice(hostname, lanCalls.status, {}, { holder }).then(
      ({ status }) => status.uuid,
      (error: Fault) => String(error.first.reason),
    )
  },
  probe: (hostnames: string[]) => probeLan(hostnames),
  async reach(url: string): Promise<boolean> {
    return fetch(url, { method: 'POST', mode: 'no-cors' }).then(
      () => true,
      () => false,
    )
  },
}
export type Page = typeof page

Object.assign(globalThis, { lanPage: () => page })
document.documentElement.dataset['ready'] = ''
