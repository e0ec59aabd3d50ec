import { uuidForm } from '../../domain/fields.ts'

const name = '__Host-bapp'

/** `company.secret`: the store to ask and what to ask it for. Opaque to the page (HttpOnly). */
export interface SessionToken {
  company: string
  secret: string
}

/** A secret, or a sealed text (reading-session.ts). */
const shape = new RegExp(String.raw`^(${uuidForm})\.([\w-]{43}|s1\.[\w.-]{60,600})$`)

export function readSessionCookie(header: string | undefined): SessionToken | null {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=')
    const match = key === name && value ? shape.exec(value) : null
    if (match?.[1] && match[2]) return { company: match[1], secret: match[2] }
  }
  return null
}

/**
 * Write the session cookie. Browsers accept `Secure` from localhost too, so that development and production have the
 * same one.
 */
export function sessionCookie(token: SessionToken, seconds: number): string {
  return `${name}=${token.company}.${token.secret}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Strict`
}

export const endedCookie = `${name}=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Strict`
