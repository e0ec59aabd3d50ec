import type { ClipboardEvent } from 'react'
import { useCallback, useRef } from 'react'
import { writeWells } from '../../domain/rules/well-ranges.ts'
import { t } from '../i18n/intl.ts'
import { type CopiedBlock, copyBlock, writeBlock, writeList } from './copy-wells.ts'
import type { Editor } from './use-editor.ts'

/** Copy, cut and paste of wells, by keys and from the menu; with a spreadsheet, or on this page with all that samples are. */
export function useClipboard(editor: Editor) {
  const copied = useRef<{ text: string; block: CopiedBlock } | null>(null)
  const { layout, shape, say } = editor
  const wells = editor.wells.length > 0 ? editor.wells : [editor.current]
  const where = () => ({ wells: writeWells(wells, shape) })

  const take = (): string => {
    const block = copyBlock(layout, wells, shape)
    const text = writeBlock(block, shape)
    copied.current = { text, block }
    return text
  }
  /** Return the block copied on this page, when the text is its own. */
  const blockOf = useCallback(
    (text: string): CopiedBlock | null =>
      copied.current && plain(copied.current.text) === plain(text) ? copied.current.block : null,
    [],
  )
  const onCopy = (event: ClipboardEvent) => {
    if (isField(event.target)) return
    event.clipboardData.setData('text/plain', take())
    event.preventDefault()
    say(t('wizard.said.copied', where()))
  }
  return {
    blockOf,
    copy: () => void writeOut(take(), () => say(t('wizard.said.copied', where())), say),
    copyList: () =>
      void writeOut(
        writeList(layout, wells, {
          heading: (['well', 'name', 'type', 'quantity', 'mix'] as const).map((column) =>
            t(`wizard.list.${column}`),
          ),
          type: (type) => t(`sample.type.${type}`),
        }),
        () => say(t('wizard.said.copied', where())),
        say,
      ),
    cut: () => void writeOut(take(), () => editor.clear(), say),
    handlers: {
      onCopy,
      onCut(event: ClipboardEvent) {
        if (isField(event.target)) return
        onCopy(event)
        editor.clear()
      },
      onPaste(event: ClipboardEvent) {
        if (isField(event.target)) return
        event.preventDefault()
        editor.openTool('paste', event.clipboardData.getData('text/plain'))
      },
    },
  }
}

async function writeOut(
  text: string,
  done: () => void,
  say: (words: string) => void,
): Promise<void> {
  try {
    // Refuse on pages that are not served safely (a plain address in the laboratory), which have no clipboard but by keys.
    if (!navigator.clipboard) throw new Error('no clipboard')
    await navigator.clipboard.writeText(text)
    done()
  } catch {
    say(t('wizard.said.notCopied'))
  }
}

function isField(target: EventTarget): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

/** Return a text with plain line ends: programs end lines differently, and some drop the last break. */
function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').trimEnd()
}
