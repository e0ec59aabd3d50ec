import type { ReactNode } from 'react'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'

/** Drawings of the four results as on every screen; drawn again for each language. */
export const callDrawings: readonly ReactNode[] = [
  <Call key="detected" name="detected" shape="disc" tone="detected" />,
  <Call key="not" name="not_detected" shape="ring" tone="not-detected" />,
  <Call key="review" name="review" shape="diamond" tone="review" />,
  <Call key="invalid" name="invalid" shape="triangle" tone="invalid" />,
]

function Call(props: {
  name: 'detected' | 'not_detected' | 'review' | 'invalid'
  shape: 'disc' | 'ring' | 'diamond' | 'triangle'
  tone: 'detected' | 'not-detected' | 'review' | 'invalid'
}) {
  return (
    <Badge shape={props.shape} tone={props.tone}>
      {t(`call.${props.name}`)}
    </Badge>
  )
}

/** Keys as they are printed on a keyboard; not translated. */
export const keyDrawings: readonly ReactNode[] = [
  ['Ctrl', 'K'],
  ['↑', '↓', '←', '→'],
  ['Alt', 'PgUp', 'PgDn'],
  ['Shift', '→'],
  ['Enter'],
  ['Ctrl', 'Z', 'Y'],
  ['Esc'],
].map((keys) => (
  <span key={keys.join()} dir="ltr">
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
))
