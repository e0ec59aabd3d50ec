import { createHmac, hkdfSync, type KeyObject, sign } from 'node:crypto'
import { originOf } from '../../domain/trail/checkpoint.ts'
import { formatKey, type NoteKey, signNote } from '../../domain/trail/note.ts'
import { privateKeyObject, rawPublicKey } from '../crypto/ed25519.ts'
import { shortBytes } from '../crypto/hash-text.ts'
import { strongSecret } from '../crypto/secret.ts'
import { trailTools } from './trail-tools.ts'

/** Signs what a company's trail says of itself. */
export interface TrailSigner {
  origin: string
  /** Public key in C2SP spelling: name, id, bytes. */
  key: string
  sign: (text: string) => string
  /** Make the seal of an entry, of its leaf: HMAC-SHA-256 with a key for this alone. */
  seal: (leaf: string) => string
}

/** Secrets of the deployment that signing needs. */
export interface TrailSecrets {
  CHECKPOINT_SECRET: string
  REGION: string
}

/**
 * Derive the key of a trail from the deployment's secret and the trail's name (HKDF, RFC 5869).
 * @throws RangeError for a secret that is too short.
 */
export function trailSigner(env: TrailSecrets, company: string): TrailSigner {
  const origin = originOf(env.REGION, company)
  const info = `bapp checkpoint ${origin}`
  const deployment = strongSecret(env, 'CHECKPOINT_SECRET')
  const seed = hkdfSync('sha256', deployment, '', info, 32)
  const secret: KeyObject = privateKeyObject(new Uint8Array(seed))
  const key: NoteKey = { name: origin, key: rawPublicKey(secret) }
  const signed = (message: Uint8Array) => new Uint8Array(sign(null, message, secret))
  // Keep the key as bytes: the runtime takes them out of a key object at each use.
  const sealKey = new Uint8Array(
    hkdfSync('sha256', deployment, '', `bapp entry seal ${origin}`, 32),
  )
  // Keep the last note: it is made once more at the next checkpoint, to be compared with the one that was kept.
  let last = { text: '', note: '' }
  return {
    origin,
    key: formatKey(key, trailTools.sha256),
    sign: (text) => {
      if (text !== last.text) last = { text, note: signNote(text, key, signed, trailTools) }
      return last.note
    },
    seal: (leaf) =>
      createHmac('sha256', sealKey)
        .update(shortBytes(leaf) ?? leaf)
        .digest('hex'),
  }
}
