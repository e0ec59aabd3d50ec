import type { ListView } from '../../../../../workers/files/sample-list/list-view.ts'
import { makeUuid } from '../../../../client/make-uuid.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { recordText, t } from '../../../../i18n/intl.ts'
import { changeDraft, changeLayout, draft, undoLayout } from '../../../../state/draft.ts'
import { showToast } from '../../../../state/toasts.ts'

/**
 * Make the cartridge what the list says, in one step that undo takes back. Thresholds that it brings along are written into the
 * notebook: the method of a plan is its recipe's, and who reviews the run sets them there with a reason.
 */
export function takeList(view: ListView, name: string): void {
  changeLayout(() => view.samples.map((one) => ({ ...one, uuid: one.uuid ?? makeUuid() })))
  if (view.thresholds.length > 0) noteThresholds(view, name)
  const { names: count, counts } = view
  const undo = { label: t('wizard.undo'), onPress: undoLayout, possible: stillLies() }
  if (counts.left === 0) showToast('done', t('wizard.csv.taken', { count }), undo)
  else showToast('warning', t('wizard.csv.takenSome', { count, left: counts.left }), undo)
}

/** Return a check that undo would remove this list and nothing else: no later change, and no launch. */
function stillLies(): () => boolean {
  const made = draft.peek()?.layout.present
  return () => {
    const now = draft.value
    return now !== null && now.command_uuid === null && now.layout.present === made
  }
}

function noteThresholds({ thresholds }: ListView, name: string): void {
  const list = thresholds
    .map(({ well_type, values }) =>
      [well_type, values.map((value) => formatNumber(value)).join(' / ')]
        .filter(Boolean)
        .join(': '),
    )
    .join('; ')
  const line = recordText('wizard.csv.thresholds', { name, list })
  const before = draft.peek()?.notebook ?? ''
  if (before.includes(line)) return
  changeDraft({ notebook: before === '' ? line : `${before.trimEnd()}\n${line}` })
}
