import { canonicalJson } from '../canonical.ts'

/**
 * Header of a command on the live bus: the service's Ed25519 signature over `commandText`, base64url. The bus carries it and
 * need not be trusted: a device obeys nothing on the bus that the service has not signed for it (devices/live-link.ts).
 * A header, so that devices of version 2.4 and older, which know no signatures, still read the message.
 */
export const commandSignatureHeader = 'Command-Signature'

/**
 * Return the text that the service signs with the company's key, which its devices hold for passes. The first line separates
 * it from everything else that is signed with this key: a pass is one line (domain/lan/lan-pass.ts).
 * @param message the whole message, with id, command and expiry, as it was read from JSON.
 */
export function commandText(company: string, device: string, message: unknown): string {
  return `bapp-command-1\n${canonicalJson({ company, device, message })}`
}
