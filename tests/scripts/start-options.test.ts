import { describe, expect, test } from 'vitest'
import { readStartOptions } from '../../scripts/start-options.ts'

describe('the options of npm start', () => {
  test('without any, the region decides where the state is kept', () => {
    expect(readStartOptions([])).toMatchObject({
      port: 8787,
      state: '.state/eu',
      devices: true,
      lan: false,
      fresh: false,
    })
    expect(readStartOptions(['--region', 'na']).state).toBe('.state/na')
    expect(readStartOptions(['--region', 'na', '--state', '/tmp/x']).state).toBe('/tmp/x')
  })

  test('--no-devices, --lan, --no-examples, --no-demo and --fresh are switches', () => {
    expect(
      readStartOptions(['--no-devices', '--lan', '--no-examples', '--no-demo', '--fresh']),
    ).toMatchObject({
      devices: false,
      lan: true,
      examples: false,
      demo: false,
      fresh: true,
    })
  })

  test.each([
    [['--port', '0'], /--port/],
    [['--port', '70000'], /--port/],
    [['--port', 'http'], /--port/],
    [['--speed', '0'], /--speed/],
    [['--speed', 'fast'], /--speed/],
    [['--region', 'mars'], /--region/],
    [['--prot', '1'], /--prot/],
  ])('%j is refused by name', (args, message) => {
    expect(() => readStartOptions(args)).toThrow(message)
  })
})
