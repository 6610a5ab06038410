// 日本語の文言。形は en.ts と同じ。

import type { Messages } from './en';

const KANJI_PLACES = ['一位', '二位', '三位', '四位'];

export const ja: Messages = {
  app: { name: 'かえす', tagline: '一枚返せば、流れが変わる。', skip: '本文へ', menu: 'メインメニュー' },
  nav: { title: 'ホーム', setup: '新しい対局', records: '棋譜', settings: '設定', how: '遊び方', back: '戻る', close: '閉じる', more: 'もっと' },
  games: {
    'reversi-8x8': { name: 'オセロ', about: '二人、六十四マスの定番。' },
    'reversi-6x6': { name: 'ミニオセロ', about: '三十六マス、五分で一局。' },
    'reversi-4x4': { name: '極小オセロ', about: '十六マス。まずはここから。' },
    'reversi-10x10': { name: 'グランドオセロ', about: '百マス、長い夜のために。' },
    'reversi-88': { name: 'エイティエイト', about: '十×十の角を落とした八十八マス。' },
    'reversi-octagon': { name: '八角盤', about: '十×十を八角に切った七十六マス。' },
    'reversi-nipp': { name: 'ニップ', about: '昔の丸い盤、五十二マス。' },
    yonin: { name: '四人リバーシ', about: '二色の石、四つの陣地。' },
    'yonin-shogi': { name: '四人将棋', about: '王手が手番を呼ぶ、四人の将棋。' },
  },
  options: {
    start: { name: '最初の石', values: { othello: 'オセロと同じ', own: '自陣に自分の石' } },
    direction: { name: '手番の向き', values: { clockwise: '時計回り', anticlockwise: '反時計回り' } },
    pairs: { name: '向かいの席', values: { no: '別々に戦う', yes: '組になる' } },
    rules: { name: 'ルール', values: { iemoto: '家元：詰ませた人が駒を引き継ぐ', survivor: '生き残り：最後の王が勝ち', doubles: 'ダブルス：向かいと組む' } },
  },
  seats: { black: '黒', white: '白', S: '南', W: '西', N: '北', E: '東', '1': '一の席', '2': '二の席', '3': '三の席', '4': '四の席' },
  places: { bottom: '手前', left: '左', top: '奥', right: '右', 'top-left': '左上', 'top-right': '右上', 'bottom-right': '右下', 'bottom-left': '左下' },
  shapes: { circle: '丸', triangle: '三角', square: '四角', diamond: '菱形' },
  levels: ['子どもに勝たせる', 'ルールを覚えたて', '目先の手を選ぶ', '一手先を考える', '簡単な狙いには気づく', '家では強い', 'クラスで一番', '道場の常連', 'なかなか勝てない', '全力'],
  level: (level) => `レベル${level}`,
  pieces: {
    pawn: '歩', silver: '銀', gold: '金', rook: '飛車', king: '王', wall: '壁',
    'promoted-pawn': 'と金', 'promoted-silver': '成銀', 'promoted-rook': '竜', 'promoted-gold': '金', 'promoted-king': '王',
  },
  letters: { pawn: '歩', silver: '銀', gold: '金', rook: '飛', king: '王' },
  title: {
    play: '対局する', against: '相手', custom: 'くわしく決めて始める', customAbout: '席、ルール、時計、友だちの招待',
    resume: '続きから', resumeAbout: '前の対局がまだ終わっていません。', how: '遊び方', quit: '終了',
    quitDone: 'かえすを終了しました。このタブを閉じてください。', level: 'AIの強さ', boards: '盤', threeAis: 'あなたとAI三人',
  },
  setup: {
    title: '新しい対局', game: 'ゲーム', board: '盤', rules: 'ルール', seats: '席', clock: '時計', start: '始める局面',
    me: '自分（この端末）', friend: '友だち（リンク）', ai: 'AI', first: '先手', second: '後手', random: 'くじ引き', asShown: 'このまま', order: '席順',
    level: 'レベル', player: 'プレーヤーファイル', byLevel: 'レベル', byPlayer: 'プレーヤーファイル', strength: '強さ', begin: '対局開始', who: (seat) => `${seat}は誰？`,
    clockNone: '時計なし', clockIncrement: '持ち時間', clockByoyomi: '秒読みあり', minutes: '分', increment: '一手ごとに加える秒', period: '秒読みの秒', periods: '回数',
    startNormal: '最初から', startText: '棋譜・局面を貼り付け', startEditor: '局面を作る', paste: '棋譜または局面', pasteHelp: '例：f5d6c3d3c4、または局面の一行。', check: '確かめる',
    good: (plies) => (plies > 0 ? `大丈夫、${plies}手読みました。` : '大丈夫、この局面で始められます。'),
    turn: '手番', brush: '置くもの', eraser: '消す', clear: '盤を空に', reset: '初期局面', hands: '持ち駒', owner: '持ち主', facing: '向き', promoted: '成り', assist: '対局中のヒントと評価値',
    name: '名前', nameHelp: '同じ卓の人に見えます。', quick: 'かんたん設定', allAi: '自分とAI', allHere: '全員この端末で', allFriends: '自分と友だち（リンク）', nobody: '持ち主と同じ', editorHelp: '置くものを選び、マスに触れてください。',
  },
  game: {
    yourTurn: 'あなたの番', turnOf: (who) => `${who}の番`, thinking: (who) => `${who}が考えています…`, yourTurnAs: (who) => `あなたの番：${who}`, waiting: '対局者を待っています', over: '終局',
    board: (game) => `盤：${game}`, empty: '空き', blackDisc: '黒', whiteDisc: '白', legal: '打てる', lastMove: '最後の手', turnedMark: '返った', territoryOf: (who) => `${who}の陣地`, forbidden: 'ここには打てない', turns: (count) => `${count}枚返る`,
    undo: '待った', hint: 'ヒント', resign: '投了', rematch: 'もう一局', rotate: '席替え', evaluation: '評価値', mute: '消音', unmute: '音を出す', invite: '招待', leave: '退席', menu: '卓', first: '最初へ', previous: '一手戻る', next: '一手進む', last: '現在へ', moves: '指し手', live: '対局に戻る',
    past: (ply) => `${ply}手目の局面`, noMoves: 'まだ一手も指していません。', confirm: 'ここに決める', cancel: 'やめる', confirmAsk: (move) => `${move}に決めますか？`, resignAsk: '本当に投了しますか？', resignYes: '投了する', keepPlaying: '対局を続ける', promote: '成る', stay: '成らない', promoteAsk: '成りますか？',
    hand: (who) => `${who}の持ち駒`, handEmpty: '持ち駒なし', inHand: (count, piece) => `${piece} ${count}枚`, chosen: '選択中', disconnected: '接続が切れました。つなぎ直しています…', reconnected: '接続が戻りました。', score: '得点',
    spectators: (count) => `観戦${count}人`, watching: '観戦中です。', hintIs: (move) => `ヒント：${move}`, undoAsk: (who) => `${who}が待ったを求めています。`, undoWait: '他の人の返事を待っています…', rematchAsk: (who) => `${who}がもう一局を望んでいます。`, rematchWait: '他の人を待っています…', agree: '承知', decline: '断る', helps: 'この手は誰のためになるか', helpsNote: 'この局面のすべての手の平均と比べて', worth: '終局の見込み', keys: 'キー操作', you: 'あなた', out: '脱落', inCheck: '王手', mates: (count) => `詰み${count}回`, gone: 'この部屋はもうありません。', dismissed: 'サーバーが接続を終えました。ページを開き直してください。',
    discsUnit: '石', rankUnit: '順位', pointsUnit: '点', turnLabel: '手番', flip: '盤を回す', sitsAt: (who, place) => `${who}（${place}）`, loading: '盤を並べています…', noScore: '得点なし', takeSeatAway: 'この席を別の端末で使う', notValued: '未評価', tableMode: '一台を四人で囲む',
  },
  said: {
    move: (who, move) => `${who}、${move}。`, turned: (count) => `${count}枚返りました。`, pass: (who) => `${who}は打てる所がなく、パス。`, check: (who) => `${who}に王手。`, jump: (to, over) => `${over}を飛ばして、${to}の番。`, jumpOnly: (to) => `${to}の番。`, mate: (who, by) => `${by}が${who}を詰ませました。`, out: (who) => `${who}は脱落。`, resigned: (who) => `${who}が投了。`, time: (who) => `${who}は時間切れ。`, your: 'あなたの番です。', undone: '一手戻りました。', newGame: '新しい対局です。', scores: (list) => `得点：${list}。`, legal: (count, list) => (count === 0 ? '打てる所はありません。' : `${count}通り：${list}。`), last: (who, move) => `最後の手：${who}、${move}。`, none: 'まだ手はありません。', joined: (who, seat) => `${who}が${seat}に着席。`, left: (who) => `${who}が離席。`, back: (who) => `${who}が戻りました。`, open: (seat) => `${seat}が空きました。`, notThere: (square) => `${square}には打てません。`, chosen: (piece, square) => `${square}の${piece}を選択。`, muted: '消音。', unmuted: '音が出ます。', history: (ply, of) => `${of}手中${ply}手目。`,
  },
  chair: { open: '空席', take: '座る', takeSeat: (seat) => `${seat}に座る`, free: '席を立つ', away: '離席中', giveAi: 'AIに任せる', giveMe: '自分が指す', giveOpen: '空席にする', change: (seat) => `${seat}を替える`, guest: 'ゲスト', replace: '長く離席中：AIに任せる', ai: (level) => `レベル${level}` },
  invite: {
    title: '招待', link: 'この卓へのリンク', copy: 'コピー', copied: 'コピーしました', copyHint: 'Ctrl+C（⌘C）でコピーしてください', share: '共有…', qr: 'リンクのQRコード', loopback: 'このリンクはこのパソコンだけで開けます。ほかの人を招くには、かえすを終了して次のように起動してください。', explain: 'このリンクを開いた人は、空席に座るか観戦できます。', lobby: '卓の用意ができました', lobbyAbout: '全員そろうと始まります。', fillAi: '空席をAIにする', address: 'アドレス', seatLink: 'このリンクはあなたの席そのものです。人に渡さないでください。',
  },
  end: {
    youWin: 'あなたの勝ち', youLose: 'あなたの負け', draw: '引き分け', wins: (who) => `${who}の勝ち`, rank: (rank) => KANJI_PLACES[rank - 1] ?? `${rank}位`, yourRank: (rank) => `あなたは${rank}`, sharedFirst: (who) => `${who}が同点一位`, results: '結果', place: '順位', seat: '席', who: '対局者', review: '振り返り', discs: '石', territory: '陣地', piecesScore: '駒', resignedBy: (who) => `${who}の投了。`, timeBy: (who) => `${who}の時間切れ。`, toTitle: 'ホーム', save: '保存', share: '共有', saved: '棋譜に残してあります。', shareText: (game, result) => `かえすの${game}：${result}`, kept: '対局はすべて自動で残ります。', download: 'ダウンロード', newGame: '新しい対局',
  },
  review: {
    graph: '形勢の流れ', graphOf: (who) => `${who}の評価`, table: '表で見る', move: '手', costliest: '響いた手', better: (move) => `${move}がまさる`, cost: (value, unit) => `${value}${unit}の損`, none: '大きな損はありませんでした。', working: (done, total) => `解析中：${done} / ${total}`, start: 'この対局を解析', failed: '解析できません。', notes: 'AIがわざとしたこと', expectation: 'が好機を残した', surprise: 'が意表の手を打った', note: (who, what) => `${who}${what}`, values: '評価値', explainDiscs: '終局時の石差の見込み（席ごと）。', explainRank: '終局時の順位の見込み。一が最上。', explainPoints: '評価関数の点数。', own: 'これまでの成績', ownNone: 'AIとの対局はまだありません。', ownGraph: 'レベル別の成績の移り変わり', won: '勝ち', drawn: '分け', lost: '負け', unitDiscs: '石', unitRank: '位', unitPoints: '点', date: '日付', level: 'レベル', result: '結果', score: '得点', goTo: (ply) => `${ply}手目へ`, played: (move) => `${move}と打った`,
  },
  records: { title: '棋譜', none: 'まだありません。一局打つとここに残ります。', open: '開く', delete: '削除', deleteAsk: 'この棋譜を完全に削除しますか？', deleteYes: '削除する', json: '記録（JSON）', transcript: '棋譜（文字）', more: '前の対局', ongoing: '対局中', goOn: '続ける', moves: (count) => `${count}手`, gone: 'この棋譜はありません。', playFrom: 'ここから対局', import: '記録を読み込む', unfinished: '未完', copyLine: 'この局面をコピー', line: '局面', filter: '表示', all: 'すべて' },
  settings: {
    title: '設定', you: 'あなた', language: '言語', look: '見た目', theme: '明るさ', themes: { system: '端末に合わせる', light: '明るい', dark: '暗い', contrast: '高コントラスト' }, pieces: '将棋の駒', pieceStyles: { kanji: '漢字', letters: '一文字', icons: '動き' }, discs: '石', discStyles: { ink: '黒と白', indigo: '藍と生成り', vermilion: '朱と白', clay: '墨と土' }, board: '盤', boardStyles: { felt: '緑', wood: '木', slate: '石板' }, coordinates: '座標', legal: '打てる所を示す', turnBoard: '自分が手前になるように盤を回す', table: '一台を四人で囲む：名前と持ち駒を各席に向ける', play: '対局', animation: '動き', pause: 'AIの手の前の間', seconds: (value) => `${value}秒`, confirm: '一手ごとに確認', sound: '音', muted: 'すべて消音', effects: '効果音', effectsVolume: '効果音の音量', music: '音楽', musicVolume: '音楽の音量', musicFollows: '局面に合わせて音楽を変える', file: '持ち運び', export: '書き出す', import: '読み込む', reset: '初期設定', imported: '設定を読み込みました。', notImported: 'かえすの設定ファイルではありません。', reducedNote: '端末の設定により、動きと間を省いています。', version: (version) => `かえす ${version}`, evaluation: '対局中に評価値を表示', saved: '変更はすぐに保存されます。', listen: '試聴', licences: 'このページに含まれるソフトウェアのライセンス',
  },
  keys: { title: 'キー操作', arrows: '盤の上を動く', enter: '打つ・選ぶ', type: 'マスの名前（例 d3）を打つとそこへ移る', last: '最後の手', scores: '得点', legal: '打てる所', hint: 'ヒント', undo: '待った', mute: '音', history: '手を戻す・進める', turn: '手番', escape: '選択をやめる', arrowsKey: '矢印', enterKey: 'Enter', squareKey: 'a1 … j10' },
  how: {
    title: '遊び方', choose: 'ゲームを選ぶ', play: '動かす', stop: '止める', again: 'もう一度', try: 'さっそく遊ぶ', step: (now, all) => `${all}の${now}`,
    othello: [
      { title: 'はさんで返す', text: '自分の石と石で相手の石をまっすぐはさむように打つと、間の石がすべて返ります。' },
      { title: 'あらゆる向きに', text: '縦、横、斜め、いくつでも同時に返ります。一枚も返らない所には打てません。' },
      { title: '打てなければパス', text: '返せる所がなければパス。誰も打てなくなったら終わり、石の多い方の勝ちです。' },
      { title: '隅は返らない', text: '隅の石は決して返りません。空いた隅の斜め隣に打つと、隅を取られやすくなります。' },
    ],
    yonin: [
      { title: '四つの席、二つの色', text: '一と三の席が黒、二と四の席が白。向かい同士は同じ色の石を使いますが、得点は別々です。' },
      { title: '数えるのは自分の陣地', text: '自分の四分の一の中にある自分の色の石だけが得点です。最大十六点。' },
      { title: '打てない陣地', text: '向かいの席の陣地には打てません。そこにある石を返すのはかまいません。' },
      { title: '味方か、敵か', text: '向かいの席とは石を分け合います。あなたの手が誰を助けるか、よく見てください。' },
    ],
    shogi: [
      { title: '四つの軍', text: '王、飛車、金二枚、銀二枚、歩三枚ずつ。手番は時計回りに、南、西、北、東。' },
      { title: '駒の動き', text: '駒は向いている方へ進みます。歩は前に一つ、金と銀は一歩、飛車はまっすぐどこまでも。歩、銀、飛車は奥の三段で成れます。' },
      { title: '王手が手番を呼ぶ', text: '王手をかけると手番が飛び、王手をかけられた席がすぐに指します。間の席の番はなくなります。' },
      { title: '詰ませて引き継ぐ', text: '最後に指した人が、詰んだ人の駒を引き継ぎます。駒の向きは変わらず、王は壁になります。' },
      { title: '取った駒を打つ', text: '取った駒は持ち駒になり、指す代わりに空いたマスへ、自分の向きで打てます。' },
      { title: '終わり', text: '二人が脱落すると終わりです。残った二人は、詰ませた回数、次に駒の数で順位を決めます。' },
    ],
  },
  errors: { offline: 'サーバーに届きません。', late: 'その間に盤面が変わりました。', illegal: 'その手は指せません。', 'not-your-turn': 'あなたの番ではありません。', waiting: 'まだ空席があります。', 'too-fast': '操作が速すぎます。少しお待ちください。', 'nothing-to-undo': '戻せる手がありません。', 'no-assist': 'この卓ではヒントを使えません。', 'not-open': 'その席には人がいます。', present: 'その人は席にいます。', finished: '終局しています。', 'too-many': '操作が速すぎます。少しお待ちください。', full: '満席です。しばらくしてからお試しください。', 'not-allowed': 'この卓の対局者だけができます。',
    'no-room': 'この部屋はもうありません。', 'no-record': 'この棋譜はありません。', 'too-large': '大きすぎます。', malformed: 'かえすのファイルではありません。', 'not-yours': '対局した人だけができます。', 'not-admin': 'かえすを起動した人だけができます。',
    'still-on': 'まだ対局中です。', 'unknown-player': 'このゲームにその相手はいません。', 'not-finished': 'まだ終局していません。', 'no-offer': '申し出がありません。', storage: '保存できなかったため、取り消しました。', 'foreign-origin': 'このページはこのサーバーのものではありません。',
  },
  error: {
    unplayable: (said) => `この棋譜・局面では対局できません（${said}）。`,
    other: (said) => `うまくいきませんでした（${said}）。`,
  },
};
