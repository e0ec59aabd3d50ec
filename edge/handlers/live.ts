import type { liveCalls } from '../../domain/calls/live.ts'
import {
  accountRights,
  deviceRights,
  heardSwarms,
  inboxPrefix,
  olderDeviceTopics,
  type SubjectRights,
} from '../../domain/live/topic.ts'
import { Fault } from '../../domain/fault.ts'
import { liveBus } from '../live/bus.ts'
import { decodePublicKey } from '../live/nkeys.ts'
import { makeTicket } from '../live/ticket.ts'
import { mintUserJwt } from '../live/user-jwt.ts'
import { logFailure } from '../log.ts'
import type { Handlers } from '../mount.ts'
import { liveName } from '../session/end-sessions.ts'

/** Short, so that a revoked account or device is soon silent; clients fetch a fresh one by themselves. */
const tokenMs = 5 * 60_000

interface Holder {
  company: string
  uuid: string
  name: string
  rights: SubjectRights
  swarms: readonly string[]
  device: boolean
}

async function mint(env: Env, publicKey: string, holder: Holder) {
  const { company, uuid, name, rights, swarms, device } = holder
  // The schema knows the shape only; the last letters are a checksum.
  if (!decodePublicKey('user', publicKey)) {
    throw new Fault('invalid', 'This is no public key', {
      field: 'public_key',
      reason: 'public_key',
    })
  }
  const expiresAt = Date.now() + tokenMs
  // A bus that cannot be told now is told by the client, which is refused and asks again.
  await liveBus(env, company)
    .admit({ publicKey, name, expiresAt })
    .catch((error: unknown) => logFailure('live token not announced', error))
  return {
    jwt: mintUserJwt({
      secret: env.LIVE_SECRET,
      company,
      userPublicKey: publicKey,
      name,
      ...rights,
      expiresAt,
    }),
    ticket: makeTicket(env.LIVE_SECRET, company, { publicKey, device }, expiresAt),
    expires_at: new Date(expiresAt).toISOString(),
    path: `/v3/live/${company}`,
    company_uuid: company,
    inbox_prefix: inboxPrefix(uuid),
    swarms: [...swarms],
  }
}

export const live: Handlers<typeof liveCalls> = {
  accountToken: async ({ body }, { env, account, by }) => {
    const { uuid, company_uuid: company } = account
    const swarms = by.sight.kinds.includes('analysis') ? by.sight.swarms.slice(0, heardSwarms) : []
    return mint(env, body.public_key, {
      company,
      uuid,
      name: liveName(uuid),
      device: false,
      rights: accountRights(company, uuid, { swarms, permissions: by.permissions }),
      swarms,
    })
  },
  deviceToken: async ({ body }, { env, company, device: uuid }) =>
    mint(env, body.public_key, {
      company,
      uuid,
      name: `device:${uuid}`,
      device: true,
      // A NATS server would hand on what they say on these as it is.
      rights: deviceRights(company, uuid, env.NATS_URL ? [] : olderDeviceTopics),
      swarms: [],
    }),
}
