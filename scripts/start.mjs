// `npm start`: sets up what is missing, then runs the program on the pinned Node. Without an instance to serve it
// runs the demo with a short tour; with one, or with arguments, it runs the program itself.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

await import('./setup.mjs');

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const child = spawn(join(root, 'node_modules', 'node', 'bin', 'node'), commandLine(), { stdio: 'inherit', cwd: root });

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    // In a terminal Ctrl-C reaches the whole group, and a second signal would mean "stop at once".
    if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
  });
}
child.on('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 1;
});

function commandLine() {
  const program = join(root, 'src', 'main.ts');
  // Flags that say what to run or for whom. Any other flag is for the demo, which goes without them.
  const decides =
    /^--?(http|transport|gitlab-url|allow-any-gitlab-url|demo|h|help|version|probe|shutdown|tool-search|print-config|doctor|completion|env-file)(=|$)/;
  if (args.some((arg) => decides.test(arg))) return [program, ...args];
  if (isSet('GITLAB_URL')) return [program, '--http', ...args];
  if (isSet('GITLAB_TOKEN') || isSet('GITLAB_MCP_ENV_FILE')) return [program, ...args];
  return [join(root, 'scripts', 'tour.ts'), ...args];
}

function isSet(variable) {
  return (process.env[variable] ?? '') !== '';
}
