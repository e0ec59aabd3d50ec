import { createHash } from 'node:crypto'
import type { Call, CallData } from '../domain/call.ts'
import { bkitCalls } from '../domain/calls/bkits.ts'
import { lotCalls } from '../domain/calls/lots.ts'
import { sessionCalls } from '../domain/calls/session.ts'
import { canonicalJson } from '../domain/canonical.ts'
import type { BkitLot } from '../domain/entities/bkit-lot.ts'
import { readReply } from '../domain/reply.ts'
import { contentSigned } from '../domain/trail/signed.ts'
import { demoPassword } from './demo/companies.ts'
import { makeLots } from './demo/kits.ts'

const headers = { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' }

type Ask = <Row extends Call>(
  row: Row,
  word: string,
  body?: object,
  id?: string,
) => Promise<CallData<Row>>

/**
 * Add the demonstration's lots, a lot in each state, as the provider's people do it: one adds them, another signs their
 * releases. Seeding again leaves those as they are that have come as far.
 */
export async function seedLots(address: string, uuidOf: (word: string) => string): Promise<void> {
  const add = await signIn(address, uuidOf, 'production@helix.example')
  const ask = await signIn(address, uuidOf, 'superadmin@helix.example')
  const wanted = makeLots(new Date())
  const known = async () => (await ask(bkitCalls.lots, 'list', {})).data
  const before = new Set((await known()).map(({ lot_number }) => lot_number))
  const fresh = wanted.filter(({ lot_number }) => !before.has(lot_number))
  if (fresh.length > 0) {
    const lots = fresh.map(({ kit, status: _status, evidence: _evidence, ...lot }) => ({
      ...lot,
      bkit_uuid: uuidOf(`bkit ${kit}`),
    }))
    await add(bkitCalls.inject, 'inject', { lots })
  }
  for (const lot of await known()) {
    const { status, evidence } = wanted.find((one) => one.lot_number === lot.lot_number) ?? {}
    if (lot.status !== 'quarantine' || !status || status === 'quarantine') continue
    const row = status === 'withdrawn' ? lotCalls.withdraw : lotCalls.release
    await ask(row, `sign ${lot.lot_number}`, signed(lot, evidence ?? ''), lot.uuid)
    if (status !== 'held') continue
    const reason = 'Complaint C-11 is being looked into'
    await ask(lotCalls.hold, `hold ${lot.lot_number}`, { reason }, lot.uuid)
  }
  await add(sessionCalls.logout, 'sign out of production')
  await ask(sessionCalls.logout, 'sign out')
}

/** Sign a release or withdrawal, over the lot with its evidence. */
function signed(lot: BkitLot, words: string) {
  const content = contentSigned({ ...lot, evidence: { words, file: null } })
  const record_hash = createHash('sha256').update(canonicalJson(content)).digest('hex')
  const comment = 'Judged by quality control'
  const signature = { password: demoPassword, meaning: 'approval', comment, record_hash }
  return { words, file_uuid: null, signature }
}

/** Sign in as one of the provider's people, and return how calls are made in that session. */
async function signIn(
  address: string,
  uuidOf: (word: string) => string,
  username: string,
): Promise<Ask> {
  const body = JSON.stringify({ username, password: demoPassword })
  const { path, method } = sessionCalls.login
  const answer = await fetch(`${address}/v3${path}`, { method, headers, body })
  readReply(await answer.json())
  const Cookie = answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
  return async (row, word, sent, id) => {
    const response = await fetch(`${address}/v3${row.path.replace(':id', id ?? '')}`, {
      method: row.method,
      headers: { ...headers, Cookie, 'Operation-Id': `demo-lots-${uuidOf(word)}` },
      ...(sent && { body: JSON.stringify(sent) }),
    })
    return readReply(await response.json()) as never
  }
}
