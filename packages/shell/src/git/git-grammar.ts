import { readGitArguments, type GitArguments } from './git-options.ts'

/** Options that paths can be given by, instead of as words. */
const PATHS = 'pathspec-from-file= pathspec-file-nul'

const SWITCHING =
  'q,quiet recurse-submodules=? progress m,merge conflict= d,detach t track=? f,force orphan= overwrite-ignore ignore-other-worktrees guess'

const RESTORING = `2,ours 3,theirs p,patch U,unified= inter-hunk-context= ignore-skip-worktree-bits overlay ${PATHS}`

const LISTING =
  'contains= no-contains= merged= no-merged= points-at= format= sort= color=? column=? i,ignore-case omit-empty'

const TRANSPORT =
  'v,verbose q,quiet progress 4,ipv4 6,ipv6 o,server-option= depth= deepen= shallow-since= shallow-exclude= unshallow'

/** Options of the commands that hooks look into, as git 2.54 knows them and older ones do. */
const GRAMMAR: Readonly<Record<string, string>> = {
  add: `n,dry-run v,verbose i,interactive p,patch e,edit f,force u,update A,all N,intent-to-add chmod= ${PATHS}`,
  am: 'abort quit continue skip s,signoff q,quiet 3,3way p= C= directory= exclude= include= whitespace= S,gpg-sign=?',
  apply:
    'stat numstat summary check apply index cached 3,3way p= C= R,reverse reject z unidiff-zero directory= exclude= include= whitespace= build-fake-ancestor= N,intent-to-add recount allow-empty',
  archive: 'format= prefix= add-file= o,output= remote= exec= l,list v,verbose',
  bisect: 'no-checkout first-parent term-old= term-new= term-good= term-bad=',
  branch: `D d,delete f,force m,move M c,copy C r,remotes a,all l,list v,verbose q,quiet t track=? u,set-upstream-to= unset-upstream edit-description show-current create-reflog abbrev=? ${LISTING}`,
  bundle: 'q,quiet progress version=',
  checkout: `${SWITCHING} b= B= l ${RESTORING}`,
  'checkout-index': 'a,all f,force q,quiet n,no-create u,index z stdin temp prefix= stage= ignore-skip-worktree-bits',
  clean: 'f,force n,dry-run i,interactive d e,exclude= x X q,quiet',
  clone: `${TRANSPORT} n,no-checkout bare mirror l,local s,shared recurse-submodules=? recursive=? j,jobs= template= reference= reference-if-able= o,origin= b,branch= u,upload-pack= separate-git-dir= c,config= server-option= filter= bundle-uri= revision=`,
  commit: `F,file= author= date= m,message= c,reedit-message= C,reuse-message= fixup= squash= trailer= t,template= cleanup= S,gpg-sign=? a,all i,include interactive p,patch o,only n,no-verify dry-run short branch porcelain long z,null amend u,untracked-files=? allow-empty allow-empty-message e,edit s,signoff q,quiet v,verbose reset-author U,unified= ${PATHS}`,
  config:
    'global system local worktree f,file= blob= get get-all get-regexp get-urlmatch= replace-all add unset unset-all rename-section remove-section l,list e,edit t,type= z,null name-only show-origin show-scope default= comment= value= all regexp= url= includes fixed-value bool int path get-color= get-colorbool=',
  diff: 'output= cached staged no-index stat=? numstat shortstat name-only name-status summary check q,quiet dirstat=? p,patch u U,unified= S= G= O= diff-filter= l= ext-diff textconv color=? word-diff=? ignore-submodules=? submodule=? src-prefix= dst-prefix= relative=? inter-hunk-context= find-object=',
  difftool: 'x,extcmd= t,tool= d,dir-diff y g,gui prompt cached staged trust-exit-code',
  'fast-export': 'export-marks= import-marks= refspec=',
  'fast-import': 'force export-marks= import-marks= export-pack-edges=',
  fetch: `${TRANSPORT} all a,append atomic upload-pack= f,force m,multiple t,tags n j,jobs= p,prune P,prune-tags recurse-submodules=? dry-run k,keep u,update-head-ok set-upstream refmap= negotiation-tip= filter= stdin`,
  'filter-branch':
    'env-filter= tree-filter= index-filter= parent-filter= msg-filter= commit-filter= tag-name-filter= subdirectory-filter= setup= original= d= f,force prune-empty state-branch=',
  'format-patch': 'o,output-directory= output= stdout n,numbered N,no-numbered s,signoff v,reroll-count= start-number=',
  gc: 'prune=? aggressive auto force cruft max-cruft-size= keep-largest-pack q,quiet expire-to=',
  grep: 'O,open-files-in-pager=? e= f= A,after-context= B,before-context= C,context= m,max-count= max-depth= threads= no-index cached untracked i,ignore-case w,word-regexp v,invert-match n,line-number l,files-with-matches c,count F,fixed-strings E,extended-regexp P,perl-regexp parent-basename= color=?',
  init: 'q,quiet bare template= separate-git-dir= b,initial-branch= shared=? object-format= ref-format=',
  log: 'output= p,patch u L= S= G= n,max-count= since= after= until= before= author= committer= grep= format= pretty=? date= diff-filter= O= U,unified= skip= exclude= branches=? tags=? remotes=? glob= decorate=? color=? stat=? name-only name-status',
  'ls-remote': 'h,heads t,tags upload-pack= exec= q,quiet refs get-url sort= exit-code symref o,server-option=',
  merge:
    'm,message= F,file= s,strategy= X,strategy-option= into-name= cleanup= log=? S,gpg-sign=? n stat e,edit v,verbose q,quiet abort quit continue squash commit ff ff-only autostash',
  mv: 'f,force k n,dry-run v,verbose sparse',
  prune: 'n,dry-run v,verbose progress expire= exclude-promisor-objects',
  pull: `${TRANSPORT} r,rebase=? n stat log=? squash commit edit ff ff-only autostash s,strategy= X,strategy-option= S,gpg-sign=? all a,append upload-pack= f,force t,tags p,prune j,jobs=? dry-run k,keep recurse-submodules=? refmap= negotiation-tip=`,
  push: 'f,force force-with-lease=? force-if-includes d,delete mirror all branches tags prune n,dry-run porcelain v,verbose q,quiet repo= recurse-submodules= thin receive-pack= exec= u,set-upstream progress verify follow-tags signed=? atomic o,push-option= 4,ipv4 6,ipv6',
  'read-tree':
    'reset u i m n,dry-run index-output= empty v,verbose trivial aggressive prefix= exclude-per-directory= recurse-submodules=? q,quiet',
  rebase:
    'x,exec= onto= i,interactive abort quit continue skip edit-todo show-current-patch C= s,strategy= X,strategy-option= S,gpg-sign=? r,rebase-merges=? empty= whitespace= keep-base autosquash autostash root',
  reflog: 'expire= expire-unreachable= all updateref rewrite stale-fix n,dry-run v,verbose single-worktree references=',
  remote: 'v,verbose f t= m= mirror=? tags p,prune n,dry-run a,auto d,delete add push all',
  reset: `hard soft mixed merge keep q,quiet refresh p,patch N,intent-to-add recurse-submodules=? U,unified= inter-hunk-context= ${PATHS}`,
  restore: `s,source= S,staged W,worktree ignore-unmerged q,quiet recurse-submodules=? progress m,merge conflict= ${RESTORING}`,
  rm: `f,force n,dry-run r cached q,quiet ignore-unmatch sparse ${PATHS}`,
  'send-email':
    'to= cc= bcc= from= subject= to-cmd= cc-cmd= header-cmd= sendmail-cmd= smtp-server= smtp-server-port= smtp-user= smtp-pass= identity= compose annotate dry-run',
  'send-pack': 'f,force all mirror n,dry-run receive-pack= exec= stdin thin atomic remote= push-option=',
  stash: `p,patch k,keep-index q,quiet u,include-untracked a,all m,message= S,staged index ${PATHS}`,
  submodule:
    'q,quiet cached f,force all b,branch= name= reference= depth= j,jobs= recursive init remote N,no-fetch checkout merge rebase',
  switch: `${SWITCHING} c,create= C,force-create= discard-changes`,
  tag: `d,delete f,force l,list a,annotate s,sign u,local-user= v,verify m,message= F,file= e,edit cleanup= trailer= create-reflog n=? ${LISTING}`,
  'update-ref': 'd no-deref stdin z create-reflog m=',
  worktree:
    'f,force q,quiet b= B= d,detach lock reason= track guess-remote orphan checkout v,verbose porcelain expire= n,dry-run',
}

/** The arguments of a command that is known here; of any other, only what every parser would make of them. */
export const gitArguments = (command: string, args: readonly string[]): GitArguments =>
  readGitArguments(args, Object.hasOwn(GRAMMAR, command) ? (GRAMMAR[command] ?? '') : '')
