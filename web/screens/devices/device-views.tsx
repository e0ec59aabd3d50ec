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
