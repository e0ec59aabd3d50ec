/** A minute at most: long enough to be carried over, too short to be kept. */
const lifeSeconds = 60

interface Claims {
  issuer: string
  audience: string
  subject: string
  name: string
  email: string
}

/**
 * Sign a JSON Web Token (RFC 7519) for the help desk, with the person's identity and nothing of their company. `jti` is
 * new each time, so that the help desk can refuse a second use.
 * @param key private JWK of an Ed25519 or P-256 key; the help desk holds the public one.
 */
export async function signHelpDeskToken(
  key: string,
  { issuer, audience, subject, name, email }: Claims,
): Promise<{ token: string; expires_at: string }> {
  const jwk = JSON.parse(key) as JsonWebKey
  const isEd25519 = jwk.kty === 'OKP'
  const algorithm = isEd25519 ? { name: 'Ed25519' } : { name: 'ECDSA', namedCurve: 'P-256' }
  const secret = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign'])
  const now = Math.floor(Date.now() / 1000)
  const exp = now + lifeSeconds
  const claims = {
    iss: issuer,
    aud: audience,
    sub: subject,
    name,
    email,
    jti: crypto.randomUUID(),
    iat: now,
    exp,
  }
  const text = `${encode({ alg: isEd25519 ? 'EdDSA' : 'ES256', typ: 'JWT' })}.${encode(claims)}`
  const how = isEd25519 ? { name: 'Ed25519' } : { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(how, secret, new TextEncoder().encode(text))
  return {
    token: `${text}.${Buffer.from(signature).toString('base64url')}`,
    expires_at: new Date(exp * 1000).toISOString(),
  }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
