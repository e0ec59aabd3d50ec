import { request } from 'node:http'
import { contract } from '../../../domain/contract.ts'

export interface Misdirected {
  requests: number
  /** Answered otherwise than 421 with the right address. */
  wrong: string[]
  /** Longest wait for the answer to a body that never ends, ms. */
  slowest: number
}

/** Send every row of the contract to a region with the header of another one and a body that never ends. */
export async function sendMisdirected(
  address: string,
  meant: 'eu' | 'na',
  right: string,
  make: () => string,
): Promise<Misdirected> {
  const outcome: Misdirected = { requests: 0, wrong: [], slowest: 0 }
  for (const row of Object.values(contract).flatMap((calls) => Object.values(calls))) {
    const path = `/v3${row.path.replaceAll(/:\w+/g, make)}`
    const began = performance.now()
    const { status, body } = await sendEndless(`${address}${path}`, row.method, meant, make)
    outcome.requests += 1
    outcome.slowest = Math.max(outcome.slowest, performance.now() - began)
    if (status !== 421 || !body.includes(`"baseUrl":"${right}"`)) {
      outcome.wrong.push(`${row.method} ${path}: ${status} ${body.slice(0, 100)}`)
    }
  }
  return outcome
}

/** Begin a body of unknown length and do not end it: an answer can only be one that did not wait for it. */
function sendEndless(
  url: string,
  method: string,
  meant: string,
  make: () => string,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    const headers = {
      'X-Region': meant,
      'X-Requested-With': 'XMLHttpRequest',
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    }
    const finish = (status: number, body: string) => {
      sending.destroy()
      resolve({ status, body })
    }
    const sending = request(url, { method, headers, timeout: 10_000 }, (answer) => {
      let body = ''
      answer.on('data', (piece: Buffer) => {
        body += piece.toString()
        // Finish once the envelope is whole: the connection would stay open for the rest of our body.
        if (body.endsWith('}')) finish(answer.statusCode ?? 0, body)
      })
      answer.on('end', () => finish(answer.statusCode ?? 0, body))
    })
    sending.on('timeout', () => finish(0, 'no answer within 10 s'))
    sending.on('error', (error) => finish(0, String(error)))
    sending.write(`{"name": "${make()}", "password": "${make()}", "notebook": "${make()}`)
  })
}

/** Send a session's cookie to the other region's address: nobody is signed in there. */
export async function carryCookie(
  address: string,
  company: string,
  make: () => string,
): Promise<number> {
  const secret = make().padEnd(43, 'x').slice(0, 43)
  const headers = {
    'X-Requested-With': 'XMLHttpRequest',
    Cookie: `__Host-bapp=${company}.${secret}`,
  }
  const answer = await fetch(`${address}/v3/session/me`, { headers })
  await answer.text()
  return answer.status
}
