import { userCalls } from '../../../domain/calls/users.ts'
import { call } from '../../client/call.ts'
import type { Revert } from '../../record/undo.ts'

/** Fields that an edit puts back; the flag of reviewers has calls of its own. */
const edited: readonly string[] = ['name', 'email', 'phone', 'profile_uuid', 'swarms', 'active']

/** Put a person back to what they were before an operation. */
export const userRevert: Revert = {
  kind: 'user',
  send: async (id, before, { opId, base }) => {
    let last = base
    const body = Object.fromEntries(
      Object.entries(before).filter(([name]) => edited.includes(name)),
    )
    if (Object.keys(body).length > 0) {
      const parts = { params: { id }, body: { ...body, base } }
      last = (await call(userCalls.edit, parts, { opId })).updated_at
    }
    const { reviewer } = before
    if (reviewer === undefined) return
    const row = reviewer === 'Y' ? userCalls.setReviewer : userCalls.unsetReviewer
    const flag = { params: { id }, body: { base: last } }
    await call(row, flag, { opId: `${opId}_r` })
  },
}
