import { formatDuration, formatPercent } from '../../../../i18n/format.ts'
import type { RunOutlook } from './run-outlook.ts'

/** Write the progress of a run for the title of a tab: `72 % · 31 min · B12`. Only figures and a name, in any language. */
export function tabTitle(share: number, outlook: RunOutlook, device: string): string {
  const left = outlook.kind === 'left' ? wholeMinutes(outlook.seconds) : null
  return [formatPercent(share), left, device].filter(Boolean).join(' · ')
}

/** Write begun minutes, so that the text does not change every second. */
export function wholeMinutes(seconds: number): string {
  return formatDuration(Math.max(2, Math.ceil(seconds / 60)) * 60)
}
