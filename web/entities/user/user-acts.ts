import { createElement } from 'react'
import type { Account } from '../../../domain/calls/session.ts'
import { userCalls } from '../../../domain/calls/users.ts'
import type { Profile } from '../../../domain/entities/profile.ts'
import type { User } from '../../../domain/entities/user.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { IconName } from '../../parts/icon/icon-paths.ts'
import type { Act } from '../../record/act.ts'
import { takeBack } from '../../record/undo.ts'
import { OpenWorkPart } from './OpenWorkPart.tsx'
import { listActs, type UserAct, userNeeds } from './user-actions.ts'
import { userRevert } from './user-revert.ts'

const icons: Record<UserAct, IconName> = {
  edit: 'edit',
  sendReset: 'message',
  lostPhone: 'lock',
  setReviewer: 'review',
  unsetReviewer: 'review',
  activate: 'check',
  deactivate: 'stop',
  confirm: 'check',
  access: 'lock',
  promote: 'link',
  declass: 'link',
  migrate: 'next',
  remove: 'trash',
}

/** Acts with consequences for the person, which are confirmed first; a reason may or must be given with them. */
const asked = {
  sendReset: {},
  lostPhone: { danger: true, reason: 'due' },
  deactivate: { danger: true, reason: 'may' },
  confirm: { reason: 'due' },
  promote: { reason: 'may' },
  declass: { danger: true, reason: 'may' },
  remove: { danger: true, reason: 'may' },
} as const
type AskedAct = keyof typeof asked

/** Acts after which the person goes on with nothing: their open work is handed over before. */
const leaving: readonly AskedAct[] = ['deactivate', 'remove']

/** Acts that open something of the page. */
export type OpenedAct = 'edit' | 'access' | 'migrate'

/** The act that undoes another one. */
const inverse: Partial<Record<UserAct, SentAct>> = {
  setReviewer: 'unsetReviewer',
  unsetReviewer: 'setReviewer',
  activate: 'deactivate',
  deactivate: 'activate',
}

type SentAct = Exclude<UserAct, OpenedAct>

/** Make what may be done about a person: with its words, what it asks first, and how it is sent and taken back. */
export function makeUserActs(
  user: User,
  who: Account,
  profiles: readonly Profile[],
  given: { ownProfile: string | undefined; open: (act: OpenedAct) => void },
): Act[] {
  return listActs(user, who, profiles, given.ownProfile).map(({ act, why }): Act => {
    const facts = {
      id: act,
      label: t(`people.act.${act}`),
      icon: icons[act],
      hint: t(act === 'edit' && user.service ? 'people.hint.editService' : `people.hint.${act}`),
      why: why && t(`people.why.${why}`),
      needs: userNeeds[act],
    }
    if (act === 'edit' || act === 'access' || act === 'migrate') {
      return { ...facts, open: () => given.open(act) }
    }
    const back = inverse[act]
    return {
      ...facts,
      ...(isAsked(act) && { ask: askOf(act, user) }),
      ...changeOf(act),
      send: (opId, reason) => send(act, user, opId, reason),
      ...(back && {
        back: async (undoId, opId) => {
          await takeBack(userRevert, { id: user.uuid, opId, undoId })
          return t(`people.done.${back}`, { name: user.name })
        },
      }),
    }
  })
}

/** Return the change that an act makes, where it has a short text and can be done to many. */
function changeOf(act: SentAct): Pick<Act, 'change'> {
  const [on, off] = [t('users.active'), t('users.inactive')]
  const access = t('users.column.active')
  const reviewer = t('people.reviewer')
  switch (act) {
    case 'activate':
      return { change: { field: access, before: off, after: on } }
    case 'deactivate':
      return { change: { field: access, before: on, after: off } }
    case 'setReviewer':
      return { change: { field: reviewer, before: t('record.no'), after: t('record.yes') } }
    case 'unsetReviewer':
      return { change: { field: reviewer, before: t('record.yes'), after: t('record.no') } }
    default:
      return {}
  }
}

function isAsked(act: SentAct): act is AskedAct {
  return act in asked
}

function askOf(act: AskedAct, user: User): NonNullable<Act['ask']> {
  const { name, email } = user
  return {
    title: t(`people.ask.${act}`, { name }),
    text: t(`people.consequence.${act}`, { name, email }),
    submit: t(`people.confirm.${act}`),
    ...asked[act],
    ...(leaving.includes(act) && {
      more: createElement(OpenWorkPart, { user, always: true }),
    }),
  }
}

/** Send an act. @returns the text that says it is done. @throws Fault */
async function send(act: SentAct, user: User, opId: string, reason: string): Promise<string> {
  const { uuid: id, updated_at: base, name } = user
  const params = { id }
  const why = reason ? { reason } : {}
  switch (act) {
    case 'sendReset': {
      const { mail } = await call(userCalls.resetPassword, { params }, { opId })
      return t(mail === 'kept' ? 'people.done.resetKept' : 'people.done.sendReset', { name })
    }
    case 'lostPhone':
      await call(userCalls.resetTwoStep, { params, body: { reason } }, { opId })
      break
    case 'confirm':
      await call(userCalls.confirm, { params, body: { reason, base } }, { opId })
      break
    case 'setReviewer':
      await call(userCalls.setReviewer, { params, body: why }, { opId })
      break
    case 'unsetReviewer':
      await call(userCalls.unsetReviewer, { params, body: why }, { opId })
      break
    case 'promote':
      await call(userCalls.promoteToPartner, { params, body: why }, { opId })
      break
    case 'declass':
      await call(userCalls.declassFromPartner, { params, body: why }, { opId })
      break
    case 'remove':
      await call(userCalls.delete, { params, body: { ...why, base } }, { opId })
      break
    default: {
      const active = act === 'activate' ? 'Y' : 'N'
      await call(userCalls.edit, { params, body: { active, ...why } }, { opId })
    }
  }
  return t(`people.done.${act}`, { name })
}
