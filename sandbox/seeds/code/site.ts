import type { History } from '../history.ts';

/** A small project with few files, for exact assertions. */
export function site(history: History): void {
  history.commit({
    days: 289,
    by: 'alice',
    message: 'Initial commit',
    write: { 'README.md': '# Site\n\nThe public site.\n' },
  });
  history.commit({
    days: 200,
    by: 'bob',
    message: 'Add the front page',
    write: {
      'index.html': '<!doctype html>\n<title>Acme</title>\n<h1>Everything for the road</h1>\n',
      'styles/main.css': 'h1 {\n  color: #1f75cb;\n}\n',
      'src/menu.ts': `export const menu = ['Home', 'Products', 'Contact'];
`,
    },
  });
  history.commit({
    days: 60,
    by: 'alice',
    message: 'Publish from the pipeline',
    write: {
      '.gitlab-ci.yml': `stages: [test, deploy]

test:
  stage: test
  script:
    - npm test

deploy:
  stage: deploy
  script:
    - npm run publish
  environment: production
  when: manual
`,
    },
  });
  history.tag('v1.0', { days: 59, by: 'alice', message: 'First site' });
  history.commit({
    days: 0.2,
    by: 'alice',
    message: 'Sort the menu',
    edit: { 'src/menu.ts': [[`['Home', 'Products', 'Contact']`, `['Contact', 'Home', 'Products']`]] },
  });
}
