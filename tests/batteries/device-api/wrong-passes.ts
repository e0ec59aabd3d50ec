import { createHash, randomUUID } from 'node:crypto'
import { type LanCall, lanHeaders } from '../../../domain/lan/lan-call.ts'
import { lanCalls, lanPermissions, lanRows } from '../../../domain/lan/lan-calls.ts'
import { lanPassMs, proofText } from '../../../domain/lan/lan-pass.ts'
import type { Permission } from '../../../domain/permissions.ts'
import { type LanBench, makeHolder } from '../../devices/lan-bench.ts'
import { uuidOf } from '../../devices/orders.ts'
import { company } from '../../devices/releases.ts'
import { drawer } from './bent-bodies.ts'

/** Ways in which a call is made by somebody who may not make it. */
export const wrongs = [
  'no pass',
  'another company',
  'expired',
  'of the future',
  'of a leaver',
  'taken back',
  'signed by a stranger',
  'without a signature',
  'changed claims',
  "another person's key",
  'no proof',
  'proof of another call',
  'proof of another device',
  'proof of another body',
  'proof of another operation',
  'used before',
  'stale challenge',
  'without the permission',
] as const
export type Wrong = (typeof wrongs)[number]

export const leaver = uuidOf(31)
export const changed = uuidOf(32)

type Holder = Awaited<ReturnType<typeof makeHolder>>

/** Make people whose passes do not count, once: a key takes a while. */
export async function makeStrangers({ edge }: Pick<LanBench, 'edge'>, other: LanBench['edge']) {
  const now = Math.floor(Date.now() / 1000)
  const days = lanPassMs / 1000
  edge.leavers.push(leaver)
  edge.passesFrom[changed] = now + 60
  return {
    honest: await makeHolder(edge),
    'another company': await makeHolder(edge, { company: uuidOf(77) }),
    expired: await makeHolder(edge, { iat: now - days - 3_600, exp: now - 3_600 }),
    'of the future': await makeHolder(edge, {
      iat: now + 30 * 86_400,
      exp: now + 30 * 86_400 + days + 60,
    }),
    'of a leaver': await makeHolder(edge, { sub: leaver }),
    'taken back': await makeHolder(edge, { sub: changed }),
    'signed by a stranger': await makeHolder(other),
    ofPermissions: new Map<Permission, Holder>(
      await Promise.all(
        [...lanPermissions].map(async (needed) => {
          const permissions = [...lanPermissions].filter((one) => one !== needed)
          return [needed, await makeHolder(edge, { permissions })] as const
        }),
      ),
    ),
  }
}
/** Restart the device, which hears of leavers with its hello, and wait until it answers again. */
export async function restart({ device }: Pick<LanBench, 'device'>): Promise<void> {
  const starts = () => device.output().split('cube-1 on,').length
  const before = starts()
  await device.control({ hand: 'reboot' })
  await device.until(() => starts() > before)
  await device.until(() =>
    device.call(lanCalls.status, {}).then(
      () => true,
      () => false,
    ),
  )
}

type Strangers = Awaited<ReturnType<typeof makeStrangers>>

const guarded = lanRows.filter(({ open }) => !open)
/** Rows that change nothing. */
const reading = guarded.filter(({ acts, path }) => !acts && !path.endsWith('/radio'))

/** Send one call that must be refused. @returns the status, and what was wrong with which call. */
export async function sendWrong(
  { device }: Pick<LanBench, 'device'>,
  strangers: Strangers,
  { seed, number, challenge }: { seed: string; number: number; challenge: string },
): Promise<{ status: number; what: string }> {
  const { below, pick } = drawer(seed, `wrong ${number}`)
  const wrong = wrongs[number % wrongs.length]!
  // Take a reading for a pass that is used twice: the first of two equal calls is honest, and must not be a restart.
  const row = pick(wrong === 'used before' ? reading : guarded)
  const holder = holderFor(strangers, wrong, row)
  const body = JSON.stringify({ command: row.command, params: {} })
  const [operation, nonce] = [randomUUID(), randomUUID()]
  const signed = {
    challenge: wrong === 'stale challenge' ? `${challenge.slice(0, -4)}AAAA` : challenge,
    device: wrong === 'proof of another device' ? uuidOf(3) : device.uuid,
    path: row.path,
    command: wrong === 'proof of another call' ? `${row.command}_` : row.command,
    operation: wrong === 'proof of another operation' ? randomUUID() : operation,
    nonce,
    digest: createHash('sha256')
      .update(wrong === 'proof of another body' ? `${body} ` : body)
      .digest('hex'),
  }
  const signature = await holder.sign(proofText(signed))
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    [lanHeaders.pass]: bendPass(wrong, holder, below),
    [lanHeaders.proof]: wrong === 'no proof' ? '' : `${signed.challenge}.${nonce}.${signature}`,
    [lanHeaders.operation]: operation,
  }
  if (wrong === 'no pass') delete headers[lanHeaders.pass]
  const send = async (text = body) => {
    const response = await fetch(`${device.origin}${row.path}`, {
      method: 'POST',
      headers,
      body: text,
    })
    await response.arrayBuffer()
    return response.status
  }
  if (wrong === 'used before') await send()
  return { status: await send(), what: `${wrong}: ${row.command}` }
}

function holderFor(strangers: Strangers, wrong: Wrong, { needs }: LanCall): Holder {
  if (wrong === 'without the permission') return strangers.ofPermissions.get(needs!)!
  return wrong in strangers ? strangers[wrong as 'expired'] : strangers.honest
}

/** Bend the text of a pass, where the wrong is in it. */
function bendPass(
  wrong: Wrong,
  { pass, claims }: Holder,
  below: (limit: number) => number,
): string {
  const [head = '', body = '', signature = ''] = pass.split('.')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  switch (wrong) {
    case 'without a signature':
      return below(2) === 0 ? `${head}.${body}.` : `${encode({ alg: 'none' })}.${body}.`
    case 'changed claims':
      return `${head}.${encode({ ...claims, company, exp: claims.exp + 1 })}.${signature}`
    case "another person's key":
      // Try a pass that was overheard: its thief cannot sign with its key.
      return `${head}.${encode({ ...claims, cnf: { jwk: { ...claims.cnf.jwk, x: claims.cnf.jwk.y } } })}.${signature}`
    default:
      return pass
  }
}
