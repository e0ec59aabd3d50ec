import { type ComponentType, lazy, Suspense } from 'react'

/** Load a part that most visits never open when it is first opened; until then its place is empty. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(async () => ({ default: await load() })) as ComponentType<Props>
  return function Later(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
