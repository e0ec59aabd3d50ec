import type { Letter } from './mail.ts'

export interface SmtpService {
  host: string
  port: number
  /** TLS from the first byte, or from STARTTLS on. Never without. */
  security: 'tls' | 'starttls'
  account: { username: string; password: string } | null
}

/** The package is loaded with the first mail: it opens sockets of the Workers runtime, which pages never need. */
export async function sendBySmtp(service: SmtpService, letter: Letter): Promise<void> {
  const { LogLevel, WorkerMailer } = await import('worker-mailer')
  const { host, port, security, account } = service
  const mailer = await WorkerMailer.connect({
    host,
    port,
    secure: security === 'tls',
    startTls: security === 'starttls',
    ...(account ? { credentials: account, authType: ['plain', 'login'] } : {}),
    // Its log holds the dialogue with the server, letters among it.
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
