import type { liveCalls } from '../../domain/calls/live.ts'
import {
  accountRights,
  deviceRights,
  heardSwarms,
  inboxPrefix,
  liveName,
  olderDeviceTopics,
  type SubjectRights,
} from '../../domain/live/topic.ts'
import { returnWindowS } from '../../domain/live/return-window.ts'
import { Fault } from '../../domain/fault.ts'
import { liveBus } from '../live/bus.ts'
import { decodePublicKey } from '../live/nkeys.ts'
import { makeTicket } from '../live/ticket.ts'
import { mintUserJwt } from '../live/user-jwt.ts'
import { logFailure } from '../log.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'

/** Short, so that a revoked account is soon silent; pages fetch a fresh one by themselves. */
const tokenMs = 5 * 60_000
/** Life of a device's token: it renews its connection after half of it, and a revocation ends it at once (decision 90). */
const deviceTokenMs = 8 * 3600_000

interface Holder {
  company: string
  uuid: string
  name: string
  device: boolean
}

/** Rights that a token grants. */
interface Granted {
  rights: SubjectRights
  swarms: readonly string[]
  /** Seconds over which a device of this fleet spreads its return. */
  returnWithin?: number
}

/**
 * @param now asked for after the token is known to the bus, which refuses all that are older than a change of rights:
 * what changes meanwhile is either in the token, or ends it.
 */
async function mint(
  env: Env,
  publicKey: string,
  { company, uuid, name, device }: Holder,
  now: () => Promise<Granted>,
) {
  // Check the last letters, which are a checksum: the schema knows the shape only.
  if (!decodePublicKey('user', publicKey)) {
    throw new Fault('invalid', 'This is no public key', {
      field: 'public_key',
      reason: 'public_key',
    })
  }
  const issuedAt = Date.now()
  const lifeMs = device ? deviceTokenMs : tokenMs
  const expiresAt = issuedAt + lifeMs
  // Ignore a bus that is out of reach: it refuses the client, which asks again.
  await liveBus(env, company)
    .admit({ publicKey, name, expiresAt })
    .catch((error: unknown) => logFailure('live token not announced', error))
  const { rights, swarms, returnWithin } = await now()
  return {
    jwt: mintUserJwt({
      secret: env.LIVE_SECRET,
      company,
      userPublicKey: publicKey,
      name,
      ...rights,
      issuedAt,
      expiresAt,
    }),
    ticket: makeTicket(env.LIVE_SECRET, company, { publicKey, device }, expiresAt),
    expires_at: new Date(expiresAt).toISOString(),
    path: `/v3/live/${company}`,
    company_uuid: company,
    inbox_prefix: inboxPrefix(uuid),
    swarms: [...swarms],
    ...(returnWithin !== undefined && {
      renew_after_s: lifeMs / 2000,
      return_within_s: returnWithin,
    }),
  }
}

export const live: Handlers<typeof liveCalls> = {
  accountToken: async ({ body }, { env, account, own, by }) => {
    const { uuid, company_uuid: company } = account
    return mint(
      env,
      body.public_key,
      { company, uuid, name: liveName(uuid), device: false },
      async () => {
        const { sight, permissions } = await unwrap(own.confirm(by))
        const swarms = sight.kinds.includes('analysis') ? sight.swarms.slice(0, heardSwarms) : []
        return { rights: accountRights(company, uuid, { swarms, permissions }), swarms }
      },
    )
  },
  deviceToken: async ({ body }, { env, company, device: uuid, own, by, confirm }) =>
    mint(
      env,
      body.public_key,
      { company, uuid, name: `device:${uuid}`, device: true },
      async () => {
        const fleet = await unwrap(own.ask({ name: 'fleetSize' }, by.sight))
        // Confirm last: a key or company that changes after this ends the token, which was made before.
        await confirm()
        return {
          // Give no older topics with a NATS server, which would hand on as it is what devices say on them.
          rights: deviceRights(company, uuid, env.NATS_URL ? [] : olderDeviceTopics),
          swarms: [],
          returnWithin: returnWindowS(fleet),
        }
      },
    ),
}
