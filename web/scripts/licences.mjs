// Prints what the program contains of others, with their licences: every crate, then what the page brings
// along (which the page's own build lists). Called by ./release after both were built.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const run = (program, ...rest) => execFileSync(program, rest, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });

const host = /^host: (.*)$/m.exec(run('rustc', '-vV'))[1];
const metadata = JSON.parse(run('cargo', 'metadata', '--format-version=1', '--locked', '--filter-platform', host));
const packages = new Map(metadata.packages.map((one) => [one.id, one]));
const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));

// All that the program is linked with: not what only builds or tests it.
const used = new Set();
const follow = (id) => {
  if (used.has(id)) return;
  used.add(id);
  for (const next of nodes.get(id).deps) {
    if (next.dep_kinds.some(({ kind }) => kind === null)) follow(next.pkg);
  }
};
follow(metadata.packages.find(({ name, source }) => name === 'kaesu' && !source).id);

// The licence files of a folder and of those directly in it: C sources lie there with their own.
const licences = (folder, deeper = true) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return deeper ? licences(path, false) : [];
    const is = /^(licen[cs]e|copyright|notice|unlicense)/i.test(entry.name);
    return is ? [readFileSync(path, 'utf8').trim()] : [];
  });

// The same text is printed once, below the names of all whom it belongs to.
const texts = new Map();
const others = [...used].map((id) => packages.get(id)).filter(({ source }) => source);
others.sort((a, b) => (a.name < b.name ? -1 : 1));
for (const { name, version, license, manifest_path, repository } of others) {
  const found = licences(dirname(manifest_path));
  // Some packages name their licence, but leave its text in their repository.
  if (found.length === 0) found.push(`${license}; its text is at ${repository}`);
  for (const text of found) {
    const key = text.replace(/\s+/g, ' ');
    if (!texts.has(key)) texts.set(key, { text, names: new Set() });
    texts.get(key).names.add(`${name} ${version} (${license})`);
  }
}
const line = '='.repeat(79);
for (const { text, names } of texts.values()) {
  console.log(`${[...names].join('\n')}\n\n${text}\n\n${line}\n`);
}

const page = join(root, 'web/dist/licences.txt');
if (!existsSync(page)) throw new Error('the page was not built: web/dist/licences.txt is missing');
console.log(`In the page:\n\n${readFileSync(page, 'utf8')}`);
