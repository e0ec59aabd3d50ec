import { commands } from 'vitest/browser'
import type { EngineDigests } from '../support/engine-digests.ts'
import { testAgainstNode } from '../support/engine-digest-test.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    nodeDigests: () => Promise<EngineDigests>
  }
}

testAgainstNode('Chromium', () => commands.nodeDigests())
