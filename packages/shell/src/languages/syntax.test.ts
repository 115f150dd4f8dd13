import { remove, testLanguage } from './testing.ts'

/** Code that uses much of a language is read to its end: the last line is seen, and nothing is left in doubt. */

testLanguage('ruby', {
  'much of the language': [
    [
      String.raw`# frozen_string_literal: true
require 'set'
module Foo
  class Bar < Struct.new(:a, :b)
    attr_reader :x, :y
    CONST = %w[a b c].freeze
    REGEX = /\A[\w+\-.]+@[a-z\d\-]+(\.[a-z\d\-]+)*\.[a-z]+\z/i
    def initialize(x:, y: 10, *args, **opts, &block)
      @x, @y = x, y
      @cache ||= Hash.new { |h, k| h[k] = [] }
      super()
    end
    def self.build(...) = new(...)
    def <=>(other) = x <=> other.x
    def [](i) = @cache[i]
    def []=(i, v)
      @cache[i] = v
    end
    def each
      return enum_for(:each) unless block_given?
      @cache.each_pair { |k, v| yield k, v }
    end
    def ratio; x / y / 2.0; end
    def q?(v) = v ? 'y' : "n#{v ? "a" : 'b'}"
    def text
      s = <<~HEREDOC + "tail"
        It's a "test" #{x / y} with 'quotes'
      HEREDOC
      s << 'more' << "x"
      puts "#{x}/#{y}", %(it's), %q{a{b}c}, ?a, :"sym bol", :+, :[]=
      x =~ /a\/b"/ and y !~ %r{c/d'}i
      case s
      when /\d+/, 'x' then :num
      when ->(v) { v.size > 3 } then :long
      in { a: Integer => n, b: [first, *] } if n > 1
        n
      else nil
      end
    rescue ArgumentError, TypeError => e
      retry if (tries -= 1) > 0
      raise e.class, "bad: #{e.message}"
    ensure
      cleanup&.call
    end
    private def helper = [1, 2, 3].sum { _1 * 2 }
    alias_method :other, :helper
  end
end
h = { a: 1, 'b' => 2, "c": 3, **opts }
p(*[1, 2].map(&:to_s)) if h.any? && !h.empty?
x = if h then 1 else 2 end
y = begin Integer("z") rescue 0 end
puts [1, 2, 3].select(&:odd?).map { |n| n ** 2 }.reduce(:+)
i = 0
i += 1 while i < 10
until i.zero? do i -= 1 end
puts "%05.2f %s" % [1.5, 'a']
a, (b, *c), d = 1, [2, 3], 4
File.delete("end")`,
      remove('end'),
    ],
  ],
})

testLanguage('php', {
  'much of the language': [
    [
      String.raw`<?php
declare(strict_types=1);
namespace App\Models;
use Foo\{Bar, Baz as Qux};
#[Attribute]
abstract class User extends Model implements \JsonSerializable {
    use HasFactory, SoftDeletes { restore as private r; }
    const A = 'it\'s', B = "q\"x$";
    protected ?string $name = null;
    public readonly array $opts;
    public function __construct(private int $id = 5, ?Foo $f = null, int ...$rest) { parent::__construct($id); }
    public static function make(string|int $x): static { return new static(...func_get_args()); }
    public function scope($q) { return $q->where('a', '=', "{$this->name}'s $q[0] {$q->x['y']}")->orderBy("b")?->get(); }
    abstract function foo(): ?array;
    public function __get($n) { return $this->{$n} ?? $this->data[$n] ?? self::$cache[static::class] ?? null; }
}
$s = <<<SQL
SELECT * FROM t WHERE it's = "x" AND {$a['b']} // not comment
SQL;
$n = <<<'EOT'
raw $x 'q'
EOT;
$f = fn(int $x): int => $x ** 2 <=> 3;
$g = function () use (&$s, $n): void { echo $s, $n; };
for ($i = 0, $j = 10; $i < $j; $i++, $j--): echo $i; endfor;
switch ($x): case 1: case 2: break; default: echo 'x'; endswitch;
try { throw new \Exception("a"); } catch (A | B $e) { } finally { }
[$a, [, $b]] = [1, [2, 3]]; ['x' => $c] = $arr;
echo $x instanceof Foo ? 'y' : 'n', $y?->z, (int) $q, @$r[0], PHP_EOL;
$x = match(true) { $a > 1, $b => 'x', default => throw new E };
while ($row = $st->fetch()) { list('a' => $q, 'b' => $w) = $row; }
static $count = 0; global $zz; goto end; end:
?>
<p><?= htmlspecialchars($x) ?></p>
<?php unlink("end");`,
      remove('end'),
    ],
  ],
})
