declare const __HOLDPOINT_BUILD__: string
declare const __HOLDPOINT_VERSION__: string

/** Digest of the code, inserted by the build; compiled configuration is tied to it. */
export const BUILD: string = typeof __HOLDPOINT_BUILD__ === 'string' ? __HOLDPOINT_BUILD__ : 'source'
export const VERSION: string = typeof __HOLDPOINT_VERSION__ === 'string' ? __HOLDPOINT_VERSION__ : '0.0.0'
