import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { companies, demoPassword } from '../../../scripts/demo/companies.ts'
import { methods } from '../../../scripts/demo/methods.ts'
import { startStack, type Stack } from '../../../scripts/stack.ts'

export interface RealStack {
  stack: Stack
  address: string
  /** Somebody of another company, with a method of its own. */
  stranger: string
  stop: () => Promise<void>
}

/** Start the product without devices, on a state of its own, with the demonstration's lab and one more. */
export async function startReal(): Promise<RealStack> {
  const state = mkdtempSync(join(tmpdir(), 'bapp-real-'))
  const port = await freePort()
  const stack = await startStack({ port, state, speed: 1, devices: false, region: 'eu' })
  const { address } = stack
  try {
    return {
      stack,
      address,
      stranger: await foundOther(address, state),
      stop: async () => {
        await stack.stop()
        rmSync(state, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await stack.stop()
    throw error
  }
}

/** Create another company beside the demonstration's. @returns the name with which one of its people signs in. */
export async function foundOther(address: string, state: string): Promise<string> {
  const { OPERATOR_SECRET } = JSON.parse(readFileSync(join(state, 'secrets.json'), 'utf8')) as {
    OPERATOR_SECRET: string
  }
  const operate = async (path: string, body: unknown) => {
    const answer = await fetch(`${address}/v3/operator/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Operator ${OPERATOR_SECRET}`,
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  const [template] = companies
  const company = crypto.randomUUID()
  const swarm = crypto.randomUUID()
  const username = 'stranger'
  const person = { ...template?.users[1], uuid: crypto.randomUUID(), username, swarms: [swarm] }
  await operate('company', {
    company: { ...template?.company, uuid: company, name: 'Borealis' },
    swarms: [{ uuid: swarm, name: 'Strangers' }],
    users: [{ ...person, name: 'Boris', email: 'stranger@borealis.example' }],
  })
  const recipe = { ...methods[0]?.recipe, swarm_uuid: swarm }
  await operate('records', {
    company_uuid: company,
    records: [{ kind: 'recipe', uuid: crypto.randomUUID(), body: recipe }],
  })
  return username
}

export const password = demoPassword

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const found = server.address()
      server.close(() => resolve(typeof found === 'object' && found ? found.port : 0))
    })
  })
}
