// What the server's English sentence says of a text that is no game, whole in Japanese: which move or game, and why.
// Only those who paste such a text in Japanese load this.

type Words = (...found: string[]) => string;
/** What is found in an English sentence, and the same with kanji and without. */
type Rule = [pattern: RegExp, ja: Words, kana: Words];

/** What is wrong, as the end of a sentence without its full stop. */
const REASONS: Rule[] = [
  [/^the game was over before$/, () => '終局のあとです', () => 'ゲームが おわった あとです'],
  [/^the seat was out already$/, () => 'その席はもう脱落しています', () => 'その せきは もう ぬけています'],
  [/^there is no such seat$/, () => 'その席はありません', () => 'その せきは ありません'],
  [/^it was another seat's turn$/, () => 'ほかの席の番です', () => 'ほかの せきの ばんです'],
  [
    /^an entry holds either a move or why a seat is out$/,
    () => '手と脱落の理由のうち、どちらか一つだけを書きます',
    () => 'てか、ぬけた わけか、どちらか ひとつだけを かきます',
  ],
  [/^(?:the move )?is not legal(?: here)?$/, () => '選べない手です', () => 'できない てです'],
  [/^is out of turn$/, () => 'ほかの席の番です', () => 'ほかの せきの ばんです'],
  [/^(?:is no move|cannot be read)$/, () => '手として読み取れません', () => 'てとして よめません'],
  [
    /^a move is written like (.+)$/,
    (example) => `手として読み取れません（書き方の例：${written(example)}）`,
    (example) => `てとして よめません（かきかたの れい：${written(example)}）`,
  ],
  [
    /^"(.*)" is no disc on (\w+); /,
    (sign, square) => `${square}の「${sign}」は石ではありません（黒はX、白はO、空きは-）`,
    (sign, square) => `${square}の 「${sign}」は いしでは ありません（くろは X、しろは O、ないところは -）`,
  ],
  [
    /^the board ends after (\d+) squares; it has (\d+)$/,
    (found, all) => `盤面が${found}マスで終わっています（${all}マス必要です）`,
    (found, all) => `ばんめんが ${found}マスで おわっています（${all}マス いります）`,
  ],
  [
    /^after the board comes the seat to move, 1 to 4$/,
    () => '盤面のあとには手番の席（1から4）を書きます',
    () => 'ばんめんの あとには だれの ばんか（1から 4）を かきます',
  ],
  [
    /^after the board comes whose turn it is, X or O$/,
    () => '盤面のあとには手番（XかO）を書きます',
    () => 'ばんめんの あとには だれの ばんか（Xか O）を かきます',
  ],
  [
    /^unknown field `(.+?)`/,
    (field) => `「${field}」という項目はありません`,
    (field) => `「${field}」という ところは ありません`,
  ],
  [/^missing field `(.+?)`/, (field) => `「${field}」の項目がありません`, (field) => `「${field}」が ありません`],
  [/^duplicate field `(.+?)`/, (field) => `「${field}」が2つあります`, (field) => `「${field}」が 2つ あります`],
  [/^unknown variant `(.+?)`/, (value) => `「${value}」という値は使えません`, (value) => `「${value}」は つかえません`],
  [
    /^invalid (?:type|value): \w+ ["`](.+?)["`]/,
    (value) => `「${value}」は、ここに書ける値ではありません`,
    (value) => `「${value}」は、ここには かけません`,
  ],
  [/^invalid (?:type|value)/, () => 'ここに書ける値ではありません', () => 'ここには かけません'],
  [/^EOF while parsing/, () => '途中で切れています', () => 'とちゅうで きれています'],
  [/^trailing characters/, () => '終わりのあとに余分な文字があります', () => 'おわりの あとに もじが あります'],
  [
    /^there is no game "(.*?)"/,
    (name) => `「${name}」というゲームはありません`,
    (name) => `「${name}」という ゲームは ありません`,
  ],
  [
    /^(\S+) has no option "(.*?)"; it has (.+)$/,
    (game, key, known) => `${game}に「${key}」という設定はありません（使える設定：「${known}」）`,
    (game, key, known) => `${game}に 「${key}」という せっていは ありません（つかえる せってい：「${known}」）`,
  ],
  [
    /^(\S+) has no option "(.*?)"/,
    (game, key) => `${game}に「${key}」という設定はありません`,
    (game, key) => `${game}に 「${key}」という せっていは ありません`,
  ],
  [
    /^(\S+) cannot have (\S+); \S+ is (.+)$/,
    (game, pair, allowed) => `${game}では「${pair}」を使えません（使える値：「${allowed}」）`,
    (game, pair, allowed) => `${game}では 「${pair}」を つかえません（つかえる もの：「${allowed}」）`,
  ],
  [
    /^"(.*)" is no option; /,
    (text) => `「${text}」は設定ではありません（「pairs=no」のように書きます）`,
    (text) => `「${text}」は せっていでは ありません（「pairs=no」のように かきます）`,
  ],
  [
    /^the option "(.*)" is given twice$/,
    (key) => `「${key}」の設定が2回書かれています`,
    (key) => `「${key}」の せっていが 2かい あります`,
  ],
  [
    /^it holds a game and the number of the first seat/,
    () => 'ゲームの名前と最初の席の番号を「[yonin 1]」のように書きます',
    () => 'ゲームの なまえと さいしょの せきの ばんごうを 「[yonin 1]」のように かきます',
  ],
  [
    /^there is no seat (\d+), only 1 to (\d+)$/,
    (seat, seats) => `席${seat}はありません（1から${seats}まで）`,
    (seat, seats) => `${seat}ばんの せきは ありません（1から ${seats}まで）`,
  ],
  [
    /^(?:it is of another game; Othello is GM\[2\])$/,
    () => 'オセロの棋譜（GM[2]）ではありません',
    () => 'オセロの きろく（GM[2]）では ありません',
  ],
  [
    /^it is of another board; only SZ\[8\] can be read$/,
    () => '8×8の盤（SZ[8]）ではありません',
    () => '8×8の ばん（SZ[8]）では ありません',
  ],
  [
    /^only Othello on the board of 8×8 can be read, not (.+)$/,
    (what) => `読み取れるのは8×8のオセロだけです（「${what}」とあります）`,
    (what) => `よめるのは 8×8の オセロだけです（「${what}」と あります）`,
  ],
  [/^"(.*)" is no square$/, (text) => `「${text}」はマスではありません`, (text) => `「${text}」は マスでは ありません`],
  [
    /^"(.*)" does not fit in it; a game in GGF is like (.+)$/,
    (part, example) => `「${part}」の所が形式に合いません（書き方の例：「${example}」）`,
    (part, example) => `「${part}」の ところが あっていません（かきかたの れい：「${example}」）`,
  ],
  [
    /^it is no SGF; /,
    () => '「(;GM[2]B[f5]W[d6])」のような形ではありません',
    () => '「(;GM[2]B[f5]W[d6])」のような かたちでは ありません',
  ],
];

/** Sentences of which a part is a reason. */
const SENTENCES: Rule[] = [
  [
    /^move (\d+) of the record: (.+)$/,
    (number, why) => `${number}手目：${reason(why, false)}。`,
    (number, why) => `${number}ばんめの て：${reason(why, true)}。`,
  ],
  [
    /^(?:this is (?:GGF|SGF), but )?(?:its )?move (\d+) "(.*?)" (is no move|is out of turn|is not legal|cannot be read)(?:: .+?)?(?:; legal here: (.+))?$/,
    (number, move, why, legal) =>
      `${number}手目の「${move}」：${isSquare(move, why) ? 'そこには打てません' : reason(why, false)}。${legal ? `ここで選べる手：${legal}` : ''}`,
    (number, move, why, legal) =>
      `${number}ばんめの 「${move}」：${isSquare(move, why) ? 'そこには おけません' : reason(why, true)}。${legal ? `ここで できる て：${legal}` : ''}`,
  ],
  [
    /^(?:this is GGF, but its board cannot be read: )?at character (\d+) of the position: (.+)$/,
    (at, why) => `局面の${at}文字目：${reason(why, false)}。`,
    (at, why) => `ばんめんの ${at}もじめ：${reason(why, true)}。`,
  ],
  [
    /^this is (GGF|SGF), but (.+)$/,
    (format, why) => `${format}の棋譜として読み取れません：${reason(why, false)}。`,
    (format, why) => `${format}の きろくとして よめません：${reason(why, true)}。`,
  ],
  [
    /^the header of the transcript cannot be read: (.+)$/,
    (why) => `棋譜の見出しを読み取れません：${reason(why, false)}。`,
    (why) => `きろくの はじめが よめません：${reason(why, true)}。`,
  ],
  [
    /^this is no record of a game: (.+?) at line (\d+) column (\d+)$/,
    (why, line, column) => `かえすの記録として読み取れません（${line}行目の${column}文字目）：${reason(why, false)}。`,
    (why, line, column) =>
      `かえすの きろくとして よめません（${line}ぎょうめの ${column}もじめ）：${reason(why, true)}。`,
  ],
  [
    /^this is "(.*)" version (\d+); /,
    (format, version) => `「${format}」の第${version}版です。読み取れるのは「kaesu-record」の第1版だけです。`,
    (format, version) => `「${format}」の ${version}ばんです。よめるのは 「kaesu-record」の 1ばんだけです。`,
  ],
  [
    /^the record has (\d+) seats, the game (\d+)$/,
    (found, seats) => `記録の席は${found}、このゲームの席は${seats}です。`,
    (found, seats) => `きろくの せきは ${found}つ、この ゲームの せきは ${seats}つです。`,
  ],
  [
    /^the game ended at (\d+), before it started at (\d+)$/,
    (ended, started) => `終わりの時刻（${ended}）が始まりの時刻（${started}）より前です。`,
    (ended, started) => `おわった とき（${ended}）が はじまった とき（${started}）より まえです。`,
  ],
  [
    /^a level is that of a player, from 1 to 10; the record has level (\d+) /,
    (level) => `レベル${level}は、ここには書けません。レベルはAIだけのもので、1から10までです。`,
    (level) => `レベル${level}は、ここには かけません。レベルは AIだけの もので、1から 10までです。`,
  ],
  [
    /^the result of the record is not what its moves lead to$/,
    () => '記録の結果が、手順どおりに進めた結果と違います。',
    () => 'きろくの けっかが、てを すすめた けっかと ちがいます。',
  ],
  [
    /^the moves took (\d+) ms, but the game lasted (\d+)$/,
    (took, lasted) =>
      `手にかかった時間の合計（${seconds(took)}秒）が、対局の長さ（${seconds(lasted)}秒）を超えています。`,
    (took, lasted) =>
      `てに かかった じかん（${seconds(took)}びょう）が、ゲームの ながさ（${seconds(lasted)}びょう）より ながいです。`,
  ],
  [
    /^a clock needs some time, and a day at most$/,
    () => '持ち時間は0より長く、1日以内にします。',
    () => 'もちじかんは 0より ながく、1にちまでに します。',
  ],
  [
    /^running out of time takes (\d+) ms on this clock, but the game lasted (\d+)$/,
    (least, lasted) =>
      `この持ち時間では時間切れまでに${seconds(least)}秒かかりますが、対局は${seconds(lasted)}秒で終わっています。`,
    (least, lasted) =>
      `この もちじかんでは じかんぎれまでに ${seconds(least)}びょう かかりますが、ゲームは ${seconds(lasted)}びょうで おわっています。`,
  ],
  [
    /^move (\d+) took (\d+) ms, more than the clock still gave$/,
    (number, took) => `${number}手目：残り時間より長い${seconds(took)}秒がかかっています。`,
    (number, took) => `${number}ばんめの て：のこりの じかんより ながい ${seconds(took)}びょうが かかっています。`,
  ],
  [
    /^(\d+) is no date; /,
    (date) => `「${date}」は日時ではありません（1970年からのミリ秒で書きます）。`,
    (date) => `「${date}」は ひづけでは ありません（1970ねんからの ミリびょうで かきます）。`,
  ],
  [
    /^move (\d+) has more values than the game has seats$/,
    (number) => `${number}手目：評価値が席の数より多くあります。`,
    (number) => `${number}ばんめの て：てんすうが せきの かずより おおいです。`,
  ],
  [
    /^the note of move (\d+) is longer than (\d+) characters$/,
    (number, most) => `${number}手目：注記が${most}文字を超えています。`,
    (number, most) => `${number}ばんめの て：メモが ${most}もじより ながいです。`,
  ],
  [
    /^a (?:record|game) has (?:1 to|at most) (\d+) moves, this one (\d+)$/,
    (most, found) => `読み込める対局は1手から${most}手までです（これは${found}手）。`,
    (most, found) => `よみこめる ゲームは 1てから ${most}てまでです（これは ${found}て）。`,
  ],
  [
    /^this holds (\d+) games; at most (\d+) are read at once$/,
    (found, most) => `${found}局あります。一度に読み込めるのは${most}局までです。`,
    (found, most) => `ゲームが ${found}こ あります。いちどに よみこめるのは ${most}こまでです。`,
  ],
  [
    /^this holds (\d+) games; paste one of them$/,
    (found) => `${found}局あります。そのうちの1局を貼り付けてください。`,
    (found) => `ゲームが ${found}こ あります。ひとつだけ はりつけてください。`,
  ],
  [
    /^this holds neither moves nor a board; /,
    () => '手も盤面もありません。「(;GM[2]B[f5]W[d6])」のような棋譜を読み取れます。',
    () => 'ても ばんめんも ありません。「(;GM[2]B[f5]W[d6])」のような きろくが よめます。',
  ],
  [
    /^the transcript is of (.+), not of (.+)$/,
    (read, expected) => `これは${read}の棋譜で、${expected}の棋譜ではありません。`,
    (read, expected) => `これは ${read}の きろくで、${expected}の きろくでは ありません。`,
  ],
  [
    /^the transcript starts with (.+), but it is the turn of (.+)$/,
    (read, expected) => `棋譜は${seatName(read, false)}から始まっていますが、${seatName(expected, false)}の番です。`,
    (read, expected) =>
      `きろくは ${seatName(read, true)}から はじまっていますが、${seatName(expected, true)}の ばんです。`,
  ],
  [
    /^the position line is of other rules than the chosen game$/,
    () => '局面のルールが、選んだゲームのものと違います。',
    () => 'ばんめんの ルールが、えらんだ ゲームと ちがいます。',
  ],
  [
    /^this is longer than any game/,
    () => '長すぎます。読み取れるのは、かえすの記録のほかは64 KiBまでです。',
    () => 'ながすぎます。よめるのは、かえすの きろくの ほかは 64 KiBまでです。',
  ],
  [
    /^the text is too long; a game or position has at most (\d+) KiB$/,
    (most) => `長すぎます。対局や局面は${most} KiBまでです。`,
    (most) => `ながすぎます。ゲームや ばんめんは ${most} KiBまでです。`,
  ],
  [
    /^this is no game; /,
    () => '棋譜として読み取れません。かえすの記録、棋譜、「f5 d6」のような手順、局面の一行、GGF、SGFを読み取れます。',
    () => 'きろくとして よめません。かえすの きろく、「f5 d6」のような て、ばんめん、GGF、SGFが よめます。',
  ],
  // A game or options alone.
  [/^(.+)$/, (why) => sentence(why, false), (why) => sentence(why, true)],
];

/** Whether a disc was to be put where none may be. */
const isSquare = (move: string, why: string): boolean => why === 'is not legal' && /^[a-j]\d+$/i.test(move);

const SEATS: Record<string, [string, string]> = { black: ['黒', 'くろ'], white: ['白', 'しろ'] };

function seatName(name: string, kana: boolean): string {
  return SEATS[name]?.[kana ? 1 : 0] ?? name;
}

const seconds = (milliseconds: string): string => String(Math.round(Number(milliseconds) / 100) / 10);

/** Examples of moves in Japanese quotation marks, without the English around them. */
const written = (example: string): string =>
  [...example.matchAll(/"(.+?)"/g)].map(([, move]) => `「${move}」`).join('') || `「${example}」`;

function by(rules: Rule[], said: string, kana: boolean): string {
  for (const [pattern, ja, simple] of rules) {
    const found = pattern.exec(said);
    if (found) return (kana ? simple : ja)(...found.slice(1).map((part) => part ?? ''));
  }
  return '';
}

const reason = (said: string, kana: boolean): string =>
  by(REASONS, said, kana) || (kana ? 'よめません' : '読み取れません');

function sentence(why: string, kana: boolean): string {
  const found = by(REASONS, why, kana);
  return found && `${found}。`;
}

/** The whole of it in Japanese, with or without kanji; empty if nobody has put this sentence into Japanese. */
export function inJapanese(said: string, kana: boolean): string {
  const [all, game = '', of = ''] = /^game (\d+) of (\d+): /.exec(said) ?? [];
  if (!all) return by(SENTENCES, said, kana);
  const inside = inJapanese(said.slice(all.length), kana);
  if (!inside) return '';
  return kana
    ? `${of}この うち ${game}こめ：${inside} だから、ひとつも よみこめません。`
    : `${of}局のうち${game}局目：${inside}このため、1局も読み込めません。`;
}
