import { Agent, request as httpRequest } from 'node:http'

export interface Reply {
  status: number
  body: Buffer
  cookie: string
}

export interface Ask {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** A client on sockets that stay open: at most so many at once. */
export class Client {
  readonly #agent: Agent
  readonly #port: number
  headers: Record<string, string> = {
    'x-requested-with': 'XMLHttpRequest',
    'content-type': 'application/json',
  }

  constructor(address: string, connections: number) {
    this.#port = Number(new URL(address).port)
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  send({ method = 'GET', path, headers = {}, body }: Ask): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          agent: this.#agent,
          host: '127.0.0.1',
          port: this.#port,
          method,
          path,
          headers: { ...this.headers, ...headers },
        },
        (response) => {
          const pieces: Buffer[] = []
          response.on('data', (piece: Buffer) => pieces.push(piece))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              body: Buffer.concat(pieces),
              cookie: (response.headers['set-cookie'] ?? [])
                .map((one) => one.split(';')[0])
                .join('; '),
            }),
          )
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }

  /** `data` of the envelope. @throws Error with the answer when it is no success. */
  async ask<Data>(path: string, body?: unknown): Promise<Data> {
    const answer = await this.send({
      path,
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = answer.body.toString('utf8')
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`)
    return (JSON.parse(text) as { data: Data }).data
  }

  async signIn(username: string, password: string): Promise<void> {
    const body = JSON.stringify({ username, password })
    const answer = await this.send({ path: '/v3/session/login', method: 'POST', body })
    if (answer.status !== 200)
      throw new Error(`sign-in: ${answer.status} ${answer.body.toString()}`)
    this.headers = { ...this.headers, cookie: answer.cookie }
  }

  close(): void {
    this.#agent.destroy()
  }
}
