import { useEffect, useState } from 'react'
import { labLotCalls } from '../../../../../domain/calls/lots.ts'
import type { Bkit } from '../../../../../domain/entities/bkit.ts'
import type { KitUses } from '../../../../../domain/rules/kit-use.ts'
import { call } from '../../../../client/call.ts'
import { mode } from '../../../../state/mode.ts'
import { may } from '../../../../state/session.ts'
import type { Draft } from '../../../../state/draft.ts'

const unknown: KitUses = new Map()

/**
 * Ask how much of the kits of a method, and of the one that was scanned, was used. Without the service nothing is known:
 * it checks again at the launch.
 */
export function useKitUses(
  kits: readonly Bkit[],
  { kit }: Pick<Draft, 'kit'>,
  recipe: string | null,
): KitUses {
  const [uses, setUses] = useState(unknown)
  const meant = kits.filter(
    ({ uuid, recipe_uuids }) =>
      uuid === kit?.bkit_uuid || (recipe !== null && recipe_uuids.includes(recipe)),
  )
  const isAsked = may(labLotCalls.use.needs) && mode.value.state !== 'offline'
  const ids = isAsked ? meant.map(({ uuid }) => uuid).join() : ''
  useEffect(() => {
    const stop = new AbortController()
    const ask = async (id: string) => {
      const params = { params: { id } }
      return [id, await call(labLotCalls.use, params, { signal: stop.signal })] as const
    }
    Promise.all(ids.split(',').filter(Boolean).map(ask)).then(
      (found) => setUses(new Map(found)),
      () => undefined,
    )
    return () => stop.abort()
  }, [ids])
  return uses
}
