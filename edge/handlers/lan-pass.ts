import type { lanPassCalls, LanCommand } from '../../domain/calls/lan.ts'
import { Fault } from '../../domain/fault.ts'
import { lanPermissions } from '../../domain/lan/lan-calls.ts'
import {
  type LanClaims,
  lanPassMs,
  passPermissions,
  passSwarms,
} from '../../domain/lan/lan-pass.ts'
import type { DeviceContext } from '../context.ts'
import { asLines } from '../../domain/rules/plain-text.ts'
import { mintLanPass, readLanPass } from '../crypto/lan-key.ts'
import { askStops, signedStops } from '../methods/lot-stops.ts'
import { isProven } from '../crypto/lan-proof.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'

export const lanPass: Handlers<typeof lanPassCalls> = {
  pass: async ({ body }, { env, account, own, by: asked }) => {
    // Take the time before asking what they may do, so that what is taken from them after this is taken from the pass too.
    const issued = Math.floor(Date.now() / 1000)
    const by = await unwrap(own.confirm(asked))
    const permissions = passPermissions(by.permissions, lanPermissions)
    const claims: LanClaims = {
      aud: 'bapp-lan',
      company: account.company_uuid,
      sub: account.uuid,
      permissions,
      swarms: by.sight.swarms.slice(0, passSwarms),
      iat: issued,
      exp: issued + lanPassMs / 1000,
      jti: crypto.randomUUID(),
      cnf: { jwk: body.public_key },
    }
    return {
      pass: mintLanPass(env, claims),
      expires_at: new Date(claims.exp * 1000).toISOString(),
      permissions,
    }
  },
  lotStops: async (_, context) => {
    const { env, company, own } = context
    const stops = await askStops(context)
    return signedStops(env, company, await unwrap(own.hearStops(stops)))
  },
  report: async ({ body }, context) => {
    let kept = 0
    for (const told of body.commands) if (await keepCommand(told, context)) kept += 1
    return { kept }
  },
}

/**
 * Enter a command into the ledger under the one whose pass came with it: a device names nobody by itself. False for what
 * is no pass of the company, for what its holder has not signed and for an id that something else has: no repeat would mend it.
 */
async function keepCommand(
  told: LanCommand,
  { env, company, own, device, by }: DeviceContext,
): Promise<boolean> {
  const { command_uuid, command } = told
  const claims = readLanPass(env, company, told.pass)
  if (!claims || !(await isProven(told, { claims, device }))) return false
  const { sub: user, swarms, permissions } = claims
  try {
    await unwrap(
      own.change(
        // Keep the order in today's form, which people read: as it was signed it has been proven.
        {
          type: 'command.lan',
          uuid: command_uuid,
          device,
          user,
          swarms,
          permissions,
          command: asLines(command),
        },
        `${command_uuid}:lan`,
        by,
      ),
    )
    return true
  } catch (error) {
    if (error instanceof Fault && error.code === 'taken') return false
    throw error
  }
}
