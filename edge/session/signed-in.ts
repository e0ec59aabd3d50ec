import type { Principal } from '../store/principal.ts'
import type { SignedIn } from '../store/SignInStore.ts'

const most = 200

const known = new Map<string, { text: string; principal: Principal }>()

/**
 * Return the signed-in account from the text that the store has just sent. The same text gives the same account for a session,
 * so it is parsed once; the result is frozen, because later calls get it too.
 */
export function readSignedIn(session: string, { who, times }: SignedIn): Principal {
  const { account, sight, profile } = readText(session, who)
  return { sight, ...(profile && { profile }), account: { ...account, session: times } }
}

function readText(session: string, text: string): Principal {
  const before = known.get(session)
  if (before?.text === text) return before.principal
  const principal = JSON.parse(text, (_, value: unknown) => Object.freeze(value)) as Principal
  known.delete(session)
  const [oldest] = known.keys()
  if (oldest !== undefined && known.size >= most) known.delete(oldest)
  known.set(session, { text, principal })
  return principal
}
