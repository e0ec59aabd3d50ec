import { type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import type { FaultDetail } from '../../../../domain/fault.ts'
import { ArchivedBadge } from '../../../entities/method/ArchivedBadge.tsx'
import type { MethodRecord } from '../../../entities/method/why-not.ts'
import { faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { commitField } from '../../../parts/form/commit-field.ts'
import { focusFirstFault, hasUnread } from '../../../parts/form/focus-first-fault.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { usePageName } from '../../../state/page-name.ts'
import type { AnyDraft, AnyEditor } from './draft-kind.ts'
import type { FieldErrors } from './field-id.ts'
import { type Difference, StaleDialog } from './StaleDialog.tsx'
import type { Edited } from './use-edited.ts'
import { useSaving } from './use-saving.ts'
import { HeldFields } from '../../../parts/form/HeldFields.tsx'

/** Show the page of a method that is edited: its name, saving, the problems that prevent it, and keys to undo. */
export function EditingPage<
  Made extends MethodRecord,
  Draft extends AnyDraft,
  Editor extends AnyEditor<Draft>,
  Act,
>(props: {
  edited: Edited<Made, Draft, Editor, Act>
  /** Null for a new one. */
  record: Made | null
  /** Title while it has no name. */
  newTitle: string
  facts: readonly string[]
  /** Reason that it can only be looked at. */
  why: string | null
  problems: readonly FaultDetail[]
  menu?: ReactNode
  className: string | undefined
  sayDifferences: (mine: Draft, theirs: Draft) => Difference[]
  children: ReactNode
}) {
  const { edited, record, why } = props
  const { draft, kind } = edited
  const saving = useSaving(edited)
  usePageName(record?.name ?? null)
  const whyNot = why ?? whyNotSave(edited, props.problems)
  const content = useRef<HTMLDivElement>(null)
  const save = () => {
    if (content.current && hasUnread(content.current)) focusFirstFault(content.current)
    else saving.save()
  }
  const saveByKey = useNewest(() => {
    if (whyNot === null && !saving.busy) save()
  })
  return (
    <Page
      title={draft.name.trim() || props.newTitle}
      state={record?.archived === 1 && <ArchivedBadge />}
      facts={props.facts}
      primary={{
        label: t('methods.save'),
        icon: 'check',
        busy: saving.busy,
        disabledReason: whyNot,
        onPress: save,
      }}
      menu={props.menu}
    >
      <div
        ref={content}
        className={props.className}
        onKeyDown={(event) => {
          if (isSaveKey(event)) {
            event.preventDefault()
            commitField()
            saveByKey.current()
          } else if (why === null) pressUndo(event, edited.act)
        }}
      >
        <Notices edited={edited} why={why} others={saving.others} />
        {/* Go on typing in one that is there: it stays with what was typed since. */}
        <HeldFields busy={saving.busy && record === null}>{props.children}</HeldFields>
      </div>
      {saving.theirs && (
        <StaleDialog
          differences={props.sayDifferences(draft, kind.draftOf(saving.theirs))}
          at={saving.theirs.updated_at}
          onMine={saving.takeMine}
          onTheirs={saving.takeTheirs}
          onClose={saving.leave}
        />
      )}
    </Page>
  )
}

/** Keep a function as it was last drawn, for a handler that draws the page again before it calls it. */
function useNewest(work: () => void): { current: () => void } {
  const newest = useRef(work)
  useLayoutEffect(() => {
    newest.current = work
  })
  return newest
}

/** Join the texts of problems by field. */
export function useErrors(problems: readonly FaultDetail[]): FieldErrors {
  return useMemo(() => {
    const errors: Record<string, string> = {}
    for (const problem of problems) {
      const { field = '' } = problem
      errors[field] = [errors[field], faultText(problem)].filter(Boolean).join(' ')
    }
    return errors
  }, [problems])
}

type Open = Pick<
  Edited<MethodRecord, AnyDraft, AnyEditor<AnyDraft>, never>,
  'refused' | 'isChanged' | 'base' | 'isRestored' | 'isKept' | 'discard'
>

function whyNotSave(edited: Open, problems: readonly FaultDetail[]): string | null {
  if (problems.length > edited.refused.length) {
    return t('methods.problemCount', { count: problems.length })
  }
  return edited.isChanged || edited.base === null ? null : t('methods.nothingToSave')
}

/** Tell if Ctrl+S or Cmd+S is pressed, which saves wherever the focus is. */
function isSaveKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 's'
}

/** Undo and redo, wherever the focus is, unless a part of the page has done it. */
function pressUndo(event: KeyboardEvent, act: (act: { type: 'undo' | 'redo' }) => void): void {
  if (event.defaultPrevented) return
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return
  const key = event.key.toLowerCase()
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
  if (key !== 'z' && !isRedo) return
  event.preventDefault()
  act({ type: isRedo ? 'redo' : 'undo' })
}

function Notices(props: { edited: Open; why: string | null; others: readonly string[] }) {
  const { edited, why, others } = props
  return (
    <>
      {why && (
        <Notice kind="info" title={t('methods.readOnly')}>
          {why}
        </Notice>
      )}
      {edited.isRestored && (
        <Notice
          kind="info"
          action={<Button onClick={edited.discard}>{t('methods.discard')}</Button>}
        >
          {t('methods.restored')}
        </Notice>
      )}
      {!edited.isKept && <Notice kind="warning">{t('methods.notKept')}</Notice>}
      {others.length > 0 && (
        <Notice kind="error" stays>
          {others.join(' ')}
        </Notice>
      )}
    </>
  )
}
