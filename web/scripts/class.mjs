// A class of simulated pupils against a running `kaesu serve --class --rate 0`, and how long AIs take to
// answer them: every pupil comes in by the code, plays game after game against AIs of levels 1 to 6 with a
// pause before each move, and asks for the class every two seconds as the page does.
//
//   node --experimental-websocket web/scripts/class.mjs http://127.0.0.1:8364 CODE [PUPILS] [SECONDS] [GAME]

import { randomUUID } from 'node:crypto';

const [address, code, pupils = '40', seconds = '60', game = 'reversi-8x8'] = process.argv.slice(2);
if (!address || !code) {
  console.error('class.mjs needs the address of the server and the code of the class');
  process.exit(2);
}
const until = Date.now() + Number(seconds) * 1000;
/** Milliseconds a pupil looks at the board. */
const THINKS = [500, 2500];
const answers = new Map();
let games = 0;
let polls = 0;
const slowPolls = [];

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const between = ([low, high]) => low + Math.random() * (high - low);

async function ask(person, path, body) {
  const answer = await fetch(address + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'X-Person': person, ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Plays one game; the time from a confirmed move to the next own turn is what is measured. */
function play(person, room, seats, level) {
  return new Promise((done, failed) => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/api/rooms/${room}/socket`, {
      headers: { origin: address },
    });
    const own = seats[0].seat;
    let moved = 0;
    let id = 0;
    const look = async (position, finished) => {
      if (finished || Date.now() > until) {
        socket.close();
        return done();
      }
      // Where nothing can be placed the server passes.
      if (position.turn !== own || position.legal.length === 0) return;
      if (moved) answers.set(level, [...(answers.get(level) ?? []), performance.now() - moved]);
      await pause(between(THINKS));
      const moves = position.legal;
      const { text } = moves[Math.floor(Math.random() * moves.length)];
      moved = performance.now();
      socket.send(JSON.stringify({ id: ++id, action: 'move', seat: own, ply: position.ply, text }));
    };
    socket.onopen = () =>
      socket.send(
        JSON.stringify({ name: 'Pupil', person, seats: seats.map(({ token }) => token), host: null, seen: null }),
      );
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.room?.position) void look(message.room.position, message.room.result);
      else if (message.event === 'played') void look(message.position, message.result);
    };
    socket.onerror = () => failed(new Error('a socket broke'));
    socket.onclose = done;
  });
}

async function pupil(number) {
  const person = randomUUID();
  await ask(person, '/api/class/join', { code, name: `Pupil ${number + 1}` });
  const poll = (async () => {
    while (Date.now() < until) {
      const began = performance.now();
      await ask(person, '/api/class');
      slowPolls.push(performance.now() - began);
      polls++;
      await pause(2000);
    }
  })();
  while (Date.now() < until) {
    const level = 1 + ((number + games) % 6);
    const [room, seats] = await ask(person, '/api/class/table', { game, level });
    await play(person, room, seats, level);
    games++;
  }
  await poll;
}

const part = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]?.toFixed(0);
await Promise.all(Array.from({ length: Number(pupils) }, (_, number) => pupil(number)));
console.log(`${pupils} pupils, ${seconds} s, ${game}: ${games} games, ${polls} looks at the class`);
const line = (name, values) => {
  const sorted = values.toSorted((a, b) => a - b);
  console.log(
    `${name}: ${sorted.length} answers, median ${part(sorted, 0.5)} ms, 95 % within ${part(sorted, 0.95)} ms`,
  );
};
for (const level of [...answers.keys()].toSorted()) line(`level ${level}`, answers.get(level));
line('all levels', [...answers.values()].flat());
line('the class', slowPolls);
