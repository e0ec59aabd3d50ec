import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findBrowser } from '../../desktop/open-window.ts'
import { readDesktopOptions } from '../../desktop/options.ts'

describe('the options of npm run desktop', () => {
  test('without any: the service of npm start, and a place for data of its own for each service', () => {
    const options = readDesktopOptions(['--data', '/tmp/d'])
    expect(options).toMatchObject({
      window: true,
      browser: null,
      data: join('/tmp/d', 'localhost_8787'),
    })
    expect(options.service.origin).toBe('http://localhost:8787')
    const other = readDesktopOptions(['--data', '/tmp/d', '--service', 'https://eu.bapp.example/'])
    expect(other.data).toBe(join('/tmp/d', 'eu.bapp.example'))
    expect(readDesktopOptions(['--no-window']).window).toBe(false)
  })

  test.each([
    [['--service', 'eu.bapp.example'], /--service wants an address/],
    [['--service', 'ftp://eu.bapp.example'], /--service wants an address/],
    [['--service', 'http://eu.bapp.example'], /--service wants https/],
    [['--service', 'https://eu.bapp.example/v3'], /--service wants an address alone/],
    [['--service', 'https://me@eu.bapp.example'], /--service wants an address alone/],
    [['--browser', '/no/such/browser'], /--browser wants a programme/],
    [['--servce', 'x'], /--servce/],
  ])('%j is refused by name', (args, message) => {
    expect(() => readDesktopOptions(args)).toThrow(message)
  })
})

describe('the browser of the window', () => {
  const machine = (platform: NodeJS.Platform, ...paths: string[]) => ({
    platform,
    env: { PATH: '/usr/bin:/opt/bin', HOME: '/home/a', ProgramFiles: 'C:\\Programs' },
    exists: (path: string) => paths.includes(path),
  })

  test('is Chrome, else Chromium, else Edge', () => {
    expect(findBrowser(machine('linux', '/opt/bin/chromium', '/usr/bin/microsoft-edge'))).toBe(
      '/opt/bin/chromium',
    )
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
    expect(findBrowser(machine('darwin', chrome))).toBe(chrome)
    const edge = join('C:\\Programs', 'Microsoft\\Edge\\Application\\msedge.exe')
    expect(findBrowser(machine('win32', edge))).toBe(edge)
  })

  test('is none where none is installed', () => {
    expect(findBrowser(machine('linux', '/usr/bin/firefox'))).toBeNull()
  })
})
