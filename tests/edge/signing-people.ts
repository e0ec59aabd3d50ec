import { analysisCalls } from '../../domain/calls/analysis.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { type Answer, type Lab, must, password, type Sender } from './lab.ts'
import { makeCompleted, signing } from './made-analyses.ts'

/** Parts that the tests of who signs have in common. */

export const at = (record: { uuid: string }) => ({ params: { id: record.uuid } })
export const me = async (sender: Sender) => (await must(sender(sessionCalls.me))).data
export const reasonOf = ({ errors }: Answer) => errors[0]?.reason
export const because = { body: { reason: 'met them at the bench' } }

/** Sign a run that somebody else has made, and return what the service answers. */
export async function signRunOf(maker: Sender, { swarm }: Lab, signer: Sender, given = password) {
  const record = await makeCompleted(maker, swarm)
  const body = { ...signing(record), password: given }
  return signer(analysisCalls.validate, { ...at(record), body })
}
