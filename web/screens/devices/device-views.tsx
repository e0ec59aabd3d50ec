import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { Device } from '../../../domain/entities/device.ts'
import type { Permission } from '../../../domain/permissions.ts'
import { completeTexts } from '../../i18n/catalogs.ts'
import type { MessageKey } from '../../i18n/text-files.ts'

/** A view of the page of one device; its code is loaded when it is first opened. */
export interface DeviceView {
  /** Value of `page` in the address. */
  id: string
  label: MessageKey
  /** Permission without which the tab is not shown; null for everybody who sees devices. */
  needs: Permission | null
  Content: LazyExoticComponent<ComponentType<{ device: Device }>>
}

/** List the views of a device in the order of their tabs. */
export const deviceViews: readonly DeviceView[] = [
  {
    id: 'health',
    label: 'view.health',
    needs: 'products.details',
    Content: lazy(async () => ({ default: (await import('./health/HealthView.tsx')).HealthView })),
  },
  {
    id: 'logs',
    label: 'view.logs',
    needs: 'products.details',
    Content: lazy(async () => {
      const [logs] = await Promise.all([
        import('./logs/LogsView.tsx'),
        completeTexts('lan'),
        completeTexts('files'),
      ])
      return { default: logs.LogsView }
    }),
  },
  {
    id: 'settings',
    label: 'view.settings',
    needs: null,
    Content: lazy(async () => {
      const [settings] = await Promise.all([
        import('./settings/SettingsView.tsx'),
        completeTexts('record'),
        completeTexts('security'),
        completeTexts('faults'),
      ])
      return { default: settings.SettingsView }
    }),
  },
  {
    id: 'history',
    label: 'view.history',
    needs: null,
    Content: lazy(async () => ({
      default: (await import('./history/HistoryView.tsx')).HistoryView,
    })),
  },
  {
    id: 'work',
    label: 'devices.page.work',
    needs: null,
    Content: lazy(async () => {
      const [work] = await Promise.all([
        import('./DeviceWork.tsx'),
        completeTexts('faults'),
        completeTexts('lan'),
      ])
      return { default: work.DeviceWork }
    }),
  },
  {
    id: 'calibration',
    label: 'devices.page.calibration',
    needs: 'calibrations.compute',
    Content: lazy(async () => {
      const [view] = await Promise.all([
        import('./calibration/CalibrationView.tsx'),
        completeTexts('calibration'),
        completeTexts('record'),
        completeTexts('faults'),
      ])
      return { default: view.CalibrationView }
    }),
  },
  {
    id: 'commission',
    label: 'devices.page.commission',
    needs: 'products.details',
    Content: lazy(async () => {
      const [view] = await Promise.all([
        import('./commission/CommissionView.tsx'),
        completeTexts('commission'),
        completeTexts('faults'),
        completeTexts('lan'),
      ])
      return { default: view.CommissionView }
    }),
  },
  {
    id: 'network',
    label: 'devices.page.network',
    needs: 'products.config',
    Content: lazy(async () => {
      const [network] = await Promise.all([
        import('./network/NetworkView.tsx'),
        completeTexts('network'),
        completeTexts('faults'),
        completeTexts('lan'),
      ])
      return { default: network.NetworkView }
    }),
  },
  {
    id: 'console',
    label: 'devices.page.console',
    needs: 'products.startRSH',
    Content: lazy(async () => {
      const [console] = await Promise.all([
        import('./console/ConsoleView.tsx'),
        completeTexts('network'),
        completeTexts('faults'),
        completeTexts('lan'),
      ])
      return { default: console.ConsoleView }
    }),
  },
]

/** Find a view by its name in the address. */
export function findDeviceView(page: string | null): DeviceView | undefined {
  return deviceViews.find(({ id }) => id === page)
}
