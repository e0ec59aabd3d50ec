import { hkdfSync, type KeyObject, sign } from 'node:crypto'
import { originOf } from '../../domain/trail/checkpoint.ts'
import { formatKey, type NoteKey, signNote } from '../../domain/trail/note.ts'
import { privateKeyObject, rawPublicKey } from '../ed25519.ts'
import { trailTools } from './trail-tools.ts'

/** Signs what a company's trail says of itself. */
export interface TrailSigner {
  origin: string
  /** Public key in C2SP spelling: name, id, bytes. */
  key: string
  sign: (text: string) => string
}

/** Each trail has a key of its own, from the deployment's secret and the trail's name (HKDF, RFC 5869). */
export function trailSigner(env: Env, company: string): TrailSigner {
  const origin = originOf(env.REGION, company)
  const info = `bapp checkpoint ${origin}`
  const seed = hkdfSync('sha256', env.CHECKPOINT_SECRET, '', info, 32)
  const secret: KeyObject = privateKeyObject(new Uint8Array(seed))
  const key: NoteKey = { name: origin, key: rawPublicKey(secret) }
  return {
    origin,
    key: formatKey(key, trailTools.sha256),
    sign: (text) =>
      signNote(text, key, (message) => new Uint8Array(sign(null, message, secret)), trailTools),
  }
}
