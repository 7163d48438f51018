/** What expressions of each kind can be made of. `{kind}` stands for an expression of that kind, `{kind:x}` for one in which the name `x` is bound. */

/** Names, literals and short calls: where an expression may end. */
export const leaves: Readonly<Record<string, readonly string[]>> = {
  number: ["amount", "ratio", "total", "rank", "share", "double", "vat rate", "most pieces", "0", "1", "2", "2.5", "0.1", "100", "1e3", "3.005", "12345678901234567890.123456789", "maker.score", "buddy.amount"],
  money: ["price", "cost", "cap", "10 EUR", "0.01 EUR", "dearest", "line sum", "buddy.cost"],
  scale: ["0", "1", "2", "-1", "5"],
  index: ["1", "2", "-1", "-2", "rank", "total", "5", "0", "1.5"],
  boolean: ["ready", "fresh", "true", "false", "buddy.ready", "null = note", "start = null"],
  string: ["label", "note", "mail", "motto", '"a"', '""', '"Straße"', '"🐎 x"', '"дом"', "maker.name", "owner.name", '"ß"', '"10"', "buddy.label", '"a,b,,c"'],
  shade: ["shade", "buddy.shade", '"red"', '"dark blue"', "tags[1]"],
  tone: ["tone", '"red"', '"black"'],
  date: ["start", "finish", "opening day", "2026-03-29", "2024-02-29", "@\"2026-10-25\"", "today()", "owner.born", "date(sent)", "buddy.finish"],
  time: ["opens", "closes", 'time("08:30:00")', "@\"23:59:59\"", "time(sent)"],
  instant: ["seen", "sent", "now()", '@"2026-10-25T01:30:00Z"', "buddy.sent"],
  days: ["span", "pause", "longest span", "1 day", "36 hours", "90 minutes", "0 days", "-(1 day)"],
  months: ["notice", "1 month", "1 year", "25 months", "-(3 months)"],
  Maker: ["maker", "owner", "friends[1]", "buddy.owner"],
  Thing: ["this", "buddy", "buddy.buddy", "followers[1]", "maker.things[1]"],
  "list of number": ["[1, 2, 3]", "[amount, ratio]", "lines.price", "lines.count of pieces", "friends.score", "[]", "followers.amount", "[2.5, 2.5, 0]", "maker.things.total", "[rank]"],
  "list of string": ["words", "tags", '["b", "a", "a"]', "lines.title", "friends.name", "[note, label]", "maker.things.label"],
  "list of date": ["lines.due", "[start, finish]", "friends.born", "[opening day, 2026-03-29]"],
  "list of boolean": ["[true, false]", "[ready, fresh]", "followers.ready", "[]", "followers.fresh"],
  "list of Maker": ["friends", "lines.maker", "Maker", "[maker, owner]", "followers.owner"],
  "list of Thing": ["followers", "Thing", "maker.things", "owner.things", "friends.things", "[this, buddy]"],
  "list of Line": ["lines", "buddy.lines", "followers.lines", "Line"],
};

const compare = (kind: string): string[] => ["<", "<=", ">", ">="].map((sign) => `({${kind}} ${sign} {${kind}})`);
const same = (kind: string): string[] => [`({${kind}} = {${kind}})`, `({${kind}} != {${kind}})`, `({${kind}} = null)`, `({${kind}} != null)`];
const ordered = (kind: string): string[] => [...compare(kind), ...same(kind), `({${kind}} between {${kind}} and {${kind}})`, `({${kind}} in [{${kind}}..{${kind}}])`, `({${kind}} in ({${kind}}..{${kind}}))`, `({${kind}} in ({${kind}}, {${kind}}))`, `({${kind}} in (< {${kind}}, > {${kind}}))`];
const choose = (kind: string): string[] => [`(if {boolean} then {${kind}} else {${kind}})`, `(if {${kind}} != null then {${kind}} else {${kind}})`];
const ofList = (kind: string): string[] => [`{list of ${kind}}[{index}]`, `({list of ${kind}}[item != null])[1]`];
const lists = (kind: string): string[] => [
  `[{${kind}}, {${kind}}]`, `{list of ${kind}}[item != null]`, `{list of ${kind}}[item = {${kind}}]`, `reverse({list of ${kind}})`, `distinct values({list of ${kind}})`, `concatenate({list of ${kind}}, {list of ${kind}})`, `append({list of ${kind}}, {${kind}})`,
  `union({list of ${kind}}, {list of ${kind}})`, `sublist({list of ${kind}}, {index})`, `sublist({list of ${kind}}, {index}, 1)`, `remove({list of ${kind}}, {index})`, `insert before({list of ${kind}}, {index}, {${kind}})`, `(if {boolean} then {list of ${kind}} else {list of ${kind}})`, `flatten({list of ${kind}})`,
];
const about = (kind: string): string[] => [`list contains({list of ${kind}}, {${kind}})`, `({${kind}} in {list of ${kind}})`, `({list of ${kind}} = {list of ${kind}})`, `(some x in {list of ${kind}} satisfies x = {${kind}})`, `(every x in {list of ${kind}} satisfies x != {${kind}})`];
const calculated = (kind: string): string[] => [`abs({${kind}})`, `-({${kind}})`, `({${kind}} + {${kind}})`, `({${kind}} - {${kind}})`, ...choose(kind)];
const rounded = ["decimal", "round up", "round down", "round half up", "round half down", "floor", "ceiling"];

/** What is put together of others. */
export const wholes: Readonly<Record<string, readonly string[]>> = {
  number: [
    ...calculated("number"), "({number} * {number})", "({number} / {number})", "({number} ** 2)", "({number} ** {scale})", "({money} / {money})", "({days} / {days})", "({months} / {months})", "floor({number})", "ceiling({number})", ...rounded.map((each) => `${each}({number}, {scale})`),
    "modulo({number}, {number})", "sqrt(abs({number}))", "log({number})", "count({list of number})", "count({list of Line})", "count({list of Thing})", "count({list of Maker})", "count({list of string})", "sum({list of number})", "min({list of number})", "max({list of number})", "mean({list of number})",
    "median({list of number})", "product({list of number})", "stddev({list of number})", "number({string})", 'number({string}, ",", ".")', "string length({string})", "({date}).year", "({date}).month", "({date}).day", "({date}).weekday", "({instant}).hour", "({instant}).minute", "({instant}).second", "({instant}).day", "({time}).hour", "({time}).second", "({days}).days", "({days}).hours",
    "({days}).minutes", "({days}).seconds", "({months}).years", "({months}).months", "day of year({date})", "week of year({date})", "week of year({instant})", ...ofList("number"), "sum({list of Line}.price)", "max({list of Line}.count of pieces)", "{Maker}.score", "{Thing}.amount", "{Thing}.total", "{Thing}.double", "count({list of Thing}[amount > {number}])", "count({list of Line}[price >= {money}])", "count({list of Thing}[owner = this.owner])",
    "sum(for l in {list of Line} return l.price * 2)", "count(for t in {list of Thing}, l in t.lines return l)", "sum(for i in 1..{scale} return i * i)", "mode({list of number})[1]", "{a: {number}, b: a + 1}.b", "index of({list of string}, {string})[1]", "index of({list of number}, {number})[-1]", "sort({list of number})[1]",
  ],
  money: [...calculated("money"), "({money} * {number})", "({money} / {number})", "sum({list of Line}.price)", "round half up({money}, 1)", "{Thing}.cost", "{Thing}.line sum", "min([{money}, {money}])"],
  scale: ["{scale}"],
  index: ["{index}"],
  boolean: [
    "({boolean} and {boolean})", "({boolean} or {boolean})", "not({boolean})", ...choose("boolean"), ...same("boolean"), ...ordered("number"), ...ordered("money"), ...ordered("string"), ...ordered("date"), ...ordered("time"), ...ordered("instant"), ...ordered("days"), ...ordered("months"), ...same("shade"), ...same("tone"), ...same("Maker"), ...same("Thing"),
    '({shade} in ("red", "green"))', '(tone in ("red", "black"))', "(mail = copy)", "(mail in (copy, {string}))", "list contains([mail], copy)", "contains({string}, {string})", "starts with({string}, {string})", "ends with({string}, {string})", 'matches({string}, "^[a-z]+$")', 'matches({string}, "d.m", "i")', 'matches({string}, "\\\\d")',
    "odd({number})", "even({number})", "all({list of boolean})", "any({list of boolean})", ...about("number"), ...about("string"), ...about("date"), ...about("Maker"), ...about("Thing"), 'list contains(tags, {shade})', "(some l in {list of Line} satisfies l.price > {money})", "(every l in {list of Line} satisfies l.due > {date})", "(some t in {list of Thing} satisfies t.amount < {number} and t.ready)",
    "(every t in {list of Thing}, l in t.lines satisfies l.price > 1)", "(count({list of Line}[due = null]) > 0)", "before({date}, {date})", "after({instant}, {instant})", "includes([{number}..{number}], {number})", "overlaps([{date}..{date}], [{date}..{date}])", "overlaps([{number}..{number}), ({number}..{number}])", "during({date}, [{date}..{date}))", "meets([{number}..{number}], [{number}..{number}])",
    "starts({number}, [{number}..{number}])", "finishes({date}, ({date}..{date}])", "coincides([{number}..{number}], [{number}..{number}])", "finished by([{number}..{number}], {number})", "started by([{number}..{number}], [{number}..{number})", "met by([{date}..{date}], [{date}..{date}])", "is({number}, {number})", "is({string}, {string})", "({number} instance of number)", "({string} instance of string)", "({date} instance of date)",
    "({Maker}.name = {string})", "({Thing}.owner = {Maker})", "({Thing}.maker.born < {date})", "({number} in (not({number}), {number}))", "({boolean} = true)", "({list of Line} = [])", "(count({list of number}[item > {number}]) = 0)",
  ],
  string: [
    ...choose("string"), "({string} + {string})", "upper case({string})", "lower case({string})", "substring({string}, {index})", "substring({string}, {index}, 2)", "substring({string}, {number})", "substring before({string}, {string})", "substring after({string}, {string})", "string({number})", "string({date})", "string({days})", "string({months})", "string({instant})", "string({time})",
    "string({boolean})", 'replace({string}, "[aeiou]", "-")', 'replace({string}, "(.)(.)", "$2$1")', 'replace({string}, "a+", "\\\\$")', 'string join({list of string}, ", ")', "string join({list of string})", "day of week({date})", "month of year({date})", "day of week({instant})", ...ofList("string"), "min({list of string})", "max({list of string})", 'split({string}, ",")[{index}]', "{Maker}.name", "{Thing}.label", "sort({list of string})[1]",
    "({instant}).timezone", "{a: {string}}.a", 'string join(for l in {list of Line} return l.title, "/")', "string(string length({string}))", "string join(sort(lines, function(a, b) a.title < b.title).title, \" \")",
  ],
  shade: [...choose("shade"), "{Thing}.shade"],
  tone: [...choose("tone"), "{Thing}.tone"],
  date: [...choose("date"), "({date} + {days})", "({date} - {days})", "({date} + {months})", "({date} - {months})", "date({instant})", "({instant}).date", "date({number}, {scale}, {index})", "date({string})", "date(2026, 2, {index})", "min({list of date})", "max({list of date})", ...ofList("date"), "{Maker}.born", "{Thing}.start", "({date} + {number} * 1 day)", "sort({list of date})[1]"],
  time: [...choose("time"), "({time} + {days})", "({time} - {days})", "time({instant})", "({instant}).time", "time({index}, 30, 0)", "time({string})"],
  instant: [...choose("instant"), "({instant} + {days})", "({instant} - {days})", "({instant} + {months})", "({instant} - {months})", "{Thing}.sent", "{Thing}.seen", "({instant} + ({instant} - {instant}))", "({instant} + ({date} - {date}))", "max([{instant}, {instant}])", "({instant} + 2 * 1 day)"],
  days: [...calculated("days"), "({date} - {date})", "({instant} - {instant})", "({time} - {time})", "({days} * {number})", "({days} / {number})", "({days} * {scale})", "{Thing}.span", "sum([{days}, {days}])", "max([{days}, {days}])", "({instant} - {date})", "duration({string})"],
  months: [...calculated("months"), "({months} * {number})", "({months} / {number})", "years and months duration({date}, {date})"],
  Maker: [...choose("Maker"), "{Thing}.maker", "{Thing}.owner", "{list of Maker}[{index}]", "{list of Maker}[name = {string}][1]", "{list of Maker}[score > {number}][-1]"],
  Thing: [...choose("Thing"), "{Thing}.buddy", "{list of Thing}[{index}]", "{list of Thing}[ready][1]", "{list of Thing}[buddy = this][1]"],
  "list of number": [...lists("number"), "{list of number}[item > {number}]", "(for i in 1..3 return i * {number})", "(for x in {list of number} return x + 1)", "sort({list of number})", "{list of Thing}.amount", "{list of Line}.price", "{list of Line}[price > {money}].price", "(for t in {list of Thing} return count(t.lines))", "sort({list of number}, function(a, b) a > b)", "(for x in {list of number}, y in [1, 2] return x * y)", "index of({list of number}, {number})", "mode({list of number})"],
  "list of string": [...lists("string"), "split({string}, \",\")", "sort({list of string})", "{list of Maker}.name", "{list of Thing}.label", "{list of Line}.title", "(for x in {list of string} return upper case(x))", "(for l in {list of Line} return l.title)", "{list of Thing}[ready].label", "(for t in {list of Thing} return t.owner.name)"],
  "list of date": [...lists("date"), "{list of Line}.due", "{list of Maker}.born", "sort({list of date})", "(for d in {list of date} return d + 1 day)", "(for d in 2026-02-27..2026-03-01 return d)"],
  "list of boolean": [...lists("boolean"), "(for x in {list of number} return x > {number})", "{list of Thing}.ready"],
  "list of Maker": [...lists("Maker"), "{list of Maker}[score > {number}]", "{list of Thing}.owner", "{list of Thing}.maker", "{list of Maker}[item = this.owner]", "{list of Maker}[count(things) > 1]", "{list of Thing}.friends"],
  "list of Thing": [...lists("Thing"), "{list of Thing}[ready]", "{list of Thing}[amount > this.ratio]", "{list of Thing}[count(lines) > 0]", "{list of Thing}[owner = this.owner and finish >= this.finish]", "{list of Thing}[maker.name = {string}]", "{list of Maker}.things", "{list of Thing}[shade = \"red\" or tone = \"red\"]", "{list of Thing}[label in ({string}, {string})]", "sort({list of Thing}, function(a, b) a.finish < b.finish)"],
  "list of Line": [...lists("Line"), "{list of Line}[price > {money}]", "{list of Line}[thing = this]", "{list of Thing}.lines", "{list of Line}[due in [{date}..{date}]]", "{list of Line}[maker.score > {number}]"],
  Line: ["lines[1]", "lines[-1]", "{list of Line}[{index}]", "{list of Line}[price > {money}][1]"],
};
