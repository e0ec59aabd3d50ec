/** A request among several that are sent as one. */
export interface GatheredRequest {
  url: string
  method: string
  headers: [string, string][]
  body: string | null
}

export interface GatheredAnswer {
  status: number
  headers: [string, string][]
  body: string
}

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

interface Waiting {
  request: GatheredRequest
  answer: (response: Response) => void
  fail: (error: unknown) => void
}

/**
 * Send the requests that are made together as one to an open worker (tests/edge/open/worker.ts), which asks its app each of them:
 * a question costs what the edge does, without a connection of its own. Forms go alone, as bytes.
 */
export function gatherRequests(address: string): Fetch {
  let waiting: Waiting[] = []
  const sendAll = async () => {
    const sent = waiting
    waiting = []
    try {
      const response = await fetch(`${address}/gathered`, {
        method: 'POST',
        body: JSON.stringify(sent.map(({ request }) => request)),
      })
      const answers = (await response.json()) as GatheredAnswer[]
      for (const [at, { answer }] of sent.entries()) {
        const { status, headers, body } = answers[at] as GatheredAnswer
        answer(new Response(body === '' ? null : body, { status, headers }))
      }
    } catch (error) {
      for (const { fail } of sent) fail(error)
    }
  }
  return (url, { method = 'GET', headers, body } = {}) => {
    const { pathname, search } = new URL(url)
    if (body !== undefined && typeof body !== 'string') {
      return fetch(`${address}${pathname}${search}`, { method, body, ...(headers && { headers }) })
    }
    return new Promise((answer, fail) => {
      if (waiting.length === 0) setImmediate(() => void sendAll())
      const request = { url, method, headers: Object.entries(headers ?? {}), body: body ?? null }
      waiting.push({ request, answer, fail })
    })
  }
}
