import { sendByHttp } from './http.ts'
import type { Letter } from './mail.ts'
import { sendBySmtp } from './smtp.ts'

/** Takes a letter to the mail service, or throws: it is tried again later. */
export type Transport = (letter: Letter) => Promise<void>

/**
 * The mail service of this deployment: `MAIL_ADAPTER` is `http` or `smtp`; `outbox` or nothing keeps mails here.
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
