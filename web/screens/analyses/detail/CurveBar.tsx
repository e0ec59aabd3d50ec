import { memo } from 'react'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import type { MenuAction } from '../../../parts/menu/Menu.tsx'
import { Menu } from '../../../parts/menu/Menu.tsx'
import { Icon } from '../../../parts/icon/Icon.tsx'
import type { CurveTool } from '../../../parts/chart/curve-events.ts'
import detail from './Detail.module.css'
import type { ChartMode } from '../../../../domain/catalog/charts.ts'
import { showNames } from '../../../curves/value-axis.ts'
import { ViewChoice } from './curves/ViewChoice.tsx'
import { leaveFullScreen } from './curves/curve-window.ts'
import type { ChannelFacts } from './list-channels.ts'
import type { View, ViewControl } from './use-view.ts'
import styles from './CurveBar.module.css'

const tools = ['box', 'lasso', 'zoom'] as const

/** Show the tools of the chart in one row: axes, values, the tool for dragging; what is set once is in menus. */
export function CurveBar(props: {
  control: ViewControl
  /** The view that is really shown: a missing melt cannot be chosen. */
  view: View
  modes: readonly ChartMode[]
  channels: readonly ChannelFacts[]
  tool: CurveTool
  onTool: (tool: CurveTool) => void
  /** Thresholds and baselines can be tried out here, and whether they are being. */
  adjusting: boolean | null
  onAdjust: () => void
  actions: readonly MenuAction[]
}) {
  const { control, view, tool } = props
  const { change } = control
  return (
    <div className={`${detail.bar} ${styles.tight}`}>
      <AxesChoice control={control} view={view} modes={props.modes} />
      <Menu
        label={t('chart.tool')}
        trigger={
          <>
            <Icon name={tool} />
            <span className="visually-hidden">{`${t('chart.tool')}: ${t(`chart.tool.${tool}`)}`}</span>
            <Icon name="down" size={12} />
          </>
        }
        items={tools.map((one) => ({
          id: one,
          label: t(`chart.tool.${one}`),
          icon: one,
          onPress: () => props.onTool(one),
        }))}
      />
      {view.x && (
        <Button kind="plain" onClick={() => change({ x: null })}>
          {t('chart.zoom.reset')}
        </Button>
      )}
      <span className={styles.end}>
        {props.adjusting !== null && (
          <Button
            kind="plain"
            icon="adjust"
            className={styles.adjust}
            title={t('chart.adjust')}
            aria-pressed={props.adjusting}
            onClick={props.onAdjust}
          >
            {t('chart.adjust')}
          </Button>
        )}
        <ViewChoice control={control} view={view} channels={props.channels} />
        <Menu label={t('chart.more')} items={props.actions} />
        {view.isAlone && (
          <Button
            kind="plain"
            icon="restore"
            iconOnly
            onClick={() => {
              change({ pane: null, window: null })
              void leaveFullScreen()
            }}
          >
            {t('chart.full.leave')}
          </Button>
        )}
      </span>
    </div>
  )
}

/** Choose axes and values. It is not drawn again while curves grow or another tool is chosen. */
const AxesChoice = memo(function AxesChoice(props: {
  control: ViewControl
  view: View
  modes: readonly ChartMode[]
}) {
  const { view } = props
  const { change } = props.control
  const shows = showNames.filter((one) => view.mode !== 'VAL' || one !== 'log')
  return (
    <>
      {props.modes.length > 1 && (
        <Segments
          label={t('chart.mode')}
          value={view.mode}
          choices={props.modes.map((one) => ({ value: one, label: t(`chart.mode.${one}`) }))}
          onChange={(mode) => change({ mode, show: null, x: null, y: null, y2: null })}
        />
      )}
      <Segments
        label={t('chart.kind')}
        value={view.show}
        choices={shows.map((one) => ({ value: one, label: t(`chart.show.${one}`) }))}
        onChange={(show) => change({ show, y: view.y === 'fit' ? 'fit' : null, y2: null })}
      />
    </>
  )
})
