import type { Call } from '../../../domain/call.ts'
import { analysisCalls } from '../../../domain/calls/analysis.ts'
import { methodActions, type MethodKind } from '../../../domain/actions/method.ts'
import type { ActionName } from '../../../domain/actions/table.ts'
import { cutName } from '../../../domain/rules/plain-text.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { IconName } from '../../parts/icon/icon-paths.ts'
import type { Act } from '../../record/act.ts'
import { whyNotCall } from '../../record/rights.ts'
import { removeMade, type Revert, takeBack } from '../../record/undo.ts'
import { sayArchived } from './method-fields.ts'
import { type MethodRecord, whyNot } from './why-not.ts'

/** The calls of a kind that its acts are sent with (`methodRows`). */
export interface MethodCalls {
  edit: Call
  duplicate?: Call
  delete: Call
}

const icons = {
  edit: 'edit',
  duplicate: 'copy',
  archive: 'box',
  unarchive: 'undo',
  migrate: 'next',
  delete: 'trash',
} as const satisfies Record<string, IconName>

/**
 * Make the acts on a method of a kind, in the order of its panel: the table of actions decides which are allowed, and
 * the reason of a refusal. The page gives the parts that an act opens (the editor, the choice of a swarm).
 */
export function makeMethodActs<Kind extends MethodKind>(
  kind: Kind,
  calls: MethodCalls,
  record: MethodRecord,
  given: { onEdit: () => void; onMigrate: () => void },
): Act[] {
  const acts = (['edit', 'duplicate', 'archive', 'unarchive', 'migrate', 'delete'] as const)
    .filter((act) => Object.hasOwn(methodActions[kind], act))
    .filter((act) =>
      act === 'archive' ? record.archived === 0 : act !== 'unarchive' || record.archived === 1,
    )
  return acts.map((act): Act => {
    const facts = {
      id: act,
      label: t(`methods.act.${act}`),
      icon: icons[act],
      hint: t(`methods.hint.${act}`),
      why: whyNot(kind, act as ActionName<Kind>, record),
    }
    switch (act) {
      case 'edit':
        return { ...facts, open: given.onEdit }
      case 'migrate':
        return { ...facts, open: given.onMigrate }
      case 'duplicate':
        return duplicateAct(kind, facts, calls as Required<MethodCalls>, record)
      case 'archive':
      case 'unarchive':
        return archiveAct(act, kind, facts, calls, record)
      case 'delete':
        return deleteAct(facts, calls, record)
    }
  })
}

/** Lead on to a plan with this method; null where it is archived, or the person plans no runs. */
export function planAct(
  { archived }: Pick<MethodRecord, 'archived'>,
  hint: 'methods.hint.plan' | 'methods.hint.planProtocol',
  open: () => void,
): Act | null {
  if (archived === 1 || whyNotCall(analysisCalls.create) !== null) return null
  const label = t('methods.templates.plan')
  return { id: 'plan', label, icon: 'run', hint: t(hint), why: null, isNext: true, open }
}

type Facts = Omit<Act, 'send' | 'back' | 'ask' | 'open'>

/** Offer to duplicate a method. Undo removes the copy, where the person may. */
function duplicateAct(
  kind: MethodKind,
  facts: Facts,
  { duplicate, delete: remove }: Required<MethodCalls>,
  { uuid, name }: MethodRecord,
): Act {
  let made: string | null = null
  return {
    ...facts,
    send: async (opId) => {
      const body = { name: cutName(t('methods.copyOf', { name }), 120) }
      const copy = await ask(duplicate, uuid, body, opId)
      made = copy.uuid
      return t('methods.done.duplicate', { name: copy.name })
    },
    back: async (undoId, opId) => {
      if (made) await removeMade(kind, remove, { id: made, opId, undoId })
      return t('methods.done.unmade')
    },
  }
}

function archiveAct(
  act: 'archive' | 'unarchive',
  kind: MethodKind,
  facts: Facts,
  calls: MethodCalls,
  { uuid, name }: MethodRecord,
): Act {
  const say = (archived: number) =>
    t(archived === 1 ? 'methods.done.archive' : 'methods.done.unarchive', { name })
  const to = act === 'archive' ? 1 : 0
  const [before, after] = [sayArchived(1 - to), sayArchived(to)]
  return {
    ...facts,
    change: { field: t('methods.state'), before, after },
    send: async (opId) => {
      await ask(calls.edit, uuid, { archived: to }, opId)
      return say(to)
    },
    back: async (undoId, opId) => {
      await takeBack(methodRevert(kind, calls), { id: uuid, opId, undoId })
      return say(1 - to)
    },
  }
}

function deleteAct(facts: Facts, calls: MethodCalls, { uuid, name }: MethodRecord): Act {
  return {
    ...facts,
    ask: {
      title: t('methods.ask.delete', { name }),
      text: t('methods.consequence.delete'),
      submit: t('methods.act.delete'),
      danger: true,
      reason: 'may',
    },
    send: async (opId, reason) => {
      await ask(calls.delete, uuid, reason ? { reason } : {}, opId)
      return t('methods.done.delete', { name })
    },
  }
}

/** Call a row by the fields that all kinds of method share. */
async function ask(row: Call, id: string, body: object, opId: string): Promise<MethodRecord> {
  return (await call(row, { params: { id }, body } as never, { opId })) as MethodRecord
}

/** Each is changed alone (edge/store/method-changes.ts); an archived recipe has lost its request with it. */
const states = ['archived', 'publication_requested'] as const

/** Put a method back to what it was before one of its states was changed: the archive, or the request for publication. */
export function methodRevert(kind: MethodKind & Revert['kind'], calls: MethodCalls): Revert {
  return {
    kind,
    send: async (id, before, { opId, base }) => {
      const state = states.find((name) => name in before)
      if (!state) return
      // Withdraw a request that was not there before.
      const body = { [state]: before[state] ?? 0, ...(base !== undefined && { base }) }
      await call(calls.edit, { params: { id }, body } as never, { opId })
    },
  }
}
