/**
 * Claim of a new device by the person who has it in hand (decision 86). The device shows a code and signs it together with a challenge of the
 * service; the service never receives the code from the device, only from the person, and checks the signature with it.
 */

/** Signs of a code: Crockford's base 32, without letters that look like digits. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 8

/** Time for which a code is accepted (ms), and from which the service asks the device for a new one. */
export const claimCodeMs = 30 * 60_000
export const claimRenewMs = 15 * 60_000
/** Wrong codes for one device after which the code that it shows is no longer accepted: one in 10^10 would be guessed. */
export const mostWrongCodes = 100

/** Make a code from 8 random bytes: 40 bits, one sign of each byte. */
export function makeClaimCode(random: Uint8Array): string {
  return [...random.subarray(0, codeLength)].map((byte) => signs[byte % signs.length]).join('')
}

/** Write a code as a display shows it: `7K3M-Q2XD`. */
export function showClaimCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** Read a code as a person types it, with or without hyphen and spaces, O for 0, I or L for 1; null for a text that is no code. */
export function readClaimCode(typed: string): string | null {
  const text = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return text.length === codeLength && [...text].every((sign) => signs.includes(sign)) ? text : null
}

/** Write what the picture on the display holds: serial number and code. */
export function claimLabel(serial: string, code: string): string {
  return `${serial}#${showClaimCode(code)}`
}

/** Read the text of a picture, or of a link that ends with it; null for any other text. */
export function readClaimLabel(text: string): { serial: string; code: string } | null {
  const [front = '', back = '', ...rest] = text.trim().split('#')
  const serial = front.split('/').at(-1) ?? ''
  const code = readClaimCode(back)
  return rest.length === 0 && serial !== '' && code !== null ? { serial, code } : null
}

/** Return the text that the device signs (Ed25519): its name says what it is for, so that the signature is worth nothing elsewhere. */
export function claimText(claim: { device: string; challenge: string; code: string }): string {
  return `bapp device claim 1\n${claim.device}\n${claim.challenge}\n${claim.code}`
}
