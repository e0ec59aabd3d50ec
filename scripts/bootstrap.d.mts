export declare const root: string
export declare function runOnProjectNode(script: string): Promise<void>
export declare function installIsNeeded(folder: string): boolean
