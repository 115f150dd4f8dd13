const SWITCHES =
  'recurse force append nonewline passthru asplaintext usebasicparsing wait whatif confirm verbose hidden file directory quiet raw noclobber asjob all nopassword runas'
const VALUED =
  'path literalpath destination value filter include exclude itemtype type uri outfile infile body method headers argumentlist filepath newname name target encoding pattern erroraction command scriptblock computername id depth first last property contenttype credential inputobject delimiter source destinationpath variable query inputfile verb scope executionpolicy propertytype arguments methodname classname attachments childpath startuptype binarypathname typename comobject'
const ALL = [...SWITCHES.split(' '), ...VALUED.split(' ')]

/** `-r` is `-Recurse`, `-fo` is `-Force`: any beginning will do. */
export function optionNamed(text: string): { readonly name: string; readonly isSwitch: boolean } {
  const given = text.toLowerCase()
  const name = ALL.includes(given) ? given : (ALL.find((one) => one.startsWith(given)) ?? given)
  return { name, isSwitch: !VALUED.split(' ').includes(name) }
}

/** Short names of cmdlets. */
export const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'remove-item': 'ri rm rmdir rd del erase',
    'get-childitem': 'gci ls dir',
    'get-item': 'gi',
    'get-content': 'gc cat type',
    'set-content': 'sc',
    'add-content': 'ac',
    'clear-content': 'clc',
    'copy-item': 'cpi cp copy',
    'move-item': 'mi mv move',
    'rename-item': 'rni ren',
    'new-item': 'ni',
    'tee-object': 'tee',
    'invoke-webrequest': 'iwr curl wget',
    'invoke-restmethod': 'irm',
    'invoke-expression': 'iex',
    'invoke-command': 'icm',
    'start-process': 'saps start',
    'stop-process': 'spps kill',
    'set-location': 'sl cd chdir',
    'push-location': 'pushd',
    'select-string': 'sls',
    'write-output': 'echo write',
    'foreach-object': '% foreach',
    'where-object': '? where',
    'select-object': 'select',
    'sort-object': 'sort',
    'start-job': 'sajb',
    'set-itemproperty': 'sp',
    'remove-itemproperty': 'rp',
    'invoke-item': 'ii',
    'start-service': 'sasv',
    'stop-service': 'spsv',
    'set-variable': 'sv set',
    'invoke-wmimethod': 'iwmi',
    'invoke-cimmethod': 'icim',
    'get-variable': 'gv',
    'import-module': 'ipmo',
  }).flatMap(([name, aliases]) => aliases.split(' ').map((alias) => [alias, name] as const)),
)

/** Outside of Windows these are the programs of that name, so that both readings count. */
export const NATIVE = new Set('rm rmdir ls cat cp mv tee curl wget kill sort'.split(' '))
