#!/usr/bin/env node
// Node itself looks at --env-file wherever it stands, and ends the process with code 9 when there is no such file. Only
// "node --" would keep it from that, and a first line can say so through "env -S" alone, which BusyBox does not have.
// Plain old syntax on purpose: a Node that is too old has to be able to read this far to say so.
(function () {
  var found = process.versions.node;
  var parts = found.split('.');
  var major = Number(parts[0]);
  var minor = Number(parts[1]);
  if (major < 22 || (major === 22 && minor < 19)) {
    process.stderr.write('gitlab-mcp-server needs Node.js 22.19 or newer, and this is Node.js ' + found + '.\n');
    process.exitCode = 1;
    return;
  }
  import('node:fs')
    .then(function (fs) {
      var built = new URL('../dist/main.js', import.meta.url);
      var source = new URL('../src/main.ts', import.meta.url);
      // A checkout that was not built runs from its sources.
      return import((!fs.existsSync(built) && fs.existsSync(source) ? source : built).href);
    })
    .catch(function (error) {
      process.stderr.write('gitlab-mcp-server: ' + (error && error.stack ? error.stack : String(error)) + '\n');
      process.exitCode = 1;
    });
})();
