import type { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { Fault } from '../../domain/fault.ts'
import { lanPassMs } from '../../domain/lan/lan-pass.ts'
import type { TopicEvent } from '../../domain/live/event.ts'
import { analysisSubject } from '../../domain/live/topic.ts'
import { hasEnded } from '../../domain/entities/analysis.ts'
import { countReadings } from '../../domain/rules/run-points.ts'
import type { DeviceContext } from '../context.ts'
import { describeRelease, giveMetadata, orderDueUpdate, readImagePiece } from './device-release.ts'
import { lanKey } from '../crypto/lan-key.ts'
import { signedStops } from '../methods/lot-stops.ts'
import { liveBus } from '../live/bus.ts'
import { logFailure } from '../log.ts'
import { challengeDevice, keepClaimAnswer } from '../organisation/claim-by-code.ts'
import { noteDrift } from '../runs/follow-drift.ts'
import type { Handlers } from '../mount.ts'
import { compareLate } from '../runs/late-readings.ts'
import { unwrap } from '../outcome.ts'
import { computeEnd } from '../runs/run-end.ts'
import { divideRaw } from '../runs/divide-raw.ts'
import { basisOf } from '../store/result-changes.ts'

/**
 * Tell who watches, after the store has kept it. A lost event is made good by the next fetch. The device does not wait: servers of the
 * bus that do not answer take many seconds, and the place of the call as long.
 */
function publish(
  { env, company, device, later }: DeviceContext,
  swarm: string,
  payload: Extract<TopicEvent, { topic: 'analysis' }>['payload'],
): void {
  const event = {
    topic: 'analysis',
    uuid: device,
    at: new Date().toISOString(),
    payload,
  } satisfies TopicEvent
  later(async () => {
    try {
      await liveBus(env, company).publish(
        analysisSubject(company, swarm, device),
        JSON.stringify(event),
      )
    } catch (error) {
      logFailure('analysis event not sent', error)
    }
  })
}

export const deviceLink: Handlers<typeof deviceLinkCalls> = {
  hello: async ({ body }, context) => {
    const { env, own, by, opId, device, company } = context
    const { busy: _busy, claim_key, ...told } = body
    await unwrap(own.greetDevice(device, told, opId, by.actor))
    const claim = await challengeDevice(context, claim_key)
    const since = new Date(Date.now() - lanPassMs).toISOString()
    return {
      company_uuid: company,
      server_time: new Date().toISOString(),
      lan_key: lanKey(env, company),
      leavers: await unwrap(own.ask({ name: 'leavers', since }, by.sight)),
      passes_from: await unwrap(own.ask({ name: 'passesFrom', since }, by.sight)),
      lots: signedStops(env, company, await unwrap(own.ask({ name: 'stopsHere' }, by.sight))),
      ...(claim && { claim }),
    }
  },
  claimAnswer: keepClaimAnswer,
  commands: async (_, { own, device, by }) => unwrap(own.handCommands(device, by.actor)),
  dueUpdate: (_, context) => orderDueUpdate(context),
  release: describeRelease,
  metadata: giveMetadata,
  image: readImagePiece,
  answer: async ({ body }, { own, by, device }) => {
    await unwrap(own.answerCommand(device, body, by.actor))
    return {}
  },
  started: async ({ params }, { own, by, device }) => {
    await unwrap(own.startRun(params.id, device, by.actor))
    return {}
  },
  readings: async ({ params, body }, context) => {
    const { own, device } = context
    const { fresh, kept, swarm, closed } = await unwrap(
      own.keepReadings(params.id, device, body.readings, body.progress),
    )
    if (closed) await compareLate(context, params.id, body.readings)
    if (fresh.length > 0) {
      const { progress } = body
      publish(context, swarm, {
        kind: 'readings',
        analysis_uuid: params.id,
        readings: fresh,
        progress,
      })
    }
    return kept
  },
  finished: async ({ params, body }, context) => {
    const { own, device, by } = context
    for (let left = mostEndings; ; left -= 1) {
      const { record, readings, kept, givenUp, light } = await unwrap(own.runOf(params.id, device))
      if (hasEnded(record.status) && !givenUp) return { status: record.status }
      if (kept.AMP < body.measured.AMP || kept.VAL < body.measured.VAL) {
        throw new Fault('refused', 'Some readings have not come yet', {
          reason: 'readings_missing',
          params: { ...kept },
        })
      }
      const lit = divideRaw({ record, readings, light }, body.light)
      const computed = await computeEnd(context.env, record, lit.readings)
      const outcome = await own.endRun({
        analysis: params.id,
        device,
        transition: body.outcome,
        reason: body.reason,
        actor: by.actor,
        curvesHash: computed?.hash ?? null,
        result: computed?.result ?? null,
        figures: computed?.figures ?? null,
        readings: readings.length,
        measured: countReadings(readings),
        deviceTimes: { started_at: body.began ?? null, ended_at: body.at },
        ...(lit.light !== undefined && { light: lit.light }),
        basis: basisOf(record),
      })
      // Compute again where readings came, or the plate was corrected, while it was computed.
      if (!outcome.ok && outcome.errors[0]?.code === 'stale' && left > 1) continue
      const ended = await unwrap(Promise.resolve(outcome))
      publish(context, ended.swarm_uuid, {
        kind: 'status',
        analysis_uuid: params.id,
        status: ended.status,
      })
      context.later(() => noteDrift(context))
      return { status: ended.status }
    }
  },
}

/** Times that the end of a run is computed in one call; after them the device asks again. */
const mostEndings = 3
