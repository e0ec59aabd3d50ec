import type { Letter } from './mail.ts'

const timeoutMs = 15_000

/**
 * Send a letter to a mail provider: JSON with `from`, `to`, `subject` and `text`, the token as a bearer's. Follows no
 * redirects: the token goes to the configured address only.
 */
async function sendByHttp(
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

/** Takes a letter to the mail service, or throws: it is tried again later. */
export type Transport = (letter: Letter) => Promise<void>

/**
 * Choose the mail service of this deployment: `MAIL_ADAPTER` is `http` or `smtp`; `outbox` or nothing keeps mails here.
 * @throws Error where the adapter's own settings are missing: a deployment that seems to send must send.
 */
export function transportOf(env: Env): Transport | null {
  switch (env.MAIL_ADAPTER ?? 'outbox') {
    case 'outbox':
      return null
    case 'http': {
      const { MAIL_URL: url, MAIL_TOKEN: token } = env
      if (!url || !token) throw new Error('MAIL_URL and MAIL_TOKEN are needed for mail by http')
      return (letter) => sendByHttp({ url, token }, letter)
    }
    case 'smtp': {
      const { SMTP_HOST: host, SMTP_USER: username, SMTP_PASSWORD: password } = env
      if (!host) throw new Error('SMTP_HOST is needed for mail by smtp')
      const port = Number(env.SMTP_PORT ?? 587)
      const security = env.SMTP_SECURITY === 'tls' ? 'tls' : 'starttls'
      const account = username && password ? { username, password } : null
      return (letter) => sendBySmtp({ host, port, security, account }, letter)
    }
    default:
      throw new Error('MAIL_ADAPTER is outbox, http or smtp')
  }
}

interface SmtpService {
  host: string
  port: number
  /** TLS from the first byte, or from STARTTLS on. Never without. */
  security: 'tls' | 'starttls'
  account: { username: string; password: string } | null
}

/**
 * Send by SMTP. Loads the package with the first mail: it opens sockets of the Workers runtime, which pages never need.
 */
async function sendBySmtp(service: SmtpService, letter: Letter): Promise<void> {
  const { LogLevel, WorkerMailer } = await import('worker-mailer')
  const { host, port, security, account } = service
  const mailer = await WorkerMailer.connect({
    host,
    port,
    secure: security === 'tls',
    startTls: security === 'starttls',
    ...(account ? { credentials: account, authType: ['plain', 'login'] } : {}),
    // Log nothing: the dialogue with the server has the mails in it.
    logLevel: LogLevel.NONE,
    socketTimeoutMs: 15_000,
    responseTimeoutMs: 15_000,
  })
  try {
    await mailer.send(letter)
  } finally {
    await mailer.close()
  }
}
