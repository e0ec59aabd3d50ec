import { useLayoutEffect, useRef, useState } from 'react'
import { makeUuid } from '../../../../client/make-uuid.ts'
import { t } from '../../../../i18n/intl.ts'
import { draft } from '../../../../state/draft.ts'
import { assignName } from '../../../../state/layout-steps/assign.ts'
import { nextEmptyWell } from '../../../../state/layout-steps/unplaced.ts'
import { judgeScan, type ScanIssue } from './judge-scan.ts'
import { labelText } from './key-burst.ts'
import { receiveScans } from './scan-receiver.ts'
import type { Editor } from './use-editor.ts'

/** Two readings of one label within this time are one: the hand was slow to leave it. */
const sameLabelMs = 1500

/**
 * Codes go to the well in focus, and the focus on to the next empty well. What cannot be taken is kept by its
 * position, and the position left empty, so that the rest of the plate stays in step with the tubes.
 */
export function useScans(editor: Editor) {
  const [issues, showIssues] = useState<readonly ScanIssue[]>([])
  const known = useRef<readonly ScanIssue[]>([])
  const [count, setCount] = useState(0)
  const last = useRef({ code: '', at: 0 })

  const setIssues = (next: readonly ScanIssue[]) => {
    known.current = next
    showIssues(next)
  }
  const put = (well: string, code: string) => {
    editor.change(
      (before) => assignName(before, [well], code, makeUuid),
      t('wizard.said.assigned', { name: code, wells: well }),
    )
    setIssues(known.current.filter((one) => one.well !== well))
  }
  const scan = (typed: string) => {
    const code = labelText(typed)
    const now = performance.now()
    if (code === '') return
    if (code === last.current.code && now - last.current.at < sameLabelMs) {
      editor.say(t('wizard.said.twice', { code }))
      return
    }
    last.current = { code, at: now }
    const { shape, direction } = editor
    const well = editor.currentNow()
    const layout = draft.peek()?.layout.present ?? []
    const issue = judgeScan(code, well, layout)
    if (issue) {
      setIssues([...known.current.filter((one) => one.well !== well), issue])
      editor.say(
        t('wizard.said.issue', { well, what: t(`wizard.scanned.${issue.reason}`, { code }) }),
      )
    } else {
      put(well, code)
      setCount((before) => before + 1)
    }
    editor.leaveEntry(false)
    const after = draft.peek()?.layout.present ?? []
    const marked = new Set(known.current.map((one) => one.well))
    const next = nextEmptyWell(after, well, shape, direction, marked)
    editor.goTo(next ?? well)
    if (next === null) editor.say(t('wizard.said.full'))
  }
  const receive = useRef(scan)
  useLayoutEffect(() => {
    receive.current = scan
  })
  useLayoutEffect(() => receiveScans((code) => receive.current(code)), [])
  return {
    issues,
    count,
    scan,
    /** The duplicate is meant: it becomes a replicate there. */
    keep: ({ well, code }: ScanIssue) => put(well, code),
    dismiss: (issue: ScanIssue) => setIssues(known.current.filter((one) => one !== issue)),
  }
}

export type Scans = ReturnType<typeof useScans>
