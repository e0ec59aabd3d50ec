import { createHmac, timingSafeEqual } from 'node:crypto'
import { uuidForm } from '../../domain/fields.ts'
import { sha256Hex } from '../crypto/secret.ts'

const shape = new RegExp(String.raw`^(${uuidForm})\.(\d{13})\.([\w-]{43})$`)

/** Time after which a device is looked up in the directory again. */
const receiptLifeMs = 60 * 60_000

/**
 * Proof that the directory has just named the company of a device with this key, so that its next calls need no question to the
 * directory, which all companies of a region share. It counts with the key alone, and only while the company's store has the
 * device (`RunStore.acceptsReceipt`). Decision 99.
 */
interface ReceiptFor {
  uuid: string
  key: string
  company: string
}

function macOf(secret: string, { uuid, key, company }: ReceiptFor, issuedAt: number): Buffer {
  const text = ['directory-receipt', uuid, company, issuedAt, sha256Hex(key)].join('\n')
  return createHmac('sha256', secret).update(text).digest()
}

export function makeReceipt(secret: string, of: ReceiptFor, now: number): string {
  return `${of.company}.${now}.${macOf(secret, of, now).toString('base64url')}`
}

/** Return the company that a receipt names, and when it was made (ms since 1970); null for one that does not count. */
export function readReceipt(
  secret: string,
  receipt: string,
  device: Omit<ReceiptFor, 'company'>,
  now: number,
): { company: string; issuedAt: number } | null {
  const [, company, issued, mac] = shape.exec(receipt) ?? []
  if (!company || !issued || !mac) return null
  const issuedAt = Number(issued)
  const right = macOf(secret, { ...device, company }, issuedAt)
  const given = Buffer.from(mac, 'base64url')
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  return issuedAt <= now && now < issuedAt + receiptLifeMs ? { company, issuedAt } : null
}
