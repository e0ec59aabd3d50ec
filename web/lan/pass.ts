import { lanPassCalls } from '../../domain/calls/lan.ts'
import type { Account } from '../../domain/calls/session.ts'
import type { LanClaims, LanPublicKey } from '../../domain/lan/lan-pass.ts'
import { call } from '../client/call.ts'
import { account } from '../state/session.ts'
import type { PassHolder } from './holder.ts'

/** A pass as this browser keeps it. The private key cannot be read, not even by the page: it only signs. */
interface KeptPass {
  account: string
  pass: string
  expires_at: string
  fetched_at: number
  /** Scope of the person when it was fetched; unknown for passes of an earlier version. */
  scope?: string
  permissions: string[]
  privateKey: CryptoKey
  publicKey: LanPublicKey
}

const database = 'bapp-lan'
const table = 'passes'
/**
 * Age at which a pass is renewed while the service can be reached: a person then goes offline with most of its life
 * left.
 */
const renewMs = 6 * 60 * 60_000

/** Return the account whose pages are open: its pass is used. */
const signedIn = (): string | null => account.peek()?.uuid ?? null

/**
 * Fetch a pass for the person who is signed in, with a key made in this browser, unless there is a young one. Called
 * after every answer of the service; does nothing in a browser without keys (no secure context). Drop a pass that was
 * made for a person who is no longer signed in when it arrives, and those of others. Renew one of other rights at once.
 * @param force true to replace a young one as well: a device has refused it.
 * @throws Fault like `call`.
 */
export async function renewLanPass(
  who:
    | (Pick<Account, 'uuid' | 'company_uuid'> & Partial<Pick<Account, 'scope' | 'permissions'>>)
    | null = account.peek(),
  now = Date.now(),
  force = false,
): Promise<void> {
  if (who === null || !globalThis.crypto?.subtle) return
  const { uuid: whose } = who
  await forgetOthers(whose)
  const scope = JSON.stringify([who.scope, who.permissions])
  const kept = await readPass(whose)
  const isSame = !force && kept !== null && isOf(kept.pass, who) && kept.scope === scope
  if (isSame && now - kept.fetched_at < renewMs) return
  const key = kept ?? (await makeKey())
  const { publicKey, privateKey } = key
  const fresh = await call(
    lanPassCalls.pass,
    { body: { public_key: publicKey } },
    { background: true },
  )
  if (!isOf(fresh.pass, who)) return
  await writePass({ ...fresh, account: whose, fetched_at: now, scope, publicKey, privateKey })
}

/** Return the pass of the signed-in person; null without one, and after its expiry. */
export async function findHolder(whose = signedIn(), now = Date.now()): Promise<PassHolder | null> {
  const kept = whose === null ? null : await readPass(whose)
  if (!kept || Date.parse(kept.expires_at) <= now) return null
  return { pass: kept.pass, sign: (text) => signText(kept.privateKey, text) }
}

/** Return the key under which lots that are not run are kept for an account (lot-stops.ts), beside its pass. */
export function stopsKey(uuid: string): string {
  return `lots:${uuid}`
}

/**
 * Forget a pass after signing out: the device does not know of that, so delete the key, without which the pass is
 * useless. The lots that the company does not run go with it.
 */
export async function forgetLanPass(uuid: string): Promise<void> {
  await forgetAll((key) => key === uuid || key === stopsKey(uuid))
}

/** Delete another person's key: their session may have ended without a sign-out, or with the page closed. */
async function forgetOthers(uuid: string): Promise<void> {
  await forgetAll((key) => key !== uuid && key !== stopsKey(uuid))
}

async function forgetAll(isMeant: (key: IDBValidKey) => boolean): Promise<void> {
  await transact('readwrite', (store) => {
    const keys = store.getAllKeys()
    keys.onsuccess = () => {
      for (const key of keys.result) if (isMeant(key)) store.delete(key)
    }
    return keys
  })
}

/** Return true when the pass was made for this person in this company. Devices check its signature. */
function isOf(pass: string, { uuid, company_uuid }: Pick<Account, 'uuid' | 'company_uuid'>) {
  const claims = (pass.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  try {
    const { sub, company } = JSON.parse(atob(claims)) as Partial<LanClaims>
    return sub === uuid && company === company_uuid
  } catch {
    return false
  }
}

async function makeKey(): Promise<Pick<KeptPass, 'privateKey' | 'publicKey'>> {
  const kind = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(kind, false, ['sign', 'verify'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return { privateKey: pair.privateKey, publicKey: { kty: 'EC', crv: 'P-256', x, y } }
}

/** @returns base64url, as WebCrypto gives it: r and s side by side (IEEE P1363). */
export async function signText(key: CryptoKey, text: string): Promise<string> {
  const kind = { name: 'ECDSA', hash: 'SHA-256' }
  const bytes = await crypto.subtle.sign(kind, key, new TextEncoder().encode(text))
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const readPass = async (uuid: string): Promise<KeptPass | null> =>
  ((await transact('readonly', (store) => store.get(uuid))) as KeptPass | undefined) ?? null

async function writePass(kept: KeptPass): Promise<void> {
  await transact('readwrite', (store) => store.put(kept, kept.account))
}

/** Use a small database of its own, which opens also while the records' one is being changed or is full. */
export async function transact(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const opened = indexedDB.open(database, 1)
  opened.onupgradeneeded = () => opened.result.createObjectStore(table)
  const db = (await settled(opened)) as IDBDatabase
  try {
    const transaction = db.transaction(table, mode, { durability: 'strict' })
    const asked = act(transaction.objectStore(table))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('The write was given up'))
    })
    return asked.result
  } finally {
    db.close()
  }
}

function settled(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('No database'))
  })
}
