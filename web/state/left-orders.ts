import * as v from 'valibot'
import { showToast } from './toasts.ts'
import { keepItem } from '../keep-item.ts'

/**
 * Messages about orders whose page was closed or reloaded before it could show them. The next page of the same account on this
 * machine shows each once.
 */
const Left = v.array(
  v.object({
    account: v.string(),
    kind: v.picklist(['warning', 'error']),
    text: v.string(),
    caption: v.string(),
  }),
)
export type LeftOrder = v.InferOutput<typeof Left>[number]

const key = 'left-orders'

function readLeft(): LeftOrder[] {
  try {
    const left = v.safeParse(Left, JSON.parse(localStorage.getItem(key) ?? '[]'))
    return left.success ? left.output : []
  } catch {
    return []
  }
}

/** Keep messages for the next page. If the storage refuses, the person was at least asked before leaving the page. */
export function keepLeftOrders(orders: readonly LeftOrder[]): void {
  if (orders.length === 0) return
  // Ignore a full or blocked storage.
  keepItem(key, JSON.stringify([...readLeft(), ...orders]))
}

/** Show the messages of this account and remove them. */
export function tellLeftOrders(account: string): void {
  const left = readLeft()
  const others = left.filter((one) => one.account !== account)
  if (others.length === left.length) return
  if (others.length === 0) localStorage.removeItem(key)
  else keepItem(key, JSON.stringify(others))
  for (const one of left) {
    if (one.account === account) showToast(one.kind, one.text, undefined, one.caption)
  }
}
