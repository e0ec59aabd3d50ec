import { useLayoutEffect, useRef, useState } from 'react'
import { makeUuid } from '../../../../client/make-uuid.ts'
import { t } from '../../../../i18n/intl.ts'
import { draft } from '../../../../state/draft.ts'
import { assignName } from '../../../../state/layout-steps/assign.ts'
import { judgeScan, type ScanIssue } from './judge-scan.ts'
import { labelText, type ReadCode } from '../../../../parts/scan/key-burst.ts'
import { receiveScans } from './scan-receiver.ts'
import { nextWellToScan, noteScanned, readScanned, scannedIn } from './scanned-wells.ts'
import type { Editor } from './use-editor.ts'

/** Two readings of one label within this time are one: the hand was slow to leave it. */
const sameLabelMs = 1500

/** Each is there once: further codes for a well that holds a scan, or for a full plate, are kept beside each other. */
function isSame(one: ScanIssue, other: ScanIssue): boolean {
  if (one.well !== other.well) return false
  const isExtra = (issue: ScanIssue) => issue.reason === 'taken' || issue.reason === 'full'
  return !(isExtra(one) && isExtra(other)) || one.code === other.code
}

/**
 * Codes go to the well in focus, and the focus on to the next well: an empty one, or on a full plate the next without a scan.
 * A name that was scanned is never replaced by another scan unasked. What cannot be taken is kept by its position, and the
 * position left as it is, so that the rest of the plate stays in step with the tubes.
 */
export function useScans(editor: Editor) {
  const [issues, showIssues] = useState<readonly ScanIssue[]>([])
  const known = useRef<readonly ScanIssue[]>([])
  const [count, setCount] = useState(0)
  const last = useRef({ code: '', at: 0 })
  /** The plate is full, and its last well has been scanned: the next code has no well. */
  const [isFull, setFull] = useState(false)
  const full = useRef(false)

  const plan = () => draft.peek()?.uuid ?? ''
  const setIssues = (next: readonly ScanIssue[]) => {
    known.current = next
    showIssues(next)
  }
  const addIssue = (issue: ScanIssue) => {
    setIssues([...known.current.filter((one) => !isSame(one, issue)), issue])
    const { well, code } = issue
    editor.say(
      t('wizard.said.issue', { well, what: t(`wizard.scanned.${issue.reason}`, { code }) }),
    )
  }
  const put = (well: string, code: string) => {
    editor.change(
      (before) => assignName(before, [well], code, makeUuid),
      t('wizard.said.assigned', { name: code, wells: well }),
    )
    noteScanned(plan(), well, code)
    setIssues(known.current.filter((one) => one.well !== well))
  }
  const judge = (code: string, well: string): ScanIssue | null => {
    const layout = draft.peek()?.layout.present ?? []
    const issue = judgeScan(code, well, layout)
    if (issue) return issue
    const holds = scannedIn(readScanned(plan()), layout, well)
    if (holds === null || holds === code) return null
    return { well, code, reason: full.current ? 'full' : 'taken', elsewhere: [], holds }
  }
  const scan = ({ text, isDoubtful }: ReadCode) => {
    const code = labelText(text)
    const now = performance.now()
    if (code === '') return
    if (code === last.current.code && now - last.current.at < sameLabelMs) {
      editor.say(t('wizard.said.twice', { code }))
      return
    }
    last.current = { code, at: now }
    const { shape, direction } = editor
    const well = editor.currentNow()
    const issue = judge(code, well)
    if (issue) addIssue(issue)
    else {
      put(well, code)
      setCount((before) => before + 1)
      if (isDoubtful) addIssue({ well, code, reason: 'doubtful', elsewhere: [] })
    }
    editor.leaveEntry(false)
    const layout = draft.peek()?.layout.present ?? []
    const passed = new Set(known.current.map((one) => one.well))
    const wells = { scanned: readScanned(plan()), passed }
    const next = nextWellToScan(layout, well, shape, direction, wells)
    full.current = next === null
    setFull(next === null)
    editor.goTo(next ?? well)
    if (next === null) editor.say(t('wizard.said.full'))
  }
  const receive = useRef(scan)
  useLayoutEffect(() => {
    receive.current = scan
  })
  useLayoutEffect(() => receiveScans((text) => receive.current({ text, isDoubtful: false })), [])
  return {
    issues,
    count,
    isFull,
    scan,
    /** The duplicate is meant, or the scanned name is to be replaced. */
    keep: ({ well, code }: ScanIssue) => put(well, code),
    dismiss: (issue: ScanIssue) => setIssues(known.current.filter((one) => one !== issue)),
  }
}

export type Scans = ReturnType<typeof useScans>
