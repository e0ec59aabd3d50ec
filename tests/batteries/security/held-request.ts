import { request as httpRequest } from 'node:http'

export interface HeldRequest {
  /** Sends the rest. @returns the answer, also one that came before. */
  finish: () => Promise<Response>
}

/** Send a request up to the middle of its body: the edge has recognised who sends, and waits for the rest. */
export async function beginRequest(
  address: string,
  path: string,
  { headers, body }: { headers: Record<string, string>; body: BodyInit | undefined },
): Promise<HeldRequest> {
  const packed = new Response(body)
  const bytes = Buffer.from(await packed.arrayBuffer())
  const type = packed.headers.get('content-type')
  const sent = httpRequest(`${address}${path}`, {
    method: 'POST',
    agent: false,
    headers: { ...(type && { 'Content-Type': type }), ...headers, 'Transfer-Encoding': 'chunked' },
  })
  const answer = answerOf(sent)
  sent.setTimeout(60_000, () => sent.destroy(new Error('no reply within 60 s')))
  const half = Math.ceil(bytes.length / 2)
  sent.flushHeaders()
  if (half > 0) sent.write(bytes.subarray(0, half))
  return {
    finish: () => {
      sent.end(bytes.subarray(half))
      return answer
    },
  }
}

function answerOf(sent: ReturnType<typeof httpRequest>): Promise<Response> {
  const answer = new Promise<Response>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () => {
        resolve(new Response(Buffer.concat(pieces), { status: response.statusCode ?? 0 }))
      })
    })
  })
  // Catch a failure here, since the answer is awaited once the rest is sent.
  answer.catch(() => {})
  return answer
}
