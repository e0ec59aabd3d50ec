import { useState } from 'react'
import { t } from '../../../../i18n/intl.ts'
import type { MenuAction } from '../../../../parts/menu/Menu.tsx'
import { enterFullScreen, openCurveWindow } from './curve-window.ts'
import { fetchTaking } from './later-views.tsx'
import type { TakenChart } from './take-chart.ts'

/** Return the actions that export the chart: a link to the same view, a copy as evidence, and files. */
export function useChartActions(
  chart: TakenChart & {
    /** Shows only the curves. */
    onAlone: () => void
  },
): { actions: MenuAction[]; told: string } {
  const [told, setTold] = useState('')
  const attempt = (work: () => Promise<void>, done: string) => {
    const outcome = work().then(
      () => done,
      () => t('chart.take.failed'),
    )
    void outcome.then(setTold)
  }
  const actions: MenuAction[] = [
    ...listWindows(chart.onAlone),
    {
      id: 'link',
      label: t('chart.take.link'),
      icon: 'link',
      onPress: () =>
        attempt(() => navigator.clipboard.writeText(location.href), t('chart.take.link.done')),
    },
    {
      id: 'evidence',
      label: t('chart.take.evidence'),
      icon: 'copy',
      onPress: () =>
        attempt(async () => (await fetchTaking()).copyEvidence(chart), t('chart.take.done')),
    },
    {
      id: 'svg',
      label: t('chart.take.svg'),
      icon: 'download',
      onPress: () =>
        attempt(async () => (await fetchTaking()).saveSvg(chart), t('chart.take.saved')),
    },
    {
      id: 'png',
      label: t('chart.take.png'),
      icon: 'download',
      onPress: () =>
        attempt(async () => (await fetchTaking()).savePng(chart), t('chart.take.saved')),
    },
    {
      id: 'csv',
      label: t('chart.take.csv'),
      icon: 'download',
      onPress: () =>
        attempt(async () => (await fetchTaking()).saveCsv(chart), t('chart.take.saved')),
    },
  ]
  return { actions, told }
}

/** List the actions that give the curves more room. */
function listWindows(onAlone: () => void): MenuAction[] {
  return [
    {
      id: 'full',
      label: t('chart.full'),
      icon: 'maximise',
      onPress: () => {
        onAlone()
        void enterFullScreen()
      },
    },
    { id: 'window', label: t('chart.window'), icon: 'copy', onPress: openCurveWindow },
  ]
}
