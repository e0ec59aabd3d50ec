import { expect, test } from 'vitest'
import { packagesOf } from '../../scripts/browser-packages.ts'

test('packages are found in every form of import, types and own files are not', () => {
  const source = [
    "import { useState } from 'react'",
    "import type { Table } from '@tanstack/react-table'",
    "import {\n  map,\n} from 'rxjs/operators'",
    "import { a } from './a.ts'",
    "import { test } from 'vitest'",
    "const plot = await import('@observablehq/plot')",
    "import './plain.css'",
  ]
  expect(packagesOf(source.join('\n'))).toEqual(['react', 'rxjs/operators', '@observablehq/plot'])
})
