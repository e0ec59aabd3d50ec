import type { ComponentType } from 'react'
import { completeTexts } from '../../../i18n/catalogs.ts'
import { loadLater } from '../../../load-later.tsx'

/** Load a part that most visits never open when it is first opened; until then its place is empty. */
const later = <Props extends object>(fetchIt: () => Promise<ComponentType<Props>>) =>
  loadLater(fetchIt, { isQuiet: true })

export const RunView = later(async () => (await import('./RunView.tsx')).RunView)
export const InitView = later(async () => (await import('./InitView.tsx')).InitView)
export const MoveDialog = later(async () => (await import('./MoveDialog.tsx')).MoveDialog)
export const DuplicateForm = later(async () => (await import('./MoveDialog.tsx')).DuplicateForm)
export const ExportDialog = later(async () => (await import('./ExportDialog.tsx')).ExportDialog)
export const CorrectPlateDialog = later(
  async () => (await import('./CorrectPlateDialog.tsx')).CorrectPlateDialog,
)
export const ReasonDialog = later(async () => (await import('./ReasonDialog.tsx')).ReasonDialog)
export const RecalculateDialog = later(
  async () => (await import('./RecalculateDialog.tsx')).RecalculateDialog,
)
export const ValidateDialog = later(
  async () => (await import('./ValidateDialog.tsx')).ValidateDialog,
)
export const SignTogetherDialog = later(
  async () => (await import('./review/SignTogetherDialog.tsx')).SignTogetherDialog,
)
export const AssayPanel = later(async () => (await import('./AssayPanel.tsx')).AssayPanel)
export const GenotypePanel = later(async () => (await import('./GenotypePanel.tsx')).GenotypePanel)
export const HistoryPanel = later(
  async () => (await import('./history/HistoryPanel.tsx')).HistoryPanel,
)
export const HoldDialog = later(async () => (await import('./review/HoldDialog.tsx')).HoldDialog)
export const CertifyDialog = later(async () => {
  const loading = import('./review/CertifyDialog.tsx')
  await completeTexts('review')
  return (await loading).CertifyDialog
})
export const WellExplanation = later(
  async () => (await import('./review/WellExplanation.tsx')).WellExplanation,
)
