import { Badge } from '../../parts/badge/Badge.tsx'
import { Button } from '../../parts/button/Button.tsx'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Icon } from '../../parts/icon/Icon.tsx'
import type { IconName } from '../../parts/icon/icon-paths.ts'
import { iconPaths } from '../../parts/icon/icon-paths.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Loader } from '../../parts/progress/Loader.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import styles from './Gallery.module.css'

export function WordSamples() {
  return (
    <>
      <div className={styles.line}>
        <Button kind="primary" icon="run">
          Launch
        </Button>
        <Button icon="download">Download</Button>
        <Button kind="plain">Cancel</Button>
        <Button kind="danger" icon="stop">
          Abort
        </Button>
        <Button kind="primary" busy>
          Saving
        </Button>
        <Button kind="primary" disabledReason="The cartridge has no sample yet.">
          Sign and validate
        </Button>
        <Button kind="plain" icon="refresh" iconOnly>
          Refresh
        </Button>
      </div>
      <div className={styles.line}>
        <Badge shape="disc" tone="detected">
          Detected
        </Badge>
        <Badge shape="ring" tone="not-detected">
          Not detected
        </Badge>
        <Badge shape="diamond" tone="review">
          Review
        </Badge>
        <Badge shape="triangle" tone="invalid">
          Invalid
        </Badge>
        <Badge shape="half" tone="accent">
          Running
        </Badge>
        <Badge shape="triangle" tone="danger">
          Fault
        </Badge>
        <Badge>Draft</Badge>
      </div>
      <Notice kind="error" title="The device did not answer.">
        It was last heard 4 minutes ago. Check that it is switched on, then try again.
      </Notice>
      <Notice kind="warning" action={<Button>Assign wells</Button>}>
        Two samples have no well.
      </Notice>
      <Notice kind="info">What you see was fetched 12 minutes ago.</Notice>
      <Notice kind="done">Everything is stored.</Notice>
      <Progress label="Run" value={0.62} text="62 %" />
      <Progress label="Waiting" text="Estimating" />
      <Loader message="Reading the file…" />
      <Loader message="Sending 3 of 4" value={0.75} text="75 %" />
      <EmptyState
        icon="curve"
        title="Nothing here yet"
        action={<Button kind="primary">Make one</Button>}
      >
        What you make will be listed here, the newest first.
      </EmptyState>
      <div className={styles.line}>
        {(Object.keys(iconPaths) as IconName[]).map((name) => (
          <span key={name} className={styles.icon}>
            <Icon name={name} size={20} />
            {name}
          </span>
        ))}
      </div>
    </>
  )
}
