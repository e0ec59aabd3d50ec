import type { Letter } from './mail.ts'

const timeoutMs = 15_000

/**
 * Hands a letter to a mail provider: JSON with `from`, `to`, `subject` and `text`, the token as a bearer's. Answers
 * are never followed elsewhere: the token goes to the configured address only.
 */
export async function sendByHttp(
  service: { url: string; token: string },
  { from, to, subject, text }: Letter,
): Promise<void> {
  const response = await fetch(service.url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { Authorization: `Bearer ${service.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ from, to: [to], subject, text }),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The mail service answered ${response.status}`)
}
