import { classifyCommand, commandsIn, variantsOf } from '../../../../../test/support/classify.ts'

/** Everyday commands of an agent, and every family of tools. */
const LOOKS = String.raw`
# the shell and its readers
ls -la src/*.ts
cat a b | head -20
grep -rn "a|b" src --include=*.ts | wc -l
rg -n "fix me" src | head -40
cd src && ls
cd "$(git rev-parse --show-toplevel)" && git status
ls 2>&1 | head
ls missing 2>/dev/null || echo none
test -f x && echo yes
[ -d src ] && ls src
[[ -f x ]] && cat x
for f in a b c; do echo $f; done
for f in *.ts; do wc -l "$f"; done
while read -r l; do echo "$l"; done < file
if [ -f x ]; then cat x; fi
diff <(ls a) <(ls b)
set -euo pipefail; git status
export NODE_ENV=test; node --version
X=1; echo $X
VERSION=$(cat VERSION); echo $VERSION
echo $((1 + 2))
LC_ALL=C sort f
FOO=bar ls
GIT_PAGER=cat git log -3
A=1 B=2 git status
FOO=bar git log -1
time -p ls
timeout 10 git status
nice -n 5 ls
env -u X FOO=bar ls
command -v node
watch -n 1 git status
find src -type f | xargs wc -l | sort -n
find src -name '*.ts' | xargs grep -n foo
find . -name '*.py' -not -path './venv/*' | xargs head -5
rg -l foo src | xargs head -3
git ls-files '*.ts' | xargs cat
cat $(git diff --name-only)
ls src/*.ts | xargs head -3
xargs -n1 echo < f
ls | xargs -I{} echo {}
/bin/ls
/usr/bin/git status

# text
sed -n '10,40p' src/a.ts
sed -e 's/a/b/g' -e '/x/d' f
awk '{print $1}' f | sort | uniq -c | sort -rn | head
awk -F: '$3 > 1000 {print $1}' f
jq '.scripts' package.json
yq '.a' f.yaml
cut -d: -f1 /etc/passwd
tr a-z A-Z < f
sort -t, -k2 f
xxd f | head
date +%Y-%m-%d
date -d yesterday
less -N f
man ls
shellcheck x.sh

# files and archives
find . -name '*.ts' -not -path './node_modules/*'
find . -name '*.py' -exec wc -l {} +
fd -e ts
fd pattern -x cat
tree -L 2
du -sh *
file x.png
tar tzf x.tgz
tar -tvf x.tar
unzip -l x.zip
gzip -dc x.gz | head
zcat x.gz | head
7z l x.7z
mktemp -u

# git
git log --oneline --graph --all | head -30
git diff HEAD~1 -- src/a.ts
git show HEAD --stat
git blame -L 10,20 src/a.ts
git branch -vv
git branch --list 'x*' --sort=-committerdate
git tag -l 'v*'
git remote -v
git remote show origin
git stash list
git stash show -p
git reflog -5
git config user.name
git config --get-regexp 'user.*'
git ls-remote --heads origin
git -C sub --no-pager log -3
git grep -n foo
git worktree list
git submodule status
git clean -n -d
git apply --check p.diff
git archive HEAD
git format-patch -3 --stdout
git help commit

# languages and packages
node --check x.js
npm ls --depth=0
npm view react version
npm run
npm audit
tsc --noEmit -p tsconfig.json
python3 -V
pip list --outdated
poetry show
ruff check src
ruff format --diff
black --check .
cargo fmt -- --check
rustc --version
go env GOPATH
java -version
dotnet --info
ruby -c x.rb
make --version
just --list
brew info x
brew list --versions
apt list --installed
dpkg -l
rpm -qa

# machines
ps aux
lsof -i :3000
ss -tlnp
ip addr show
journalctl -u nginx -n 50
systemctl status nginx
crontab -l
uname -a
printenv PATH
ping -c 1 localhost
dig example.com
openssl x509 -in server.crt -noout -text

# containers, clouds, forges, databases
docker ps -a
docker compose -f x.yml logs web
docker inspect -f '{{.State.Status}}' web
docker compose config --services
docker exec -it web ls /app
podman images
kubectl get pods -n x -o wide
kubectl logs pod/x --tail 50
kubectl exec pod -c web -- ls
helm list -A
helm upgrade a b --dry-run
aws ec2 describe-instances --region eu-west-1
aws s3 ls
gcloud compute instances list
az vm list --output table
gh pr view 12 --comments
gh -R o/r run list
gh api repos/o/r --jq .name
gh api graphql -f query='query { viewer { login } }'
psql -c 'select count(*) from users'
sqlite3 db.sqlite '.tables'
mysql -e 'show tables' shop
docker run --help
git push --help
aws s3 rm help
`

describe('read-only commands', () => {
  it.each(commandsIn(LOOKS))('%s', (command) => {
    expect(classifyCommand(command)).toEqual({
      outcome: 'safe',
      reason: 'Everything it runs is read-only.',
      userDecides: false,
    })
    for (const variant of variantsOf(command))
      expect([variant, classifyCommand(variant).outcome]).toEqual([variant, 'safe'])
  })

  it('also with a heredoc, and with a comment', () => {
    expect(classifyCommand("cat <<'END'\nthe word rm\nEND").outcome).toBe('safe')
    expect(classifyCommand('ls # rm -rf /').outcome).toBe('safe')
  })
})
