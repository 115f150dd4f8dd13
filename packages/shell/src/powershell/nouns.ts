import type { SystemAction } from '../effects.ts'

/** What a cmdlet does to the machine, by verb and noun; the first that fits. A program that does the same, or an action. */
interface Deed {
  readonly verbs: RegExp
  readonly nouns: RegExp
  readonly as: readonly string[] | SystemAction
}

const CHANGES =
  /^(?:add|approve|clear|disable|enable|grant|import|install|limit|new|register|remove|rename|reset|set|suspend|uninstall|unregister|update)$/

const DEEDS: readonly Deed[] = [
  { verbs: /^(?:stop|suspend)$/, nouns: /^service$/, as: ['sc', 'stop'] },
  { verbs: /^(?:start|restart|resume)$/, nouns: /^service$/, as: ['sc', 'start'] },
  { verbs: CHANGES, nouns: /^service$/, as: ['sc', 'config'] },
  { verbs: CHANGES, nouns: /^(?:scheduledtask\w*|scheduledjob|cronjob)$/, as: 'schedule' },
  { verbs: CHANGES, nouns: /^(?:wmiinstance|wmievent|cimindicationevent)$/, as: 'schedule' },
  { verbs: CHANGES, nouns: /^(?:localuser|localgroup\w*|computer|ad[a-z]+)$/, as: 'account' },
  { verbs: CHANGES, nouns: /^netfirewall\w*$/, as: 'firewall' },
  {
    verbs: CHANGES,
    nouns:
      /^(?:mp[a-z]+|executionpolicy|psrepository|psresourcerepository|packagesource|windowsoptionalfeature|windowscapability|certificate|pfxcertificate|smbshare|smbserverconfiguration|bitlocker\w*|computerrestore|psremoting|pssessionconfiguration|netipaddress|netroute|dnsclientserveraddress|timezone|vpnconnection)$/,
    as: 'settings',
  },
  { verbs: /^(?:clear|remove|limit)$/, nouns: /^(?:eventlog|winevent|recyclebin)$/, as: 'settings' },
  { verbs: /^(?:format|initialize)$/, nouns: /^(?:volume|disk)$/, as: 'format' },
  {
    verbs: /^(?:clear|remove|reset|resize|set)$/,
    nouns: /^(?:disk|physicaldisk|partition|virtualdisk|storagepool|volume|vhd)$/,
    as: 'destroy-storage',
  },
  { verbs: /^(?:stop|restart)$/, nouns: /^computer$/, as: 'halt' },
  { verbs: /^(?:install|save|update)$/, nouns: /^(?:module|script|package|psresource)$/, as: 'install' },
  { verbs: /^(?:uninstall)$/, nouns: /^(?:module|script|package|psresource)$/, as: 'uninstall' },
]

export function deedOfCmdlet(name: string): Deed['as'] | undefined {
  const [verb = '', noun] = name.split('-', 2)
  return noun === undefined ? undefined : DEEDS.find(({ verbs, nouns }) => verbs.test(verb) && nouns.test(noun))?.as
}

/** It has no description, and its verb says that something will be gone. */
export function soundsDestructive(name: string): boolean {
  const [verb = '', noun = ''] = name.split('-', 2)
  return DESTROYING.test(verb) && noun !== '' && !OF_THE_SESSION.test(noun)
}

const DESTROYING =
  /^(?:clear|delete|deny|destroy|disable|dismount|erase|purge|remove|reset|revoke|uninstall|unregister|wipe)$/

/** Gone with the session anyway. */
const OF_THE_SESSION =
  /^(?:variable|job|module|pssession|psdrive|alias|event|eventsubscriber|typedata|psbreakpoint|host|history|dnsclientcache|pssnapin|runspace\w*|console|screen|property|member|packagecache)$/
